import { stdio, text, tool } from '../lib.mjs';

const s = stdio({
  name: 'flood',
  caps: { tools: {}, logging: {} },
  tools: [tool('flood', { n: { type: 'integer', default: 30000 } }), tool('hello')],
  calls: {
    hello: () => text('hello'),
    flood: async (a) => {
      for (let i = 0; i < Math.min(a.n ?? 30000, 200000); i++) {
        s.note('notifications/message', { level: 'debug', logger: 'w', data: `event ${i} ${'.'.repeat(60)}` });
        if (i % 2000 === 0) await new Promise((r) => setImmediate(r));
      }
      return text('flooded');
    },
  },
});
