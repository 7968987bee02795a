import type { CatalogKind } from '#shared/catalog-kind.ts';
import type { HttpEndpoint, ServerConfig, StdioEndpoint } from '#shared/config.ts';
import type { AppInfo } from '#shared/contract.ts';
import type { Catalog, Operation, PendingInput, ServerEntry, TaskInfo } from '#shared/entities.ts';
import type { Exchange, LineRow, TrafficRow } from '#shared/exchange.ts';
import type { Failure, LadderStep, Session, SessionState } from '#shared/session.ts';

/** 18:41:52 UTC on the day of the design; wall clock, milliseconds. */
export const START = Date.UTC(2026, 10, 29, 18, 41, 52);

/** Example values for tests of views: complete and valid, each field can be overridden. */
export const appInfo = (over: Partial<AppInfo> = {}): AppInfo => ({
  product: 'Wirebench',
  version: '0.1.0',
  shell: 'browser',
  platform: 'linux',
  dataDir: '/home/maya/.local/share/wirebench',
  home: '/home/maya',
  can: { openExternal: true, openFiles: true, pickFolders: false, keychain: false },
  secrets: { in: 'file', text: 'Secrets are kept as plain text in a file that only this account can read.' },
  ...over,
});

export const stdio = (over: Partial<StdioEndpoint> = {}): StdioEndpoint => ({
  kind: 'stdio',
  command: '/usr/bin/node',
  args: ['server.js'],
  env: {},
  inherit: 'short',
  ...over,
});

export const http = (over: Partial<HttpEndpoint> = {}): HttpEndpoint => ({
  kind: 'http',
  url: 'https://mcp.tracker.example/acme/mcp',
  headers: [],
  transport: 'auto',
  ...over,
});

export const config = (over: Partial<ServerConfig> = {}): ServerConfig => ({
  id: 'srv1',
  name: 'orders-db',
  endpoint: stdio(),
  era: 'auto',
  claims: { roots: true, sampling: true, elicitationForm: true, elicitationUrl: true },
  timeouts: { connectMs: 30_000, requestMs: 60_000 },
  maxLineBytes: 268_435_456,
  ...over,
});

/** A server of the rail; its `id` is also the id of its configuration. */
export const server = (over: Partial<ServerConfig> & { sessionId?: string; order?: number } = {}): ServerEntry => {
  const { sessionId, order = 0, ...rest } = over;
  const made = config(rest);
  return { id: made.id, config: made, order, ...(sessionId === undefined ? {} : { sessionId }) };
};

export const failure = (over: Partial<Failure> = {}): Failure => ({
  rule: 'dx-env',
  title: 'WEATHER_API_KEY is missing',
  why: 'The error names a variable that this server does not receive.',
  todo: 'Set WEATHER_API_KEY in the environment of this server, then retry.',
  short: 'Exited with code 1',
  ...over,
});

export const LADDER: LadderStep[] = [
  { key: 'config', title: 'Configuration read', state: 'ok', atMs: 0 },
  { key: 'cwd', title: 'Working folder found', detail: '/home/maya/code/orders', state: 'ok', atMs: 1 },
  { key: 'program', title: 'Program found', detail: 'node is /usr/bin/node', state: 'ok', atMs: 6 },
  { key: 'spawn', title: 'Process started', detail: 'pid 48213', state: 'ok', atMs: 38 },
  { key: 'answer', title: 'First answer', detail: 'server/discover', state: 'ok', atMs: 212 },
];

/** A session that is ready and speaks the modern era, unless told otherwise. */
export const session = (over: Partial<Session> = {}): Session => ({
  id: 'ses1',
  serverId: 'srv1',
  config: config(),
  state: { at: 'ready' },
  startedAt: START,
  readyAt: START + 240,
  pid: 48213,
  hello: {
    era: 'modern',
    version: '2026-07-28',
    supported: ['2026-07-28'],
    serverInfo: { name: 'orders-db', version: '3.4.1' },
    capabilities: { tools: {}, resources: {}, prompts: {} },
    via: 'server/discover',
    seq: 4,
  },
  launch: {
    command: ['/usr/bin/node', 'server.js'],
    cwd: '/home/maya/code/orders',
    foundIn: '/usr/bin',
    env: [
      { name: 'LOG_LEVEL', value: 'debug', source: 'set' },
      { name: 'PATH', value: '/usr/local/bin:/usr/bin', source: 'inherited' },
      { name: 'ORDERS_TOKEN', source: 'secret' },
    ],
  },
  ladder: LADDER,
  counts: { wire: 0, traffic: 0, stderr: 0, notices: 0, client: 0, errors: 0 },
  streams: [],
  ...over,
});

/** A session that has no agreed version yet. */
export const opening = (
  state: SessionState = { at: 'negotiating', waitingFor: 'an answer to server/discover' },
  over: Partial<Session> = {},
): Session => {
  const { hello: _hello, readyAt: _readyAt, ...rest } = session();
  return { ...rest, state, ...over };
};

export const catalog = (kind: CatalogKind, count: number, over: Partial<Catalog> = {}): Catalog => ({
  id: `ses1/${kind}`,
  sessionId: 'ses1',
  kind,
  status: 'ready',
  count,
  rev: 1,
  epoch: 1,
  stale: false,
  fetchedAt: START,
  pages: 1,
  refused: [],
  ...over,
});

export const operation = (over: Partial<Operation> = {}): Operation => ({
  id: 'op1',
  sessionId: 'ses1',
  verb: 'tools.call',
  label: 'orders_search',
  status: 'running',
  startedAt: START,
  waitedMs: 0,
  exchangeIds: [],
  progressCount: 0,
  noticeCount: 0,
  rounds: 1,
  ...over,
});

export const pending = (over: Partial<PendingInput> = {}): PendingInput => ({
  id: 'ask1',
  sessionId: 'ses1',
  serverId: 'srv1',
  kind: 'form',
  method: 'elicitation/create',
  via: 'input-required',
  params: { message: 'Which refund reason applies?', requestedSchema: { type: 'object', properties: {} } },
  operationCertain: true,
  createdAt: START,
  status: 'waiting',
  ...over,
});

export const task = (over: Partial<TaskInfo> = {}): TaskInfo => ({
  id: 'task1',
  sessionId: 'ses1',
  origin: 'orders_export',
  status: 'working',
  createdAt: START,
  updatedAt: START,
  seenAt: START,
  polls: 0,
  history: [],
  ...over,
});

/** Line `row` of the wire, stderr or client view. */
export const line = (row: number, text: string, over: Partial<LineRow> = {}): LineRow => ({
  row,
  seq: row + 1,
  t: (START + row) * 1000,
  k: 'stderr',
  text,
  bytes: text.length,
  ...over,
});

/** Row `row` of the traffic or notices view. */
export const traffic = (row: number, over: Partial<TrafficRow> = {}): TrafficRow => ({
  row,
  rev: 1,
  seq: row * 2 + 1,
  kind: 'call',
  exchangeId: `ex${row}`,
  t: (START + row) * 1000,
  m: row * 1000,
  method: 'tools/call',
  name: 'orders_search',
  status: 'complete',
  tookUs: 184_000,
  bytes: 2114,
  rpcId: row,
  dir: 'out',
  ...over,
});

export const exchange = (over: Partial<Exchange> = {}): Exchange => ({
  id: 'ex1',
  origin: 'client',
  method: 'tools/call',
  name: 'orders_search',
  rpcId: 1,
  status: 'complete',
  requestSeq: 3,
  responseSeq: 4,
  ch: 'stdio',
  startedAt: START * 1000,
  tookUs: 184_000,
  bytesOut: 210,
  bytesIn: 2114,
  noticeSeqs: [],
  findings: [],
  ...over,
});
