import { mcpHttp, text, tool } from '../lib.mjs';

mcpHttp({
  name: 'header-echo',
  tools: [tool('echo-headers')],
  calls: {
    'echo-headers': (_a, _m, c) =>
      text(JSON.stringify(Object.fromEntries(Object.entries(c.req.headers).filter(([k]) => k.startsWith('x-'))))),
  },
});
