import { mcpHttp, text, tool } from '../lib.mjs';
import { oauth } from '../lib-oauth.mjs';

mcpHttp({
  name: 'pkce',
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
  before: oauth({
    as: () => ({ code_challenge_methods_supported: process.argv[3] === 'plain' ? ['plain'] : undefined }),
  }).before,
});
