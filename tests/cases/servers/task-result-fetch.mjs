import { RpcError, stdio, text, tool } from '../lib.mjs';

const tasks = new Map(),
  final = { ok: 'completed', 'tool-error': 'failed', 'rpc-error': 'failed', gone: 'completed', contradicts: 'failed' };
let n = 0;
const view = (x) => ({
  taskId: x.id,
  status: Date.now() - x.t0 > 300 ? final[x.name] : 'working',
  createdAt: new Date(x.t0).toISOString(),
  lastUpdatedAt: new Date().toISOString(),
  ttl: null,
  pollInterval: 200,
});
const get = (p) => {
  const x = tasks.get(p.taskId);
  if (!x) throw new RpcError(-32602, 'no such task');
  return x;
};
stdio({
  name: 'results',
  caps: { tools: {}, tasks: { requests: { tools: { call: {} } } } },
  tools: Object.keys(final).map((x) => tool(x, {}, { execution: { taskSupport: 'optional' } })),
  on: {
    'tools/call': (p) => {
      if (!p.task) return text(`${p.name} without a task`);
      const x = { id: `r-${++n}`, name: p.name, t0: Date.now() };
      tasks.set(x.id, x);
      return { task: view(x) };
    },
    'tasks/get': (p) => view(get(p)),
    'tasks/result': (p) => {
      const x = get(p),
        _meta = { 'io.modelcontextprotocol/related-task': { taskId: x.id } };
      if (x.name === 'gone') throw new RpcError(-32602, 'Task expired');
      if (x.name === 'rpc-error') throw new RpcError(-32603, 'disk full', { free: 0 });
      return { ...text(`result of ${x.name}`), ...(x.name === 'tool-error' && { isError: true }), _meta };
    },
  },
});
