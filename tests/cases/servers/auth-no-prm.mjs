import { json, mcpHttp, text, tool } from '../lib.mjs';
import { oauth } from '../lib-oauth.mjs';

const none = process.argv[3] === 'nothing',
  o = oauth({ prmPaths: [], asPaths: none ? [] : undefined, challenge: () => 'Bearer' });
const gone = ['/authorize', '/token', '/register'];
mcpHttp({
  name: 'old-auth',
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
  before: (q, res, c) => {
    if (!none || !gone.includes(c.path)) return o.before(q, res, c);
    json(res, 404, {});
    return true;
  },
});
