import { stdio, text, tool } from '../lib.mjs';

const v = process.argv[2] ?? '-32602';
const s = stdio({
  name: 'odd-probe',
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
  onMessage: (m) => {
    if (m.method !== 'server/discover') return;
    s.send({
      jsonrpc: '2.0',
      id: v === 'null-id' ? null : m.id,
      error: { code: v === 'null-id' ? -32600 : Number(v), message: 'initialize has to come first' },
    });
    return true;
  },
});
