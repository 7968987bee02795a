import { sleep, stdio, text, tool } from '../lib.mjs';

stdio({
  name: 'order',
  tools: [tool('wait', { ms: { type: 'integer' } })],
  calls: {
    wait: async (a) => {
      await sleep(Math.min(a.ms ?? 100, 30000));
      return text(`waited ${a.ms}`);
    },
  },
});
