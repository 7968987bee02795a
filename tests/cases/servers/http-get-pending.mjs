import { mcpHttp, text, tool } from '../lib.mjs';

mcpHttp({ name: 'silent-get', tools: [tool('hello')], calls: { hello: () => text('hello') }, get: () => {} });
