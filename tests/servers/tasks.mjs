// A stdio server of long-running work in one era: core tasks (2025-11-25) or the tasks extension (2026-07-28).
// tasks.mjs --era=legacy|modern [--state=FILE] [--poll=MS] [--ttl=MS]
// FILE keeps the tasks over a restart of the server; without it a restart forgets them. Tools: build (25 steps of progress),
// index (no total), deploy (asks for a form), lint (fails), brief (gone after 1 s by its ttl), quick (done at once).
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { errorAnswer, object, RpcError, readFlags, serveStdio, text } from './kit.mjs';

const flags = readFlags();
const modern = flags.era === 'modern';
const pollMs = Number(flags.poll ?? 500);
const ttl = Number(flags.ttl ?? 3_600_000);
const EXTENSION = 'io.modelcontextprotocol/tasks';
const RELATED = 'io.modelcontextprotocol/related-task';
/** How long each tool works, milliseconds. */
const WORK_MS = { build: 4000, index: 600_000, deploy: 1000, lint: 1000, brief: 60_000, quick: 0 };
const FORM = {
  mode: 'form',
  message: 'Approve 2 database migrations',
  requestedSchema: object({ approve: { type: 'boolean' }, comment: { type: 'string' } }, ['approve']),
};

const tasks = new Map(flags.state && existsSync(flags.state) ? JSON.parse(readFileSync(flags.state, 'utf8')) : []);
const save = () => flags.state && writeFileSync(flags.state, JSON.stringify([...tasks]));
const asking = new Map();
let asks = 0;

const output = (t) => {
  if (t.tool === 'lint') return { content: [text('Lint server did not answer')], isError: true };
  const said = t.answer ? `${t.tool}: ${t.answer.action}` : `${t.tool}: 25 packages built`;
  return { content: [text(said)], structuredContent: { tool: t.tool, packages: 25 } };
};

function stateOf(t) {
  const age = Date.now() - t.startedAt;
  if (t.cancelled) return { status: 'cancelled', statusMessage: 'Stopped by you' };
  if (t.tool === 'deploy' && age > WORK_MS.deploy && !t.answer)
    return { status: 'input_required', statusMessage: 'Approve 2 database migrations' };
  if (age < WORK_MS[t.tool]) {
    const words = { build: 'Compiling packages', index: 'Reading files', deploy: 'Building image', lint: 'Linting' };
    return { status: 'working', statusMessage: words[t.tool] ?? 'Working' };
  }
  if (t.tool === 'lint') return { status: 'failed', statusMessage: 'Lint server did not answer' };
  return { status: 'completed', statusMessage: `${t.tool} has ended` };
}

function view(t) {
  const at = new Date(t.startedAt).toISOString();
  const kept = t.tool === 'brief' ? 1000 : ttl;
  const times = { taskId: t.id, createdAt: at, lastUpdatedAt: new Date().toISOString() };
  if (!modern) return { ...times, ttl: kept, pollInterval: pollMs, ...stateOf(t) };
  const state = stateOf(t);
  return {
    ...times,
    ttlMs: kept,
    pollIntervalMs: pollMs,
    ...state,
    ...(state.status === 'completed' ? { result: output(t) } : {}),
    ...(state.status === 'failed' ? { error: { code: -32603, message: 'Lint server did not answer' } } : {}),
    ...(state.status === 'input_required'
      ? { inputRequests: { approval: { method: 'elicitation/create', params: FORM } } }
      : {}),
  };
}

function known(params) {
  const t = tasks.get(params?.taskId);
  if (t && (t.tool !== 'brief' || Date.now() - t.startedAt < 1000)) return t;
  throw new RpcError(-32602, 'no such task');
}

function start(params) {
  const id = `tsk_${Math.random().toString(16).slice(2, 12)}`;
  const t = { id, tool: params.name, startedAt: Date.now() };
  tasks.set(id, t);
  save();
  const token = params._meta?.progressToken;
  if (token !== undefined && !modern) report(t, token);
  return t;
}

/** Progress of a task that works, ten times a second. */
function report(t, progressToken) {
  const timer = setInterval(() => {
    if (stateOf(t).status !== 'working') return clearInterval(timer);
    const progress = Math.floor((Date.now() - t.startedAt) / (WORK_MS.build / 25));
    const total = t.tool === 'index' ? {} : { total: 25 };
    send({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress, ...total } });
  }, 100);
}

/** `tasks/result`: the question is only asked while it is open. */
async function result(t) {
  if (t.tool === 'deploy' && stateOf(t).status === 'input_required') {
    asks += 1;
    const id = `ask${asks}`;
    const answer = new Promise((resolve) => asking.set(id, resolve));
    const params = { ...FORM, _meta: { [RELATED]: { taskId: t.id } } };
    send({ jsonrpc: '2.0', id, method: 'elicitation/create', params });
    const { result: given } = await answer;
    // An error is no answer: whoever asks for the result next is asked again.
    if (!given) throw new RpcError(-32603, 'nobody answered');
    t.answer = given;
    save();
  }
  while (stateOf(t).status === 'working') await new Promise((resolve) => setTimeout(resolve, 50));
  return { ...output(t), _meta: { [RELATED]: { taskId: t.id } } };
}

const tools = () =>
  Object.keys(WORK_MS).map((name) => ({
    name,
    inputSchema: object(),
    ...(modern ? {} : { execution: { taskSupport: 'required' } }),
  }));
const LEGACY = { tools: {}, tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } };
const full = (value) => (modern ? { resultType: 'complete', ...value } : value);
const METHODS = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: LEGACY,
    serverInfo: { name: 'tasks', version: '1.0.0' },
  }),
  'server/discover': () =>
    full({
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {}, extensions: { [EXTENSION]: {} } },
      ttlMs: 60_000,
      cacheScope: 'private',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'tasks', version: '1.0.0' } },
    }),
  'tools/list': () => full({ tools: tools(), ...(modern ? { ttlMs: 60_000, cacheScope: 'private' } : {}) }),
  'tools/call': (params) => {
    const t = start(params);
    return modern ? { resultType: 'task', ...view(t) } : { task: view(t) };
  },
  'tasks/get': (params) => full(view(known(params))),
  'tasks/cancel': (params) => {
    known(params).cancelled = true;
    save();
    return modern ? full({}) : view(known(params));
  },
  ...(modern
    ? {
        'tasks/update': (params) => {
          known(params).answer = params.inputResponses?.approval;
          save();
          return full({});
        },
      }
    : {
        'tasks/list': () => ({ tasks: [...tasks.values()].map(view) }),
        'tasks/result': (params) => result(known(params)),
      }),
};
const GREETING = modern ? 'initialize' : 'server/discover';

const send = serveStdio(async (message, reply) => {
  if (message.method === undefined) return asking.get(message.id)?.(message);
  if (message.id === undefined) return;
  try {
    const run = message.method === GREETING ? undefined : METHODS[message.method];
    if (!run) throw new RpcError(-32601, `no method ${message.method}`);
    reply({ jsonrpc: '2.0', id: message.id, result: await run(message.params ?? {}) });
  } catch (error) {
    reply(errorAnswer(message.id, error));
  }
});
