import { readFile } from 'node:fs/promises';
import { createServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Endpoint, StdioEndpoint } from '#shared/config.ts';
import type { Failure, Session } from '#shared/session.ts';
import { fixture } from '../../servers/servers.ts';
import { type Closed, failureOf, openTestHost, type ServerOptions, type TestHost } from '../support/test-host.ts';

/** A server that failed, with its id for a fix. */
export interface Failed {
  serverId: string;
  session: Closed;
  failure: Failure;
}

export interface DiagnosisKit {
  host(): TestHost;
  /** Starts a server that fails, and checks what every failure has to have. */
  fails(endpoint: Endpoint, options?: ServerOptions): Promise<Failed>;
  /** Closes it with the test. */
  owns(close: () => Promise<unknown>): void;
  /** The origin of a loopback server that answers like this. */
  answering(handle: RequestListener): Promise<string>;
  /** The same over TLS, with a certificate that nobody knows. */
  answeringSecurely(handle: RequestListener): Promise<string>;
}

const TLS = new URL('../../cases/files/tls/', import.meta.url);

/** Short enough to wait for, long enough for a process to start on a busy machine. */
export const SHORT: ServerOptions = { timeouts: { connectMs: 1500, requestMs: 5000 } };
/** Longer than any test waits, but nothing stays if a test dies. */
export const LIVE = 'setTimeout(() => process.exit(9), 30000);process.stdin.resume();';
/** Runs the good server of the fixtures. */
export const SERVE = `import(${JSON.stringify(pathToFileURL(fixture('legacy')).href)});`;

export function program(command: string, args: string[] = [], more: Partial<StdioEndpoint> = {}): StdioEndpoint {
  return { kind: 'stdio', command, args, env: {}, inherit: 'short', ...more };
}

export function script(code: string, args: string[] = [], more: Partial<StdioEndpoint> = {}): StdioEndpoint {
  return program(process.execPath, ['-e', code, ...args], more);
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port; // a listening TCP server has one
}

export function diagnosisKit(): DiagnosisKit {
  let current: TestHost | undefined;
  const closing: (() => Promise<unknown>)[] = [];
  beforeEach(async () => {
    current = await openTestHost();
  });
  afterEach(async () => {
    await current?.close();
    for (const close of closing.splice(0)) await close();
  });
  const host = (): TestHost => {
    if (!current) throw new Error('There is no host outside of a test.');
    return current;
  };
  const listening = async (server: HttpServer): Promise<number> => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(
      () =>
        new Promise((resolve) => {
          server.closeAllConnections();
          server.close(resolve);
        }),
    );
    return portOf(server);
  };
  return {
    host,
    owns: (close) => void closing.push(close),
    fails: async (endpoint, options) => {
      const serverId = await host().add(endpoint, options);
      const session = await host().closed(await host().start(serverId));
      return { serverId, session, failure: whole(session) };
    },
    answering: async (handle) => `http://127.0.0.1:${await listening(createServer(handle))}`,
    answeringSecurely: async (handle) => {
      const [key, cert] = await Promise.all(['key.pem', 'cert.pem'].map((name) => readFile(new URL(name, TLS))));
      return `https://127.0.0.1:${await listening(createHttpsServer({ key, cert }, handle))}`;
    },
  };
}

/** All parts are there, in plain words, with evidence and a way out, and exactly one step of the ladder is broken. */
function whole(session: Session): Failure {
  const failure = failureOf(session);
  const { rule, title, why, todo, short, evidence = '', fixes = [] } = failure;
  expect([rule, title, why, todo, short, evidence].filter((text) => text.trim() === '')).toEqual([]);
  expect(`${title} ${why} ${todo} ${short} ${evidence}`).not.toMatch(/!|undefined|\[object|successfully/);
  expect(evidence).toMatch(/^from /);
  expect(fixes.length).toBeGreaterThan(0);
  expect(fixes.filter(({ label }) => label.trim() === '')).toEqual([]);
  expect((failure.others ?? []).length).toBeLessThanOrEqual(3);
  const broken = session.ladder.findIndex((step) => step.state === 'failed');
  expect(session.ladder[broken]).toMatchObject({ detail: failure.fact ?? short });
  // What comes after it was not reached; what came before has its time.
  expect(session.ladder.slice(broken + 1).every(({ state }) => state === 'pending')).toBe(true);
  expect(session.ladder.slice(0, broken).every(({ state }) => state !== 'running')).toBe(true);
  return failure;
}

/** The key of the step that is broken. */
export function brokenStep({ ladder }: Session): string | undefined {
  return ladder.find((step) => step.state === 'failed')?.key;
}

/** The stderr line that a failure points to, as the stderr view has it. */
export async function decisiveLine(host: TestHost, { id }: Session, failure: Failure): Promise<string | undefined> {
  const rows = await host.rows(id, 'stderr');
  return rows.find(({ row }) => row === failure.stderrRow)?.text;
}
