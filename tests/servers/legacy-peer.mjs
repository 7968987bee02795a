// A legacy server (up to 2025-11-25) without its transport: give it messages, it sends messages.
import * as content from './content.mjs';
import { errorAnswer, object, pause, RpcError, text } from './kit.mjs';

const VERSIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
const asking = [
  { name: 'ask', description: 'Asks for a name by a form.', inputSchema: object() },
  { name: 'sample', description: 'Asks the client for a model reply.', inputSchema: object() },
  { name: 'roots', description: 'Asks for the roots.', inputSchema: object() },
  { name: 'ping-client', description: 'Pings the client.', inputSchema: object() },
  {
    name: 'build',
    description: 'Can run as a task.',
    inputSchema: object({ ms: { type: 'integer', default: 200 } }),
    execution: { taskSupport: 'optional' },
  },
];
const questions = {
  ask: ['elicitation', 'elicitation/create', content.form],
  sample: ['sampling', 'sampling/createMessage', content.sampling],
  roots: ['roots', 'roots/list', undefined],
  'ping-client': [undefined, 'ping', undefined],
};

/**
 * One peer per process or session. Options: `push(message)` takes what belongs to no request; `versions` to offer;
 * `pageSize` of tools/list (0: one page). `receive(message, send)` resolves when the message is dealt with.
 */
export function legacyPeer({ push, versions = VERSIONS, pageSize = 0 }) {
  const state = { client: undefined, level: 'debug', subscribed: new Set(), running: new Map(), waiting: new Map() };
  const tasks = new Map();
  let asked = 0;
  const world = {
    extra: 0,
    changed: (method, params) => {
      if (method === 'notifications/resources/updated' && !state.subscribed.has(params.uri)) return;
      push({ jsonrpc: '2.0', method, params });
    },
  };
  const ask = (send, method, params) =>
    new Promise((resolve) => {
      const id = `fixture-${++asked}`;
      state.waiting.set(id, resolve);
      send({ jsonrpc: '2.0', id, method, ...(params && { params }) });
    });

  async function question(name, send) {
    const [capability, method, params] = questions[name];
    if (capability && !state.client[capability]) {
      return { content: [text(`The client does not offer ${capability}.`)], isError: true };
    }
    const answer = await ask(send, method, params);
    return { content: [text(JSON.stringify(answer.result ?? answer.error))] };
  }

  async function callTool(params, message, send, signal) {
    const { name, arguments: args = {} } = params;
    if (name === 'build') return params.task ? startTask(tasks, args, params.task) : build(args);
    if (Object.hasOwn(questions, name)) return question(name, send);
    const result = await content.callTool(name, args, context({ message, send, signal, world, state }));
    if (!result) throw new RpcError(-32602, `Unknown tool: ${name}`);
    return result;
  }

  const methods = {
    initialize: (p) => {
      state.client = p.capabilities ?? {};
      return initializeResult(versions.includes(p.protocolVersion) ? p.protocolVersion : versions.at(-1));
    },
    ping: () => ({}),
    'tools/list': (p) =>
      content.page('tools', [...content.tools, ...asking, ...content.extraTools(world)], p.cursor, pageSize),
    'tools/call': callTool,
    ...contentMethods(state),
    ...taskMethods(tasks),
  };

  return { receive: (message, send) => receive(message, send, state, methods) };
}

function context({ message, send, signal, world, state }) {
  return {
    signal,
    world,
    token: message.params?._meta?.progressToken,
    note: (method, params) => send({ jsonrpc: '2.0', method, params }),
    log: (level, data) => {
      if (content.levels.indexOf(level) < content.levels.indexOf(state.level)) return;
      send({ jsonrpc: '2.0', method: 'notifications/message', params: { level, logger: 'fixture', data } });
    },
  };
}

function contentMethods(state) {
  return {
    'resources/list': (p) => content.page('resources', content.resources, p.cursor),
    'resources/templates/list': (p) => content.page('resourceTemplates', content.resourceTemplates, p.cursor),
    'resources/read': (p) => {
      const found = content.readResource(p.uri);
      if (!found) throw new RpcError(-32002, 'Resource not found', { uri: p.uri });
      return found;
    },
    'resources/subscribe': (p) => {
      state.subscribed.add(p.uri);
      return {};
    },
    'resources/unsubscribe': (p) => {
      state.subscribed.delete(p.uri);
      return {};
    },
    'prompts/list': (p) => content.page('prompts', content.prompts, p.cursor),
    'prompts/get': content.getPrompt,
    'completion/complete': content.complete,
    'logging/setLevel': (p) => {
      if (!content.levels.includes(p.level)) throw new RpcError(-32602, `Unknown level: ${p.level}`);
      state.level = p.level;
      return {};
    },
  };
}

async function receive(message, send, state, methods) {
  if (message.method === undefined) {
    state.waiting.get(message.id)?.(message);
    state.waiting.delete(message.id);
    return;
  }
  if (message.id === undefined) {
    if (message.method === 'notifications/cancelled') state.running.get(message.params?.requestId)?.abort();
    return;
  }
  const stop = new AbortController();
  state.running.set(message.id, stop);
  try {
    const method = Object.hasOwn(methods, message.method) ? methods[message.method] : undefined;
    if (!method) throw new RpcError(-32601, `Method not found: ${message.method}`);
    if (!state.client && !['initialize', 'ping'].includes(message.method)) {
      throw new RpcError(-32600, 'The session is not initialized.');
    }
    const result = await method(message.params ?? {}, message, send, stop.signal);
    if (!stop.signal.aborted) send({ jsonrpc: '2.0', id: message.id, result });
  } catch (e) {
    send(errorAnswer(message.id, e));
  } finally {
    state.running.delete(message.id);
  }
}

const initializeResult = (protocolVersion) => ({
  protocolVersion,
  capabilities: {
    tools: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    prompts: {},
    logging: {},
    completions: {},
    tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
  },
  serverInfo: { name: 'fixture-legacy', title: 'Legacy fixture', version: '1.0.0' },
  instructions: 'A legacy server for tests.',
});

async function build(args, signal) {
  await pause(args.ms ?? 200, signal);
  return { content: [text('built')] };
}

function startTask(tasks, args, { ttl = 60_000 }) {
  const now = new Date().toISOString();
  const stop = new AbortController();
  const task = {
    taskId: `task-${tasks.size + 1}`,
    status: 'working',
    createdAt: now,
    lastUpdatedAt: now,
    ttl,
    pollInterval: 50,
  };
  const set = (status) => Object.assign(task, { status, lastUpdatedAt: new Date().toISOString() });
  const end = build(args, stop.signal).then((result) => {
    if (task.status === 'working') set('completed');
    return { ...result, _meta: { 'io.modelcontextprotocol/related-task': { taskId: task.taskId } } };
  });
  const cancel = () => {
    set('cancelled');
    stop.abort();
  };
  tasks.set(task.taskId, { task, end, cancel });
  return { task: { ...task } };
}

function taskMethods(tasks) {
  const find = ({ taskId }) => {
    const entry = tasks.get(taskId);
    if (!entry) throw new RpcError(-32602, `Unknown task: ${taskId}`);
    return entry;
  };
  return {
    'tasks/get': (p) => ({ ...find(p).task }),
    'tasks/list': () => ({ tasks: [...tasks.values()].map((t) => ({ ...t.task })) }),
    'tasks/result': async (p) => {
      const { task, end } = find(p);
      const result = await end;
      if (task.status === 'cancelled') throw new RpcError(-32603, 'The task was cancelled.');
      return result;
    },
    'tasks/cancel': (p) => {
      const { task, cancel } = find(p);
      if (task.status !== 'working') throw new RpcError(-32602, `The task is ${task.status}.`);
      cancel();
      return { ...task };
    },
  };
}
