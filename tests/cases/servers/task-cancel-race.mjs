import { RpcError, sleep, stdio, text, tool } from '../lib.mjs';

const tasks = new Map();
let n = 0,
  wrong = 0;
const view = (x) => ({
  taskId: x.id,
  status: x.status,
  createdAt: new Date(x.t0).toISOString(),
  lastUpdatedAt: new Date().toISOString(),
  ttl: 60_000,
  pollInterval: 250,
});
const get = (p) => {
  const x = tasks.get(p.taskId);
  if (!x) throw new RpcError(-32602, 'no such task');
  return x;
};
stdio({
  name: 'cancel-race',
  caps: { tools: {}, tasks: { cancel: {}, list: {}, requests: { tools: { call: {} } } } },
  tools: [
    ...['deaf', 'done-already', 'slow-cancel'].map((x) => tool(x, {}, { execution: { taskSupport: 'required' } })),
    tool('wrong-cancels'),
  ],
  onMessage: (m) => {
    if (m.method === 'notifications/cancelled') wrong++;
  },
  on: {
    'tools/call': (p) => {
      if (p.name === 'wrong-cancels') return text(wrong);
      if (!p.task) throw new RpcError(-32601, 'run it as a task');
      const x = { id: `c-${++n}`, name: p.name, status: 'working', t0: Date.now() };
      tasks.set(x.id, x);
      if (p.name === 'deaf')
        setTimeout(() => {
          x.status = 'completed';
        }, 4000);
      return { task: view(x) };
    },
    'tasks/get': (p) => view(get(p)),
    'tasks/result': (p) => text(`result of ${get(p).name}`),
    'tasks/list': () => ({ tasks: [...tasks.values()].map(view) }),
    'tasks/cancel': async (p) => {
      const x = get(p);
      if (x.name === 'done-already') x.status = 'completed';
      if (x.status !== 'working') throw new RpcError(-32602, 'Cannot cancel a task in a final state');
      if (x.name === 'slow-cancel') {
        await sleep(3000);
        x.status = 'cancelled';
      }
      return view(x);
    },
  },
});
