import { stdio, text, tool } from '../lib.mjs';

const v = process.argv[2] ?? '1999-01-01';
stdio({
  name: 'odd-version',
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
  on: {
    initialize: () => ({
      protocolVersion: v,
      capabilities: { tools: {} },
      serverInfo: { name: 'odd-version', version: '1.0.0' },
    }),
  },
});
