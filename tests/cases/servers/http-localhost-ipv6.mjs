import { mcpHttp, text, tool } from '../lib.mjs';

mcpHttp({
  host: process.argv[3] === 'v4' ? '127.0.0.1' : '::1',
  name: 'one-family',
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
});
