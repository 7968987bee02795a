// A modern server (2026-07-28) without its transport: give it messages, it sends messages.
import * as content from './content.mjs';
import { errorAnswer, object, RpcError, text } from './kit.mjs';

export const VERSION = '2026-07-28';
export const key = (name) => `io.modelcontextprotocol/${name}`;
const TASKS = key('tasks');
const serverInfo = { name: 'fixture-modern', title: 'Modern fixture', version: '1.0.0' };
const gated = { uri: 'fixture://gated', name: 'gated', description: 'Asks before it is read.', mimeType: 'text/plain' };
const region = { type: 'string', 'x-mcp-header': 'Region' };
const asking = [
  {
    name: 'ask',
    description: 'Asks for a name by a form, in `rounds` rounds.',
    inputSchema: object({ rounds: { type: 'integer', default: 1 } }),
  },
  { name: 'ask-two', description: 'Asks for a name and for the roots at once.', inputSchema: object() },
  { name: 'sample', description: 'Asks the client for a model reply.', inputSchema: object() },
  { name: 'roots', description: 'Asks for the roots.', inputSchema: object() },
  { name: 'wait', description: 'Asks to be called again, without a question.', inputSchema: object() },
  { name: 'region', description: 'Wants its argument as a header too (HTTP).', inputSchema: object({ region }) },
  { name: 'build', description: 'Runs as a task.', inputSchema: object({ ms: { type: 'integer', default: 200 } }) },
  {
    name: 'end-listening',
    description: 'Ends all subscriptions from the server side.',
    inputSchema: object({ form: { type: 'string', enum: ['result', 'cancelled'], default: 'result' } }),
  },
];
const elicit = { method: 'elicitation/create', params: { mode: 'form', ...content.form } };
const sample = { method: 'sampling/createMessage', params: content.sampling };
const listRoots = { method: 'roots/list' };
const needs = { 'elicitation/create': 'elicitation', 'sampling/createMessage': 'sampling', 'roots/list': 'roots' };

// The questions of each round; a tool answers when all rounds are over.
const rounds = {
  ask: (args) => Array.from({ length: args.rounds ?? 1 }, () => ({ name: elicit })),
  'ask-two': () => [{ name: elicit, where: listRoots }],
  sample: () => [{ reply: sample }],
  roots: () => [{ where: listRoots }],
  wait: () => [undefined],
};

/**
 * Options: `pageSize` of tools/list (0: one page). `receive(message, send, stop)` resolves when the message is dealt
 * with; aborting `stop` (an AbortController) gives the request up.
 */
export function modernPeer({ pageSize = 0 } = {}) {
  const running = new Map();
  const subscriptions = new Set();
  const issued = new Map();
  const tasks = new Map();
  const world = {
    extra: 0,
    changed: (method, params) => {
      for (const s of subscriptions) if (s.wants(method, params)) s.note(method, params);
    },
  };

  // Several rounds of questions; the state is opaque and must come back byte for byte.
  function ask(subject, all, p) {
    const at = p.requestState === undefined ? { subject, round: 0 } : issued.get(p.requestState);
    if (at?.subject !== subject) throw new RpcError(-32602, 'This requestState was not issued here.');
    const missing = Object.keys(all[at.round - 1] ?? {}).filter((k) => !p.inputResponses?.[k]);
    if (missing.length > 0) throw new RpcError(-32602, `No input for ${missing.join(', ')}.`);
    if (at.round === all.length) return undefined;
    for (const request of Object.values(all[at.round] ?? {})) requireCapability(p, needs[request.method]);
    const requestState = ` state ${issued.size + 1} "é\\ \u2028`;
    issued.set(requestState, { subject, round: at.round + 1 });
    return { resultType: 'input_required', requestState, ...(all[at.round] && { inputRequests: all[at.round] }) };
  }

  async function callTool(p, message, send, signal) {
    const { name, arguments: args = {} } = p;
    if (Object.hasOwn(rounds, name)) {
      return ask(name, rounds[name](args), p) ?? { content: [text(JSON.stringify(p.inputResponses ?? {}))] };
    }
    if (name === 'region') return { content: [text(args.region ?? 'none')] };
    if (name === 'build') return startTask(tasks, args, p);
    if (name === 'end-listening') return endListening(subscriptions, args.form ?? 'result');
    const result = await content.callTool(name, args, context(message, send, signal, world));
    if (!result) throw new RpcError(-32602, `Unknown tool: ${name}`);
    return result;
  }

  const methods = {
    'server/discover': () =>
      cached({ supportedVersions: [VERSION], capabilities, instructions: 'A modern server for tests.' }),
    'tools/list': (p) =>
      cached(content.page('tools', [...content.tools, ...asking, ...content.extraTools(world)], p.cursor, pageSize)),
    'tools/call': callTool,
    'resources/list': (p) => cached(content.page('resources', [...content.resources, gated], p.cursor)),
    'resources/templates/list': (p) => cached(content.page('resourceTemplates', content.resourceTemplates, p.cursor)),
    'resources/read': (p) => {
      const question = p.uri === gated.uri ? ask(gated.uri, [{ name: elicit }], p) : undefined;
      return question ?? cached(read(p.uri));
    },
    'prompts/list': (p) => cached(content.page('prompts', content.prompts, p.cursor)),
    'prompts/get': content.getPrompt,
    'completion/complete': content.complete,
    'subscriptions/listen': (p, message, send, signal) => listen({ p, id: message.id, send, signal, subscriptions }),
    ...taskMethods(tasks),
  };

  return { receive: (message, send, stop) => receive({ message, send, stop, running, methods }) };
}

const capabilities = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: {},
  logging: {},
  completions: {},
  extensions: { [TASKS]: {} },
};
function read(uri) {
  const found = uri === gated.uri ? { contents: [{ uri, text: 'The gate is open.' }] } : content.readResource(uri);
  if (!found) throw new RpcError(-32602, 'Resource not found', { uri });
  return found;
}

const cached = (result) => ({ ttlMs: 60_000, cacheScope: 'private', ...result });
const complete = (result) => ({
  resultType: 'complete',
  ...result,
  _meta: { [key('serverInfo')]: serverInfo, ...result._meta },
});

async function receive({ message, send, stop = new AbortController(), running, methods }) {
  if (message.method === undefined) return;
  if (message.id === undefined) {
    if (message.method === 'notifications/cancelled') running.get(message.params?.requestId)?.abort();
    return;
  }
  running.set(message.id, stop);
  try {
    checkMeta(message);
    const method = Object.hasOwn(methods, message.method) ? methods[message.method] : undefined;
    if (!method) throw new RpcError(-32601, `Method not found: ${message.method}`);
    const result = await method(message.params ?? {}, message, send, stop.signal);
    if (result && !stop.signal.aborted) send({ jsonrpc: '2.0', id: message.id, result: complete(result) });
  } catch (e) {
    send(errorAnswer(message.id, e));
  } finally {
    running.delete(message.id);
  }
}

// The old handshake has no metadata, but its version deserves the answer that names ours.
function checkMeta({ method, params }) {
  const meta = params?._meta ?? {};
  const requested = method === 'initialize' ? params?.protocolVersion : meta[key('protocolVersion')];
  if (requested === undefined) throw new RpcError(-32602, `Missing _meta field: ${key('protocolVersion')}`);
  if (requested !== VERSION || method === 'initialize') {
    throw new RpcError(-32022, 'Unsupported protocol version', { supported: [VERSION], requested });
  }
  if (!meta[key('clientCapabilities')]) throw new RpcError(-32602, `Missing _meta field: ${key('clientCapabilities')}`);
}

function requireCapability(params, name) {
  if (params._meta[key('clientCapabilities')][name]) return;
  throw new RpcError(-32021, 'Missing required client capability', { requiredCapabilities: { [name]: {} } });
}

function context(message, send, signal, world) {
  const meta = message.params._meta;
  const wanted = content.levels.indexOf(meta[key('logLevel')]);
  return {
    signal,
    world,
    token: meta.progressToken,
    note: (method, params) => send({ jsonrpc: '2.0', method, params }),
    log: (level, data) => {
      if (wanted < 0 || content.levels.indexOf(level) < wanted) return;
      send({ jsonrpc: '2.0', method: 'notifications/message', params: { level, logger: 'fixture', data } });
    },
  };
}

function honoured(filter) {
  const { toolsListChanged, resourcesListChanged, resourceSubscriptions } = filter;
  return {
    ...(toolsListChanged && { toolsListChanged }),
    ...(resourcesListChanged && { resourcesListChanged }),
    ...(resourceSubscriptions?.length && { resourceSubscriptions }),
  };
}

/** Resolves with the result of a graceful end, or with undefined when no answer is due. */
function listen({ p, id, send, signal, subscriptions }) {
  if (typeof p.notifications !== 'object' || p.notifications === null) {
    throw new RpcError(-32602, 'notifications is missing');
  }
  const filter = honoured(p.notifications);
  const _meta = { [key('subscriptionId')]: id };
  const note = (method, params) => send({ jsonrpc: '2.0', method, params: { ...params, _meta } });
  const wants = (method, params) => {
    if (method === 'notifications/tools/list_changed') return filter.toolsListChanged;
    return method === 'notifications/resources/updated' && filter.resourceSubscriptions?.includes(params.uri);
  };
  note('notifications/subscriptions/acknowledged', { notifications: filter });
  return new Promise((resolve) => {
    const subscription = { wants, note };
    subscription.end = (form) => {
      subscriptions.delete(subscription);
      if (form === 'result') return resolve({ _meta });
      if (form === 'cancelled') send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
      resolve(undefined);
    };
    subscriptions.add(subscription);
    signal.addEventListener('abort', () => subscription.end('silently'));
  });
}

function endListening(subscriptions, form) {
  const count = subscriptions.size;
  for (const s of [...subscriptions]) s.end(form);
  return { content: [text(`ended ${count}`)] };
}

function startTask(tasks, args, p) {
  if (!p._meta[key('clientCapabilities')].extensions?.[TASKS]) {
    const requiredCapabilities = { extensions: { [TASKS]: {} } };
    throw new RpcError(-32021, 'Missing required client capability', { requiredCapabilities });
  }
  const now = new Date().toISOString();
  const task = {
    taskId: `task-${tasks.size + 1}`,
    status: 'working',
    createdAt: now,
    lastUpdatedAt: now,
    ttlMs: 60_000,
    pollIntervalMs: 50,
  };
  tasks.set(task.taskId, task);
  setTimeout(() => {
    if (task.status !== 'working') return;
    const result = complete({ content: [text('built')] });
    Object.assign(task, { status: 'completed', lastUpdatedAt: new Date().toISOString(), result });
  }, args.ms ?? 200);
  return { resultType: 'task', ...task };
}

function taskMethods(tasks) {
  const find = ({ taskId }) => {
    const task = tasks.get(taskId);
    if (!task) throw new RpcError(-32602, `Unknown task: ${taskId}`);
    return task;
  };
  return {
    'tasks/get': (p) => ({ ...find(p) }),
    'tasks/update': (p) => {
      find(p);
      return {};
    },
    'tasks/cancel': (p) => {
      const task = find(p);
      if (task.status === 'working')
        Object.assign(task, { status: 'cancelled', lastUpdatedAt: new Date().toISOString() });
      return {};
    },
  };
}
