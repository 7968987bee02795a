import { sleep, stdio, text, tool } from '../lib.mjs';

const s = stdio({
  name: 'strays',
  tools: ['twice', 'stray', 'late', 'hello'].map((n) => tool(n)),
  calls: {
    twice: (_a, m) => {
      s.reply(m.id, text('first'));
      s.reply(m.id, text('second'));
    },
    stray: () => {
      s.reply(987654, text('for nobody'));
      s.send({ jsonrpc: '2.0', id: 'ghost', error: { code: 0, message: 'Request cancelled' } });
      return text('real');
    },
    late: async () => {
      await sleep(3000);
      return text('late answer');
    },
    hello: () => text('hello'),
  },
});
