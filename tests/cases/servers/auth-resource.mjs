import { mcpHttp, text, tool } from '../lib.mjs';
import { oauth } from '../lib-oauth.mjs';

const v = process.argv[3] ?? 'exact',
  want = (c) => ({ exact: `${c.origin}/mcp`, root: `${c.origin}/`, foreign: 'https://other.example.test/mcp' })[v];
mcpHttp({
  name: 'resource',
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
  before: oauth({ prm: (c) => ({ resource: want(c) }), resourceOk: (r, c) => r === want(c) }).before,
});
