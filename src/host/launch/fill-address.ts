import type { HttpEndpoint } from '#shared/config.ts';
import type { Failure } from '#shared/session.ts';
import { Filled, type LaunchNote } from './filled.ts';
import { inputFailure } from './input-failures.ts';
import { LaunchScope, type Referable } from './launch-scope.ts';
import type { LaunchContext } from './plan-launch.ts';

/** An address with what the references in its settings point to. */
export interface AddressServer extends Referable {
  endpoint: HttpEndpoint;
}

export interface FilledAddress {
  url: string;
  /** Headers that are nothing but an optional value left open are not among them. */
  headers: HttpEndpoint['headers'];
  notes: LaunchNote[];
  /** Each one is a reason why nothing can be sent. */
  problems: Failure[];
}

/** Fills in the references of an address and its headers, as `planLaunch` does for a program. */
export async function fillAddress(server: AddressServer, context: LaunchContext): Promise<FilledAddress> {
  const { endpoint } = server;
  const texts = [endpoint.url, ...endpoint.headers.map(({ value }) => (typeof value === 'string' ? value : ''))];
  // Most addresses refer to nothing: no shell is asked for them.
  if (server.literal || !texts.some((text) => text.includes('${'))) {
    return { url: endpoint.url, headers: endpoint.headers, notes: [], problems: [] };
  }
  const { platform, home, env, secret, hide, shell } = context;
  const answer = shell?.when === 'always' ? await shell.read() : {};
  const scope = await LaunchScope.open({ server, block: {}, platform, home, env, shell: answer.env, secret, hide });
  scope.withWorkspace(server.workspaceFolder === undefined ? home : scope.text(server.workspaceFolder).value);
  const filled = new Filled();
  const url = filled.take(scope.text(endpoint.url), 'url', 'the address').value;
  const headers = endpoint.headers.flatMap(({ name, value }): HttpEndpoint['headers'] => {
    if (typeof value !== 'string') return [{ name, value }];
    // A tilde at the beginning of a header is no home folder.
    const parts = scope.list(value, false).map((part) => filled.take(part, 'headers', `the header ${name}`));
    return parts.length === 0 ? [] : [{ name, value: parts.map((part) => part.value).join(',') }];
  });
  return {
    url,
    headers,
    notes: [...filled.notes(), ...filled.sent()],
    problems: [...filled.open].map(([id, field]) => inputFailure(id, server.inputs?.[id], field)),
  };
}
