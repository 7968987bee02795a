import { writeSync } from 'node:fs';
import { stdio, text, tool } from '../lib.mjs';

const shout = (l) => {
  const b = Buffer.from(l);
  for (let i = 0; i < 4000; i++) {
    try {
      writeSync(2, b);
    } catch (e) {
      if (e.code === 'EAGAIN') i--;
      else throw e;
    }
  }
};
stdio({
  name: 'loud-probe',
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
  onMessage: (m) => {
    if (m.method === 'server/discover')
      shout(`WARNING: this request fits none of the 31 known kinds: 'server/discover' (input shortened)\n`);
  },
});
