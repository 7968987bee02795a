import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { cli, root } from './lib/paths.mjs';
import { ratioRow } from './lib/table.mjs';

const RUNS = 9;
const BAR = 1.5;
const byHand = join(root, 'bench', 'entries', 'list-by-hand.mjs');

/** Milliseconds of a whole process; throws unless it names a tool of the demo server. */
function timeProcess(args) {
  const started = performance.now();
  const out = execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const took = performance.now() - started;
  if (!/\becho\b/.test(out)) throw new Error(`no tools were listed: ${out.slice(0, 200)}`);
  return took;
}

/** `wirebench list tools` from start to exit, against a script that does the same by hand; both with the demo server. */
export async function benchList(freshDir) {
  const server = [process.execPath, cli, 'demo-server'];
  const dataDir = freshDir();
  const wirebench = [cli, 'list', 'tools', '--data-dir', dataDir, '--', ...server];
  const reference = [byHand, ...server];
  // The first ones read the files from the disk.
  timeProcess(wirebench);
  timeProcess(reference);
  const runs = [];
  for (let run = 0; run < RUNS; run += 1)
    runs.push({ reference: timeProcess(reference), figure: timeProcess(wirebench) });
  return [ratioRow('list tools: the whole process', runs, BAR)];
}
