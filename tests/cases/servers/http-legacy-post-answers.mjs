import { json, listen, plain, rpc, sse, text, tool } from '../lib.mjs';

const v = process.argv[3] ?? '200';
let s;
const handle = rpc({ name: 'legacy-post', tools: [tool('hello')], calls: { hello: () => text('hello') } });
listen(async (req, res, c) => {
  if (c.path === '/sse' && (req.method === 'GET' || v === 'sse-on-post')) {
    const x = sse(res);
    if (req.method === 'GET') s = x;
    return x.ev('/messages', { event: 'endpoint' });
  }
  if (c.path !== '/messages' || req.method !== 'POST') return plain(res, 405);
  const r = await handle(c.msg);
  if (v === 'json' || v === 'both') r ? json(res, 200, r) : plain(res, 202);
  else if (v === '204') {
    res.writeHead(204);
    res.end();
  } else plain(res, 200, 'ok');
  if (r && v !== 'json') s?.ev(r, { event: 'message' });
});
