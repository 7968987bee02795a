import { json, mcpHttp, text, tool } from '../lib.mjs';
import { oauth } from '../lib-oauth.mjs';

const re =
  { 'localhost-only': /^http:\/\/localhost[:/]/, 'ip-only': /^http:\/\/(127\.0\.0\.1|\[::1\])[:/]/ }[process.argv[3]] ??
  /./;
let n = 0;
const dcr = (_q, res, c, st) => {
  const bad = (c.msg?.redirect_uris ?? []).find((u) => !re.test(u));
  if (bad) return json(res, 400, { error: 'invalid_redirect_uri', error_description: `refused: ${bad}` });
  const cl = { client_id: `client-${++n}`, ...c.msg };
  st.clients.set(cl.client_id, cl);
  json(res, 201, cl);
};
mcpHttp({
  name: 'exact-redirect',
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
  before: oauth({ dcr }).before,
});
