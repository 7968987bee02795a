import { mcpHttp, text, tool } from '../lib.mjs';
import { oauth } from '../lib-oauth.mjs';

const ch = { bare: 'Bearer', basic: 'Basic realm="case", Bearer' }[process.argv[3]];
mcpHttp({
  name: 'no-challenge',
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
  before: oauth({ challenge: () => ch }).before,
});
