import { listen, plain, rpc, sse, text, tool } from '../lib.mjs';

const v = process.argv[3] ?? 'path',
  streams = new Map();
let n = 0;
const handle = rpc({ name: 'legacy', tools: [tool('hello')], calls: { hello: () => text('hello') } });
listen(async (req, res, c) => {
  const sid = c.url.searchParams.get('sid');
  if (req.method === 'GET' && c.path === '/sse') {
    const id = `c${++n}`,
      s = sse(res);
    streams.set(id, s);
    res.on('close', () => streams.delete(id));
    s.ev(
      {
        path: `/messages?sid=${id}`,
        query: `?sid=${id}`,
        relative: `messages?sid=${id}`,
        absolute: `${c.origin}/messages?sid=${id}`,
        foreign: `http://127.0.0.2:9/messages?sid=${id}`,
      }[v],
      { event: 'endpoint' },
    );
    return;
  }
  const post = v === 'query' ? '/sse' : '/messages';
  if (req.method === 'POST' && c.path === post && streams.has(sid)) {
    plain(res, 202, 'Accepted');
    const r = await handle(c.msg);
    if (r) streams.get(sid)?.ev(r, { event: 'message' });
    return;
  }
  plain(res, c.path === '/sse' ? 405 : 404, 'no');
});
