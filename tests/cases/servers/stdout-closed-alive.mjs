import { closeSync } from 'node:fs';
import { stdio, text, tool } from '../lib.mjs';

const s = stdio({
  name: 'mute',
  tools: [tool('close-output'), tool('hello')],
  calls: {
    hello: () => text('hello'),
    'close-output': () => {
      s.err('closing stdout\n');
      closeSync(1);
    },
  },
});
process.on('uncaughtException', () => {});
setInterval(() => {}, 1000);
