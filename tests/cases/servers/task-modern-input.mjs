import { mcpHttp, RpcError, text, tool } from '../lib.mjs';

const V = '2026-07-28',
  X = 'io.modelcontextprotocol/tasks',
  done = (r) => ({ resultType: 'complete', ...r }),
  cached = (r) => done({ ttlMs: 0, cacheScope: 'private', ...r }),
  tasks = new Map();
let n = 0,
  dup = 0;
const get = (p) => {
  const x = tasks.get(p.taskId);
  if (!x) throw new RpcError(-32602, 'no such task');
  return x;
};
const base = (x, status) => ({
  taskId: x.id,
  status,
  createdAt: x.at,
  lastUpdatedAt: new Date().toISOString(),
  ttlMs: 120_000,
  pollIntervalMs: 300,
});
const target = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: 'Which target?',
    requestedSchema: {
      type: 'object',
      properties: { target: { type: 'string', enum: ['web', 'desktop'] } },
      required: ['target'],
    },
  },
};
mcpHttp({
  name: 'modern-task',
  on: {
    'server/discover': () =>
      cached({
        supportedVersions: [V],
        capabilities: { tools: {}, extensions: { [X]: {} } },
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'modern-task', version: '1.0.0' } },
      }),
    'tools/list': () => cached({ tools: [tool('build'), tool('duplicates')] }),
    'tools/call': (p) => {
      if (p.name === 'duplicates') return done(text(`${dup} answers for a question that was already answered`));
      if (!p._meta?.['io.modelcontextprotocol/clientCapabilities']?.extensions?.[X])
        throw new RpcError(-32021, 'Missing required client capability', {
          requiredCapabilities: { extensions: { [X]: {} } },
        });
      const x = { id: `m-${++n}`, at: new Date().toISOString(), polls: 0, after: 0 };
      tasks.set(x.id, x);
      return { resultType: 'task', ...base(x, 'working') };
    },
    'tasks/get': (p) => {
      const x = get(p);
      x.polls++;
      if (x.cancelled) return done(base(x, 'cancelled'));
      if (x.polls === 1) return done(base(x, 'working'));
      if (!x.answer || x.after++ < 2) return done({ ...base(x, 'input_required'), inputRequests: { target } }); // still listed twice after the answer
      return done(
        x.after < 5
          ? base(x, 'working')
          : { ...base(x, 'completed'), result: text(`built for ${x.answer.content?.target ?? x.answer.action}`) },
      );
    },
    'tasks/update': (p) => {
      const x = get(p),
        a = p.inputResponses?.target;
      if (a) {
        if (x.answer) dup++;
        x.answer ??= a;
      }
      return done({});
    },
    'tasks/cancel': (p) => {
      get(p).cancelled = true;
      return done({});
    },
  },
});
