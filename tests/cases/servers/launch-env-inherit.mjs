import { stdio, tool } from '../lib.mjs';

const names = () =>
  Object.keys(process.env)
    .filter((k) => !k.startsWith('MCP_CASE'))
    .sort();
stdio({
  name: 'env',
  tools: [tool('names')],
  calls: {
    names: () => ({
      content: [{ type: 'text', text: names().join('\n') }],
      structuredContent: { names: names(), proxy: process.env.HTTPS_PROXY ?? null },
    }),
  },
});
