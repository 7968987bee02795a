import { sleep, stdio, text, tool } from '../lib.mjs';

const s = stdio({
  name: 'steps',
  tools: [tool('steps')],
  calls: {
    steps: async (_a, m) => {
      const token = m.params._meta?.progressToken,
        type = token === undefined ? 'none' : `${typeof token} ${JSON.stringify(token)}`;
      for (let i = 1; i <= 4; i++) {
        await sleep(500);
        if (token !== undefined)
          s.note('notifications/progress', { progressToken: token, progress: i, total: 4, message: `step ${i}` });
      }
      return text(`token: ${type}`);
    },
  },
});
