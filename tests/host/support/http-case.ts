import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import type { HttpEndpoint } from '#shared/config.ts';
import { caseServer, loadCases } from '../../cases/cases.ts';

/** A request as the server of a case saw it. */
export interface Seen {
  /** Milliseconds of wall clock. */
  t: number;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: { id?: number; method?: string; params?: Record<string, unknown> } | string;
}

/** The server of an HTTP case, listening. It ends with the test. */
export interface HttpCase {
  port: number;
  endpoint: HttpEndpoint;
  /** Every request so far, in order. */
  log(): Promise<Seen[]>;
  /** How many requests had this HTTP method, or this method of the protocol. */
  count(method: string): Promise<number>;
}

/** Starts the server of a case in a variant, on a port of its own. */
export async function startCase(id: string, variant: readonly string[] = []): Promise<HttpCase> {
  const address = loadCases().find((one) => one.id === id)?.url;
  if (address === undefined) throw new Error(`${id} is no HTTP case.`);
  const child = spawn(process.execPath, [caseServer(id), '0', ...variant], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, MCP_CASE_MAX_MS: '60000' },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]; // that is what `line` carries
  const port = Number(/^LISTENING (\d+)$/.exec(line)?.[1]);
  const url = address.replace('{port}', String(port));
  const log = async () => (await (await fetch(`http://127.0.0.1:${port}/__log`)).json()) as Seen[]; // as the server keeps it
  return {
    port,
    endpoint: { kind: 'http', url, headers: [], transport: 'auto' },
    log,
    count: async (method) => (await log()).filter((seen) => seen.method === method || methodOf(seen) === method).length,
  };
}

/** The protocol's method in a request, if it has one. */
export function methodOf({ body }: Seen): string | undefined {
  return typeof body === 'string' ? undefined : body?.method;
}
