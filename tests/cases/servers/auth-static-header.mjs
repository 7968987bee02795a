import { mcpHttp, text, tool } from '../lib.mjs';
import { oauth } from '../lib-oauth.mjs';

const o = oauth({});
o.st.access.set('case-static', { scope: 'base', exp: Date.now() + 3_600_000 });
mcpHttp({
  name: 'both-ways',
  tools: [tool('who')],
  calls: { who: (_a, _m, c) => text(c.req.headers.authorization === 'Bearer case-static' ? 'static' : 'oauth') },
  before: o.before,
});
