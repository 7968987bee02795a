import { json, mcpHttp, plain, text, tool } from '../lib.mjs';

const v = process.argv[3] ?? 'jsonrpc';
let dead = false;
mcpHttp({
  session: true,
  name: 'forgetful',
  tools: [tool('hello'), tool('forget'), tool('dead')],
  calls: {
    hello: () => text('hello'),
    forget: (_a, _m, c) => {
      c.sessions.clear();
      return text('forgotten');
    },
    dead: (_a, _m, c) => {
      c.sessions.clear();
      dead = true;
      return text('dead');
    },
  },
  before: (req, res, c) => {
    if (dead && c.msg?.method !== 'initialize') c.sessions.clear();
    if (c.msg?.method === 'initialize' || c.sessions.has(req.headers['mcp-session-id'])) return false;
    if (v === 'jsonrpc')
      json(res, 404, { jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } });
    else if (v === 'malformed') json(res, 404, { jsonrpc: '2.0', id: c.msg?.id ?? 0 });
    else plain(res, 404, v === 'text' ? 'session unknown or expired\n' : '');
    return true;
  },
});
