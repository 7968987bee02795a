import { json, mcpHttp, text, tool } from '../lib.mjs';

const code = Number(process.argv[3] ?? 400);
mcpHttp({
  session: true,
  name: 'not-404',
  tools: [tool('hello'), tool('forget')],
  calls: {
    hello: () => text('hello'),
    forget: (_a, _m, c) => {
      c.sessions.clear();
      return text('forgotten');
    },
  },
  before: (req, res, c) => {
    if (c.msg?.method === 'initialize' || c.sessions.has(req.headers['mcp-session-id'])) return false;
    json(res, code, {
      jsonrpc: '2.0',
      id: code === 200 ? (c.msg?.id ?? null) : null,
      error:
        code === 200
          ? { code: -32002, message: 'Server not initialized' }
          : { code: -32000, message: 'Bad Request: no valid session id' },
    });
    return true;
  },
});
