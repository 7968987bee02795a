import { mcpHttp, plain, text, tool } from '../lib.mjs';

mcpHttp({
  name: 'landing-page',
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
  get: (_q, res) => plain(res, 200, 'This is an MCP endpoint. POST to it.'),
});
