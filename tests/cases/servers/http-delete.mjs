import { mcpHttp, plain, sleep, text, tool } from '../lib.mjs';

const v = process.argv[3] ?? '405';
mcpHttp({
  session: true,
  name: 'delete',
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
  del: async (_q, res) => {
    if (v === 'slow') await sleep(20_000);
    plain(res, v === '405' ? 405 : 200);
  },
});
