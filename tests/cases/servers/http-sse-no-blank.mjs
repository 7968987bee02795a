import { mcpHttp, sse, text, tool } from '../lib.mjs';

const open = process.argv[3] === 'open';
mcpHttp({
  name: 'unfinished-event',
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
  answer: (res, r, _c, h) => {
    const s = sse(res, h);
    s.raw(`event: message\ndata: ${JSON.stringify(r)}\n`);
    if (open) s.raw('\n');
    else s.end();
  },
});
