// A Streamable HTTP server at /mcp. Flags: --era=legacy|modern, --answer=sse|json, --port=<n> (0: any), --page=<tools per page>.
// Legacy only: --sessions=off, --get=off (405), --drop (closes the stream of a tools/call after its first event; the answer
// comes by GET with Last-Event-ID). POST /__forget makes it forget all sessions, as after a restart.
import { empty, json, listen } from './http-kit.mjs';
import { legacyHttp } from './http-legacy.mjs';
import { modernHttp } from './http-modern.mjs';
import { errorAnswer, RpcError, readFlags } from './kit.mjs';

const flags = readFlags();
const options = {
  answer: flags.answer ?? 'sse',
  sessions: flags.sessions !== 'off',
  get: flags.get !== 'off',
  drop: flags.drop === 'true',
  pageSize: Number(flags.page ?? 0),
};
const server = flags.era === 'modern' ? modernHttp(options) : legacyHttp(options);

listen(
  async (req, res, { path, body }) => {
    if (path === '/__forget') {
      server.forget?.();
      return empty(res, 204);
    }
    if (path !== '/mcp') return json(res, 404, { error: 'Nothing is here.' });
    const method = server[req.method];
    if (!method) return empty(res, 405, { allow: 'POST' });
    if (req.method !== 'POST') return method(req, res);
    const accept = req.headers.accept ?? '';
    if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return empty(res, 406);
    if (!body?.jsonrpc) return json(res, 400, errorAnswer(null, new RpcError(-32700, 'Parse error')));
    await method(req, res, body);
  },
  Number(flags.port ?? 0),
);
