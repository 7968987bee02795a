import { record, stdio, text, tool } from '../lib.mjs';

for (const s of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.on(s, () => {
    record('signal', s);
    process.stderr.write(`got ${s}, staying\n`);
  });
stdio({
  name: 'stubborn',
  tools: [tool('pid')],
  calls: { pid: () => text(process.pid) },
  onEnd: () => process.stderr.write('stdin closed, staying\n'),
});
setInterval(() => {}, 1000);
