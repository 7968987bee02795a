import { RpcError, stdio, text, tool } from '../lib.mjs';

const cap = process.argv[2] !== 'no-cap',
  S = { must: 'required', never: 'forbidden', maybe: 'optional', weird: 'sometimes', silent: undefined };
let n = 0;
const t0 = new Date().toISOString(),
  names = new Map();
const view = (id) => {
  if (!names.has(id)) throw new RpcError(-32602, 'no such task');
  return { taskId: id, status: 'completed', createdAt: t0, lastUpdatedAt: t0, ttl: 60_000 };
};
stdio({
  name: 'support',
  caps: { tools: {}, ...(cap && { tasks: { requests: { tools: { call: {} } } } }) },
  tools: Object.entries(S).map(([k, v]) => tool(k, {}, v ? { execution: { taskSupport: v } } : {})),
  on: {
    'tools/call': (p) => {
      const s = S[p.name];
      if (s === 'required' && !p.task) throw new RpcError(-32601, `${p.name} needs a task`);
      if (p.task && (!cap || !['required', 'optional'].includes(s)))
        throw new RpcError(-32601, `${p.name} does not take a task`);
      if (!p.task) return text(`${p.name}: plain`);
      const id = `s-${++n}`;
      names.set(id, p.name);
      return { task: view(id) };
    },
    'tasks/get': (p) => view(p.taskId),
    'tasks/result': (p) => {
      view(p.taskId);
      return text(`${names.get(p.taskId)}: task`);
    },
  },
});
