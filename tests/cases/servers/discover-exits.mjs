import { stdio, text, tool } from '../lib.mjs';

let inited = false;
const s = stdio({
  name: 'strict-first',
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
  onMessage: (m) => {
    if (m.method === 'initialize') inited = true;
    else if (!inited && m.id !== undefined && m.method !== 'ping') {
      s.err(`Error: the first request must be initialize, not ${m.method}\n`);
      process.exit(1);
    }
  },
});
