import { existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { stdio, text, tool } from '../lib.mjs';

const lock = process.argv[2] ?? new URL('../.case-lock', import.meta.url).pathname;
let other = 0;
try {
  other = Number(readFileSync(lock, 'utf8'));
  process.kill(other, 0);
} catch {
  other = 0;
}
if (other) {
  process.stderr.write(`Error: database is locked by process ${other}\n`);
  process.exit(1);
}
rmSync(lock, { force: true });
writeSync(openSync(lock, 'wx'), String(process.pid));
const bye = () =>
  setTimeout(() => {
    if (existsSync(lock)) rmSync(lock);
    process.exit(0);
  }, 600); // slow release
process.on('SIGTERM', bye);
stdio({ name: 'locked', tools: [tool('pid')], calls: { pid: () => text(process.pid) }, onEnd: bye });
