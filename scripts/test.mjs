/**
 * `npm test`: format and lint, types, architecture, unit, integration, build, end to end; stops at the first that fails.
 * `--only name[,name]` runs just these; anything after goes to vitest. The last line is `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { requireNode, root, say } from './lib/process.mjs';
import { countReport } from './lib/vitest-report.mjs';

/** Milliseconds after which a step counts as failed. */
const stepLimit = 40 * 60_000;
const reportFolder = join(root, '.cache', 'test');
const tool = (...path) => join(root, 'node_modules', ...path);

/** Runs a Node script with its output in sight; resolves with its exit code. */
function run(script, args) {
  const env = { ...process.env, ELECTRON_SKIP_BINARY_DOWNLOAD: '1' };
  delete env.ELECTRON_RUN_AS_NODE;
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env });
  const forward = (signal) => child.kill(signal);
  const limit = setTimeout(() => {
    say(`no end after ${stepLimit / 60_000} minutes`);
    child.kill('SIGKILL');
  }, stepLimit);
  process.once('SIGTERM', forward).once('SIGINT', forward);
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  }).finally(() => {
    clearTimeout(limit);
    process.off('SIGTERM', forward).off('SIGINT', forward);
  });
}

const asCount = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 });
const check =
  (script, ...args) =>
  async () =>
    asCount((await run(script, args)) === 0);

/** Files of tests keep both cores of a small machine busy; by itself vitest leaves one free. */
const ALL_CORES = ['--maxWorkers=100%'];

/** A step of one or more vitest projects. */
function vitest(projects, options = []) {
  return async (filters) => {
    const report = join(reportFolder, `${projects.join('-')}.json`);
    mkdirSync(reportFolder, { recursive: true });
    rmSync(report, { force: true });
    const code = await run(tool('vitest', 'vitest.mjs'), [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...options,
      ...filters,
    ]);
    return countReport(existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined, code);
  };
}

const steps = {
  lint: check(tool('@biomejs', 'biome', 'bin', 'biome'), 'ci'),
  types: check(tool('typescript', 'bin', 'tsc'), '-b'),
  architecture: vitest(['architecture']),
  unit: vitest(['unit', 'main', 'renderer'], ALL_CORES),
  // They wait for processes most of the time.
  integration: vitest(['integration'], ALL_CORES),
  build: async () => asCount(ensureBuilt()),
  e2e: vitest(['e2e'], ALL_CORES),
  shell: vitest(['shell']),
};

/** The names after `--only`, and what is left for vitest. */
function readArguments(args) {
  const at = args.indexOf('--only');
  if (at < 0) return { names: Object.keys(steps), filters: args };
  const wanted = (args[at + 1] ?? '').split(',');
  const unknown = wanted.filter((name) => !(name in steps));
  if (unknown.length > 0) {
    say(`unknown step: ${unknown.join(', ')}. Steps are ${Object.keys(steps).join(', ')}.`);
    process.exit(2);
  }
  return { names: Object.keys(steps).filter((name) => wanted.includes(name)), filters: args.toSpliced(at, 2) };
}

requireNode();
const { names, filters } = readArguments(process.argv.slice(2));
ensureInstalled();
const total = { passed: 0, failed: 0, skipped: 0 };
for (const name of names) {
  const started = Date.now();
  say(`${name} …`);
  const count = await steps[name](filters);
  for (const key of Object.keys(total)) total[key] += count[key];
  say(`${name}: ${count.passed} passed, ${count.failed} failed (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (count.failed > 0) break;
}
if (total.skipped > 0) say(`${total.skipped} skipped`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed > 0 ? 1 : 0);
