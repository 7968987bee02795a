import { detect } from '#host/exchange-formats/detect.ts';
import type { Candidate, Detection } from '#shared/candidates.ts';
import { type Endpoint, ServerConfig } from '#shared/config.ts';
import type { Example } from './examples.ts';

/** The servers of an example; fails when it is not read as servers. */
export function readExample({ client, file, text }: Pick<Example, 'client' | 'file' | 'text'>) {
  return serversOf(detect(text, file === undefined ? { client } : { file }));
}

export function serversOf(found: Detection): Extract<Detection, { kind: 'servers' }> {
  if (found.kind !== 'servers') throw new Error(`not servers: ${JSON.stringify(found)}`);
  return found;
}

/** What a saved candidate is in the list of servers. */
export function savedAs({ name, endpoint, config, inputs, origin }: Candidate): ServerConfig {
  return ServerConfig.parse({
    id: name,
    name,
    endpoint,
    ...config,
    ...(inputs && { inputs }),
    ...(origin && { origin }),
  });
}

/** An endpoint in one line: program with arguments, or transport with address. */
export function shortOf(endpoint: Endpoint): string {
  if (endpoint.kind === 'stdio') return [endpoint.command, ...endpoint.args].join(' ');
  return endpoint.kind === 'http' ? `${endpoint.transport} ${endpoint.url}` : endpoint.name;
}
