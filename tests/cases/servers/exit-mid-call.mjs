import { sleep, stdio, text, tool } from '../lib.mjs';

const s = stdio({
  name: 'mortal',
  tools: [tool('die', { how: { enum: ['code', 'signal'] } }), tool('wait')],
  calls: {
    wait: async () => {
      await sleep(60000);
      return text('late');
    },
    die: async (a) => {
      s.err('Segmentation fault (simulated) in worker 3\n');
      await sleep(100);
      if (a.how === 'signal') process.kill(process.pid, 'SIGSEGV');
      else process.exit(3);
      await sleep(1000);
    },
  },
});
