import { stdio, tool } from '../lib.mjs';

stdio({
  name: 'argv',
  tools: [tool('argv')],
  calls: {
    argv: () => ({
      content: [{ type: 'text', text: JSON.stringify(process.argv.slice(2)) }],
      structuredContent: { argv: process.argv.slice(2) },
    }),
  },
});
