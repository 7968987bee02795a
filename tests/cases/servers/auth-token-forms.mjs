import { mcpHttp, text, tool } from '../lib.mjs';
import { oauth } from '../lib-oauth.mjs';

const v = process.argv[3] ?? 'text';
const tokenBody = (t) =>
  ({
    text: { ...t, expires_in: String(t.expires_in) },
    zero: { ...t, expires_in: 0 },
    absent: { ...t, expires_in: undefined },
    nulls: { ...t, scope: null, id_token: null, refresh_token: t.refresh_token },
    lower: { ...t, token_type: 'bearer' },
    form: new URLSearchParams({ ...t }).toString(),
  })[v];
mcpHttp({
  name: 'token-forms',
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
  before: oauth({ ttl: 2, tokenBody }).before,
});
