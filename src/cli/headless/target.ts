import { resolve } from 'node:path';
import type { Endpoint } from '#shared/config.ts';
import type { WirebenchContract } from '#shared/contract.ts';
import type { ReplyRule } from '#shared/reply-rules.ts';
import type { Client } from '#shared/rpc.ts';
import { UsageError } from '../usage.ts';
import { rootsOf } from './answer-policy.ts';
import { headersOf, isModeWord, variablesOf } from './given-values.ts';
import type { HeadlessHost } from './headless-host.ts';
import { type HeadlessOptions, readTextFile } from './options.ts';

type StartInput = Parameters<Client<WirebenchContract>['session.startWith']>[0];
type Config = StartInput['config'];

/** Which server a command is about: exactly one of the four ways. */
export type Target =
  | { from: 'list'; name: string }
  | { from: 'file'; path: string; name: string }
  | { from: 'url'; url: string }
  | { from: 'program'; command: string; args: string[] }
  | { from: 'demo' };

const NEED = 'Say which server: --server NAME, --config FILE --server NAME, --url URL, or -- COMMAND.';

/** Reads the target off the command line. Throws UsageError unless there is exactly one. */
export function targetOf({ values, program }: HeadlessOptions): Target {
  const { server, config, url } = values;
  const ways = [server ?? config, url, program].filter((way) => way !== undefined);
  if (ways.length === 0) throw new UsageError(NEED);
  if (ways.length > 1) throw new UsageError(`More than one server is named. ${NEED}`);
  if (config !== undefined) {
    if (server === undefined) throw new UsageError('--config FILE needs --server NAME: which entry of the file.');
    return { from: 'file', path: config, name: server };
  }
  if (server !== undefined) return { from: 'list', name: server };
  if (url !== undefined) {
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
      throw new UsageError(`--url takes an http or https address, not "${url}".`);
    return { from: 'url', url };
  }
  const [command = '', ...args] = program ?? [];
  return { from: 'program', command, args };
}

/** What there is instead; `empty` where there is nothing. */
function quoted(names: readonly string[], empty: string): string {
  return names.length === 0 ? empty : `There are: ${names.slice(0, 50).join(', ')}.`;
}

const EMPTY_LIST =
  'The list of servers is empty. Add it in the app or with wirebench import, or choose the data folder that it is in with --data-dir.';

/** What a config file of a client can be; a file with a command or an address in it is none. */
const FILE_FORMS = ['json', 'toml', 'yaml', 'server-json', 'mcpb'];

async function fromFile(host: HeadlessHost, given: string, name: string): Promise<Config> {
  const path = resolve(given);
  const found = await (given === '-'
    ? host.client['server.detect']({ text: readTextFile(given, 'The config file') })
    : host.client['import.path']({ path }));
  if (found.kind === 'problem') throw new UsageError(`"${given}": ${found.title}. ${found.detail}`);
  const candidates = found.kind === 'servers' && FILE_FORMS.includes(found.form) ? found.candidates : [];
  const one = candidates.find((candidate) => candidate.name === name);
  if (!one) {
    throw new UsageError(
      `"${given}" has no server "${name}". ${quoted(
        candidates.map((each) => each.name),
        'It names none.',
      )}`,
    );
  }
  // A bundle has to lie unpacked somewhere to run.
  if (one.unpack) await host.client['import.unpack']({ token: one.unpack.token });
  return {
    name: one.name,
    endpoint: one.endpoint,
    ...one.config,
    ...(one.inputs ? { inputs: one.inputs } : {}),
    // A relative working folder starts at the folder of this file.
    origin: { ...(one.origin ?? { from: 'json' }), ...(given === '-' ? {} : { file: path }) },
  };
}

async function fromList(host: HeadlessHost, name: string): Promise<Config> {
  await host.state.until((state) => state.get('settings', 'settings'));
  const servers = host.state.all('server');
  const entry = servers.find((one) => one.config.name === name) ?? servers.find((one) => one.id === name);
  if (!entry) {
    throw new UsageError(
      `There is no server "${name}". ${quoted(
        servers.map((one) => one.config.name),
        EMPTY_LIST,
      )}`,
    );
  }
  return entry.config;
}

function baseConfig(host: HeadlessHost, target: Target): Promise<Config> | Config {
  switch (target.from) {
    case 'list':
      return fromList(host, target.name);
    case 'file':
      return fromFile(host, target.path, target.name);
    case 'url':
      return { endpoint: { kind: 'http', url: target.url, headers: [], transport: 'auto' } };
    case 'demo':
      return { name: 'demo', endpoint: { kind: 'builtin', name: 'demo' } };
    case 'program': {
      const { command, args } = target;
      // The shell that this was typed into has filled in everything that was to be filled in.
      return {
        literal: true,
        endpoint: { kind: 'stdio', command, args, cwd: process.cwd(), env: {}, inherit: 'short' },
      };
    }
  }
}

const TRANSPORTS = ['auto', 'streamable', 'sse'] as const;

/** The endpoint with headers, variables and transport of the command line; their values become secrets. */
function withGiven(endpoint: Config['endpoint'], values: HeadlessOptions['values'], secrets: Record<string, string>) {
  const secret = (kind: string, name: string, value: string) => {
    secrets[`${kind}-${name}`] = value;
    return { secret: `${kind}-${name}` };
  };
  const headers = headersOf(values['header-file'], values['header-env'] ?? []);
  const variables = variablesOf(values['env-file'], values.env ?? []);
  if (endpoint.kind === 'http') {
    if (variables.length > 0 || values['inherit-env'])
      throw new UsageError('--env, --env-file and --inherit-env are for programs.');
    const added = headers.map(([name, value]) => ({ name, value: secret('header', name, value) }));
    const transport = TRANSPORTS.find((one) => one === (values.transport ?? endpoint.transport ?? 'auto'));
    if (!transport) throw new UsageError(`--transport takes ${TRANSPORTS.join(', ')}, not "${values.transport}".`);
    return { ...endpoint, headers: [...endpoint.headers, ...added], transport };
  }
  if (headers.length > 0 || values.transport !== undefined)
    throw new UsageError('--header-file, --header-env and --transport are for addresses.');
  if (endpoint.kind === 'builtin') return endpoint;
  const env = Object.fromEntries(
    variables.map(([name, value]) => [name, isModeWord(name, value) ? value : secret('env', name, value)]),
  );
  const inherit: Extract<Endpoint, { kind: 'stdio' }>['inherit'] = values['inherit-env']
    ? 'all'
    : (endpoint.inherit ?? 'short');
  return { ...endpoint, env: { ...endpoint.env, ...env }, inherit };
}

/** What `session.startWith` needs for the server and the policies of the command line. Nothing of it is saved. */
export async function startInput(
  host: HeadlessHost,
  target: Target,
  options: HeadlessOptions,
  rules: ReplyRule[] | undefined,
): Promise<StartInput> {
  const { values, era, timeoutMs } = options;
  const secrets: Record<string, string> = {};
  const config = await baseConfig(host, target);
  return {
    config: {
      ...config,
      endpoint: withGiven(config.endpoint, values, secrets),
      ...(era === undefined ? {} : { era }),
      ...(values.trace ? { trace: true } : {}),
      ...(timeoutMs === undefined ? {} : { timeouts: { connectMs: timeoutMs, requestMs: timeoutMs } }),
    },
    secrets,
    ...(values.roots === undefined ? {} : { roots: rootsOf(values.roots) }),
    ...(rules === undefined ? {} : { rules }),
  };
}
