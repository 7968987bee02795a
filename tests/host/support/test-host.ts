import { setMaxListeners } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createHost, type Host } from '#host/host.ts';
import type { SecretCipher } from '#host/store/secrets-cipher.ts';
import type { Endpoint, ServerConfig } from '#shared/config.ts';
import { contract, type WirebenchContract } from '#shared/contract.ts';
import type { EntityOf, Operation, Topic } from '#shared/entities.ts';
import type { LineRow, LogView, TrafficRow } from '#shared/exchange.ts';
import { memoryPair } from '#shared/ports.ts';
import type { Client } from '#shared/rpc.ts';
import { connect } from '#shared/rpc-client.ts';
import type { Failure, Session } from '#shared/session.ts';
import type { Verb } from '#shared/verbs.ts';
import { Mirror } from './mirror.ts';

export type RowOf<V extends LogView> = V extends 'traffic' | 'notices' ? TrafficRow : LineRow;
export type ServerOptions = Partial<Omit<ServerConfig, 'id' | 'endpoint'>>;
/** A session that ended, with how. */
export type Closed = Session & { state: Extract<Session['state'], { at: 'closed' }> };

/** A whole host on a data folder of its own, seen as a page sees it: through the contract only. */
export interface TestHost {
  client: Client<WirebenchContract>;
  state: Mirror;
  dataDir: string;
  host: Host;
  /** What the host wrote into its own log. */
  said: string[];
  waitFor<T extends Topic>(topic: T, fits: (entity: EntityOf<T>) => boolean, ms?: number): Promise<EntityOf<T>>;
  /** Every row of a log view, in order. */
  rows<V extends LogView>(sessionId: string, view: V): Promise<RowOf<V>[]>;
  /** Runs an operation to its end. */
  run(sessionId: string, verb: Verb, input?: unknown): Promise<Operation>;
  /** The exact result text of a finished operation. */
  result(operation: Operation): Promise<string>;
  /** Saves a server; starts nothing. */
  add(endpoint: Endpoint, options?: ServerOptions): Promise<string>;
  /** Starts a server without waiting for it. */
  start(serverId: string): Promise<string>;
  /** Saves and starts a server and waits until it is ready and its lists were read: it answers nothing else then. */
  open(endpoint: Endpoint, options?: ServerOptions): Promise<Session>;
  ready(sessionId: string, ms?: number): Promise<Session>;
  closed(sessionId: string, ms?: number): Promise<Closed>;
  /** The lists of a new session were read, or it ended before. */
  listed(sessionId: string): Promise<Session>;
  /** Ends the host and removes the folder, unless it was given. */
  close(): Promise<void>;
}

const WAIT_MS = 20_000;
const PAGE = 1000;
const OVER = ['done', 'failed', 'cancelled'];

export interface TestHostOptions {
  /** An existing folder that stays; absent means a new one that goes. */
  dataDir?: string;
  kind?: 'desktop' | 'serve' | 'headless';
  /** Absent: secrets are plain text in a file. */
  cipher?: SecretCipher;
  /** Absent means only for a server that needs it, so that the start files of whoever runs the tests do not matter. */
  loginShell?: 'early';
}

export async function openTestHost(options: TestHostOptions = {}): Promise<TestHost> {
  // As the shells do: the signal of a call has a listener for each question that waits.
  setMaxListeners(0);
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'wirebench-host-')));
  const said: string[] = [];
  const log = (text: string): void => void said.push(text);
  const { demo, check } = inject('entries');
  const host = await createHost({
    dataDir,
    kind: options.kind ?? 'desktop',
    entries: { demo, check },
    log: { info: log, warn: log, error: log },
    loginShell: options.loginShell ?? 'needed',
    shell: {
      name: 'desktop',
      can: { openExternal: false, pickFolders: false },
      openExternal: () => Promise.resolve(),
    },
    cipher: options.cipher,
  });
  const [hostPort, pagePort] = memoryPair((fn) => void setImmediate(fn));
  host.attach(hostPort);
  const client = connect(pagePort, contract);
  const state = new Mirror();
  client['watch.state']({}, (changes) => state.take(changes));
  await state.wait('settings', () => true, WAIT_MS);
  return {
    ...actions(client, state),
    client,
    state,
    dataDir,
    host,
    said,
    close: async () => {
      await host.close();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type Actions = Omit<TestHost, 'client' | 'state' | 'dataDir' | 'host' | 'said' | 'close'>;

function actions(client: Client<WirebenchContract>, state: Mirror): Actions {
  let servers = 0;
  const self: Actions = {
    waitFor: (topic, fits, ms = WAIT_MS) => state.wait(topic, fits, ms),
    rows: async <V extends LogView>(sessionId: string, view: V) => {
      const rows: (LineRow | TrafficRow)[] = [];
      for (let total = 1; rows.length < total; ) {
        const page = await client['log.page']({ sessionId, view, from: rows.length, count: PAGE });
        total = page.total;
        rows.push(...(page.lines ?? page.traffic ?? []));
      }
      return rows as RowOf<V>[]; // a view has rows of its own kind only
    },
    run: async (sessionId, verb, input = {}) => {
      const { operationId } = await client['operation.run']({ sessionId, verb, input });
      return self.waitFor('operation', (one) => one.id === operationId && OVER.includes(one.status));
    },
    result: async ({ id }) => (await client['operation.result']({ operationId: id })).text,
    add: async (endpoint, { name, ...rest } = {}) => {
      servers += 1;
      return (await client['server.save']({ name: name ?? `server ${servers}`, endpoint, ...rest })).serverId;
    },
    start: async (serverId) => (await client['session.start']({ serverId })).sessionId,
    open: async (endpoint, config) => {
      const { id } = await self.ready(await self.start(await self.add(endpoint, config)));
      return self.listed(id);
    },
    ready: async (sessionId, ms) => {
      const settled = ({ id, state: { at } }: Session) => id === sessionId && (at === 'ready' || at === 'closed');
      const session = await self.waitFor('session', settled, ms);
      if (session.state.at === 'ready') return session;
      throw new Error(`The session is not ready but ${JSON.stringify(session.state)}`);
    },
    listed: (sessionId) => {
      const read = ({ key, state }: Session['ladder'][number]) => key === 'lists' && state === 'ok';
      const over = ({ state }: Session) => state.at === 'closed';
      return self.waitFor('session', (one) => one.id === sessionId && (one.ladder.some(read) || over(one)));
    },
    closed: async (sessionId, ms) => {
      const over = ({ id, state: { at } }: Session) => id === sessionId && at === 'closed';
      return (await self.waitFor('session', over, ms)) as Closed; // that is what it waits for
    },
  };
  return self;
}

/** The failure of a closed session; throws when there is none. */
export function failureOf({ state }: Session): Failure {
  if (state.at === 'closed' && state.failure) return state.failure;
  throw new Error(`There is no failure: ${JSON.stringify(state)}`);
}

/** A stdio endpoint that runs a Node script. */
export function nodeScript(path: string, args: string[] = [], env: Record<string, string> = {}): Endpoint {
  return { kind: 'stdio', command: process.execPath, args: [path, ...args], env, inherit: 'short' };
}

/** The demo server in a worker thread. */
export function demo(era: 'both' | 'legacy' | 'modern' = 'both'): Endpoint {
  return { kind: 'builtin', name: 'demo', era };
}

export function httpServer(url: string, headers: { name: string; value: string }[] = []): Endpoint {
  return { kind: 'http', url, headers, transport: 'auto' };
}
