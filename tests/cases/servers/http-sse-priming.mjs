import { mcpHttp, sleep, sse, text, tool } from '../lib.mjs';

mcpHttp({
  name: 'primed',
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
  answer: async (res, r, _c, h) => {
    const s = sse(res, h);
    s.raw(': welcome\n\nid: p-1\nretry: 2500\ndata: \n\n');
    await sleep(30);
    s.raw(
      ':\n\n: ping 2026-01-01\n\nevent: heartbeat\ndata: {}\n\nevent: ping\ndata: 1767225600\n\nid: p-2\ndata:\n\nretry: soon\n\n',
    );
    await sleep(30);
    s.ev(r, { id: 'p-3', event: 'message' });
    s.raw(': bye\n\n');
    s.end();
  },
});
