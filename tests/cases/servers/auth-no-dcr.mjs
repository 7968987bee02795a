import { mcpHttp, text, tool } from '../lib.mjs';
import { oauth } from '../lib-oauth.mjs';

const o = oauth({
  dcr: false,
  clients: [{ client_id: 'case-client' }],
  redirectOk: (_c, u) => /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?\//.test(u) || /^[a-z][a-z.+-]+:\//.test(u),
  as: () => (process.argv[3] === 'cimd' ? { client_id_metadata_document_supported: true } : {}),
});
mcpHttp({ name: 'no-dcr', tools: [tool('hello')], calls: { hello: () => text('hello') }, before: o.before });
