import { stdio, text, tool } from '../lib.mjs';

stdio({
  name: 'partial',
  tools: [tool('last', { cut: { type: 'boolean' } })],
  calls: {
    last: (a, m) => {
      const l = JSON.stringify({ jsonrpc: '2.0', id: m.id, result: text('goodbye') });
      process.stdout.write(a.cut ? l.slice(0, -12) : l, () => process.exit(0));
    },
  },
});
