import { sleep, stdio, text, tool } from '../lib.mjs';

const line = (o) => `${JSON.stringify({ jsonrpc: '2.0', ...o })}\n`;
const s = stdio({
  name: 'drip',
  caps: { tools: {}, logging: {} },
  tools: [tool('slow'), tool('burst')],
  calls: {
    slow: async (_a, m) => {
      for (const ch of line({ id: m.id, result: text('drip') })) {
        s.raw(ch);
        await sleep(10);
      }
    },
    burst: async (_a, m) => {
      const all =
        Array.from({ length: 10 }, (_, i) =>
          line({ method: 'notifications/message', params: { level: 'info', data: `n${i}` } }),
        ).join('') + line({ id: m.id, result: text('burst') });
      s.raw(all.slice(0, -20));
      await sleep(200);
      s.raw(all.slice(-20));
    },
  },
});
