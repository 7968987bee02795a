import { json, mcpHttp, plain, text, tool } from '../lib.mjs';
import { oauth } from '../lib-oauth.mjs';

const v = process.argv[3] ?? '404',
  bad = (_q, res) =>
    v === 'html'
      ? plain(res, 200, '<!doctype html><title>app</title>', { 'content-type': 'text/html' })
      : json(res, Number(v), { error: 'no' });
mcpHttp({
  name: 'prm-root',
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
  before: oauth({
    prmPaths: ['/.well-known/oauth-protected-resource'],
    challenge: () => 'Bearer',
    routes: { '/.well-known/oauth-protected-resource/mcp': bad },
  }).before,
});
