import { sleep, stdio, tool } from '../lib.mjs';

const ms = Number(process.argv[2] ?? 3000),
  t0 = Date.now(),
  held = [];
const s = stdio({
  name: 'bar',
  tools: [tool('hello')],
  onMessage: async (_m) => {
    if (!ready) await new Promise((r) => held.push(r));
  },
});
let ready = false;
for (let i = 0; Date.now() - t0 < ms; i++) {
  s.err(`\rPulling layer ${String(i).padStart(5)} [${'='.repeat(i % 60).padEnd(60)}] ${'x'.repeat(4000)}`);
  await sleep(Math.max(1, ms / 1000));
}
ready = true;
for (const release of held) release();
