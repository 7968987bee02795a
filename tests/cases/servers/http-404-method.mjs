import { json, mcpHttp, text, tool } from '../lib.mjs';

mcpHttp({
  session: true,
  name: 'four-oh-four',
  caps: { tools: {}, prompts: {}, resources: {} },
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
  answer: (res, r, _c, h) => json(res, r.error?.code === -32601 ? 404 : 200, r, h),
});
