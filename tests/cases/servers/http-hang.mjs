import { json, mcpHttp, sse, text, tool } from '../lib.mjs';

const v = process.argv[3] ?? 'none';
mcpHttp({
  name: 'hang',
  tools: [tool('hello'), tool('hang')],
  calls: { hello: () => text('hello'), hang: () => text('never') },
  answer: (res, r, c, h) => {
    if (c.msg.params?.name === 'hang' || (v === 'initialize' && c.msg.method === 'initialize')) {
      if (v === 'headers') sse(res, h).raw(': \n\n');
      return;
    }
    json(res, 200, r, h);
  },
});
