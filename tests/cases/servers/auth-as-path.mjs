import { mcpHttp, text, tool } from '../lib.mjs';
import { oauth } from '../lib-oauth.mjs';

const at = {
  insert: '/.well-known/oauth-authorization-server/tenant1',
  'oidc-insert': '/.well-known/openid-configuration/tenant1',
  'oidc-append': '/tenant1/.well-known/openid-configuration',
}[process.argv[3] ?? 'insert'];
mcpHttp({
  name: 'tenant',
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
  before: oauth({ asPaths: [at], issuer: (c) => `${c.origin}/tenant1` }).before,
});
