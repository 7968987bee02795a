import { sleep, stdio, text, tool } from '../lib.mjs';

const s = stdio({
  name: 'odd-progress',
  tools: [tool('odd')],
  calls: {
    odd: async (_a, m) => {
      const token = m.params._meta?.progressToken ?? 'none';
      for (const x of [
        { progress: 10 },
        { progress: 5 },
        { progress: 0.5, total: 1 },
        { progress: 150, total: 100 },
        { progress: 1, total: 0 },
        { progress: -3, total: 10 },
        { progress: '7', total: '10' },
        {},
        { progress: 3, total: 10, message: 'm'.repeat(5000) },
        { progress: 10, total: 10, message: '<b>done</b>\nsecond line' },
      ]) {
        s.note('notifications/progress', { progressToken: token, ...x });
        await sleep(100);
      }
      return text('done');
    },
  },
});
