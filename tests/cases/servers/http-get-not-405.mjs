import { mcpHttp, plain, text, tool } from '../lib.mjs';

const code = Number(process.argv[3] ?? 404);
mcpHttp({
  session: true,
  name: 'no-get',
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
  get: (_q, res) => plain(res, code, 'nothing here'),
});
