import { json, mcpHttp, plain, text, tool } from '../lib.mjs';
import { oauth } from '../lib-oauth.mjs';

const v = process.argv[3] ?? '403';
const dcr = (_q, res, c, st) => {
  if (v === '403')
    return json(res, 403, {
      error: 'access_denied',
      error_description: 'Only approved clients may register here (case)',
    });
  if (v === 'redirect')
    return json(res, 400, {
      error: 'invalid_redirect_uri',
      error_description: `${c.msg?.redirect_uris?.[0]} is not https`,
    });
  if (v === 'html') return plain(res, 500, '<html><title>Server error</title></html>', { 'content-type': 'text/html' });
  const cl = { client_id: 'made-with-200', ...c.msg };
  st.clients.set(cl.client_id, cl);
  json(res, 200, cl);
};
mcpHttp({
  name: 'dcr-refused',
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
  before: oauth({
    dcr,
    clients: [{ client_id: 'case-client', redirect_uris: ['http://127.0.0.1:49999/callback'] }],
    redirectOk: (c, u) => (c.redirect_uris ?? []).includes(u) || /^http:\/\/(127\.0\.0\.1|localhost):/.test(u),
  }).before,
});
