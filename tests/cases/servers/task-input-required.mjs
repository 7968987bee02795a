import { RpcError, sleep, stdio, text, tool } from '../lib.mjs';

const tasks = new Map();
let n = 0;
const rel = (id) => ({ 'io.modelcontextprotocol/related-task': { taskId: id } });
const view = (x) => ({
  taskId: x.id,
  status: x.status,
  createdAt: x.at,
  lastUpdatedAt: new Date().toISOString(),
  ttl: 600_000,
  pollInterval: 300,
});
const get = (p) => {
  const x = tasks.get(p.taskId);
  if (!x) throw new RpcError(-32602, 'no such task');
  return x;
};
const s = stdio({
  name: 'input-required',
  caps: { tools: {}, tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } },
  tools: [tool('deploy', {}, { execution: { taskSupport: 'required' } })],
  on: {
    'tools/call': (p) => {
      if (!p.task) throw new RpcError(-32601, 'run it as a task');
      const x = { id: `d-${++n}`, status: 'working', at: new Date().toISOString() };
      x.over = new Promise((f) => {
        x.done = f;
      });
      tasks.set(x.id, x);
      setTimeout(() => {
        x.status = 'input_required';
      }, 400);
      return { task: view(x) };
    },
    'tasks/get': (p) => view(get(p)),
    'tasks/list': () => ({ tasks: [...tasks.values()].map(view) }),
    'tasks/cancel': (p) => {
      const x = get(p);
      x.status = 'cancelled';
      x.done(text('cancelled'));
      return view(x);
    },
    'tasks/result': async (p) => {
      const x = get(p);
      if (!x.asked && x.status === 'input_required') {
        x.asked = true;
        const r = await s.ask('elicitation/create', {
          message: 'Deploy to production?',
          requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } } },
          _meta: rel(x.id),
        });
        x.status = 'working';
        await sleep(400);
        if (x.status === 'working') {
          x.status = 'completed';
          x.done(text(`deploy: ${r.result?.action ?? 'error'}`));
        }
      }
      return { ...(await x.over), _meta: rel(x.id) };
    },
  },
});
