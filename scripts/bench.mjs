/**
 * `npm run bench`: measures floods, calls, the command line, a large result and the page's scripts against their bars, prints one table and writes
 * docs/benchmarks.md. Names after `--only` choose: calls, list, logs, stderr, json, result, large, tools, big, page; the file is then left as it is.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { requireNode, root, say } from './lib/process.mjs';

requireNode();
ensureInstalled();
// Imported after the install: they need vite and playwright.
const { buildStandin } = await import('./lib/build-standin.mjs');
await buildStandin();
if (!ensureBuilt()) {
  say('the build failed; its output is above.');
  process.exit(1);
}
const { benchBig } = await import('../bench/big.mjs');
const { benchBundle } = await import('../bench/bundle.mjs');
const { benchCalls } = await import('../bench/calls.mjs');
const { benchFlood, floods } = await import('../bench/flood.mjs');
const { benchJsonLine } = await import('../bench/json-line.mjs');
const { benchList } = await import('../bench/list.mjs');
const { browserVersion } = await import('../bench/lib/page.mjs');
const { benchManyTools } = await import('../bench/many-tools.mjs');
const { benchResult } = await import('../bench/result.mjs');
const { tableOf } = await import('../bench/lib/table.mjs');

const parts = {
  calls: benchCalls,
  list: benchList,
  logs: (dir) => benchFlood(floods[0], dir),
  stderr: (dir) => benchFlood(floods[1], dir),
  json: benchJsonLine,
  result: (dir) => benchResult(20, dir),
  large: (dir) => benchResult(100, dir),
  tools: benchManyTools,
  big: benchBig,
  page: benchBundle,
};

function chosen(args) {
  const at = args.indexOf('--only');
  if (at < 0) return Object.keys(parts);
  const names = (args[at + 1] ?? '').split(',');
  const unknown = names.filter((name) => !(name in parts));
  if (unknown.length === 0) return names;
  say(`unknown part: ${unknown.join(', ')}. Parts are ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}

/** The commit that was measured, marked when the files differ from it. */
function commitName() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const head = git('rev-parse', '--short', 'HEAD');
  if (head.status !== 0) return 'unknown';
  return `${head.stdout.trim()}${git('status', '--porcelain', '--', 'src').stdout === '' ? '' : ' with changes'}`;
}

function report(table, rows, loadBefore) {
  const profiles = rows
    .filter((row) => row.profile)
    .map(
      (row) => `\nMissed: ${row.what}. Where the host spent its time in one more run:\n\n${row.profile.join('\n')}\n`,
    );
  const facts = [
    `Measured on ${new Date().toISOString().slice(0, 10)}, commit ${commitName()}.`,
    `Machine: ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${process.platform} ${process.arch}, load ${loadBefore} before the run.`,
    `Node ${process.versions.node}, ${browserVersion()}.`,
    'Command: `npm run bench`.',
  ];
  return `# Benchmarks

${facts.join('\n')}

Each figure is the median of three runs on a fresh host and page. The reference is a bare reader that splits lines, parses
them where they are JSON, adds number and time and appends to a file; it runs right before each run of the app, on the
same machine, with the page open and clicked. A figure is measured from the call to the last line in the segment file or on the screen.
The ratio is the median of the ratios of the runs. The reference of the calls and of the list is a script that does the
same by hand and keeps nothing, in turns with the app; its calls are the same bytes as those of the app. Clicks and page tasks are compared with the same page when nothing happens.

${table}
${profiles.join('')}`;
}

const names = chosen(process.argv.slice(2));
const work = mkdtempSync(join(tmpdir(), 'wirebench-bench-'));
const freshDir = () => mkdtempSync(join(work, 'data-'));
const loadBefore = loadavg()[0].toFixed(1);
const rows = [];
try {
  for (const name of names) {
    say(`${name} …`);
    try {
      rows.push(...(await parts[name](freshDir)));
    } catch (error) {
      // The other parts are still worth measuring.
      say(error.stack);
      rows.push({ what: `${name}: could not be measured`, figure: error.message.split('\n')[0], ok: 'no' });
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
const table = tableOf(rows);
process.stdout.write(`${table}\n`);
if (names.length === Object.keys(parts).length) {
  mkdirSync(join(root, 'docs'), { recursive: true });
  writeFileSync(join(root, 'docs', 'benchmarks.md'), report(table, rows, loadBefore));
}
process.exit(rows.some((row) => row.ok === 'no') ? 1 : 0);
