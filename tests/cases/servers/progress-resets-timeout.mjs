import { sleep, stdio, text, tool } from '../lib.mjs';

const run = (loud) => async (a, m) => {
  const n = Math.min(a.seconds ?? 40, 500),
    every = a.every ?? 2,
    token = m.params._meta?.progressToken;
  for (let i = every; i <= n; i += every) {
    await sleep(every * 1000);
    if (loud && token !== undefined) s.note('notifications/progress', { progressToken: token, progress: i, total: n });
  }
  return text(`worked ${n} s`);
};
const props = { seconds: { type: 'number', default: 40 }, every: { type: 'number', default: 2 } };
const s = stdio({
  name: 'long',
  tools: [tool('long', props), tool('quiet', props)],
  calls: { long: run(true), quiet: run(false) },
});
