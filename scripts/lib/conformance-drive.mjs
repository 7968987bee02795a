/** Runs the suite's scenarios one by one, for scripts/conformance.sh, which sets the environment read here. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const { CLI, CLIENT, ONLY, WIRES, KNOWN, OUT, SUITE } = process.env;
const jobs = Math.max(1, Math.min(2, Number(process.env.JOBS) || 1));
const limit = Number(process.env.LIMIT);
const end = Date.now() + 1000 * Number(process.env.DEADLINE);
const modern = '2026-07-28';
const legacy = '2025-11-25';
const mostOutput = 1 << 20;

/** Scenarios of the suite with the protocol versions each is run at. */
function readScenarios() {
  const listed = execFileSync(process.execPath, [CLI, 'list', '--client'], { encoding: 'utf8', timeout: 60_000 });
  return [...listed.matchAll(/^ {2}- (\S+)(?: \[([^\]]*)\])?$/gm)]
    .map(([, name, tags = '']) => ({ name, wires: wiresOf(tags.split(',')) }))
    .filter(({ name }) => !ONLY || new RegExp(ONLY).test(name));
}

function wiresOf(tags) {
  if (WIRES === 'default') return ['default'];
  if (tags.includes('extension')) return [legacy, modern];
  const both = tags.filter((tag) => tag === legacy || tag === modern);
  return both.length > 0 ? both : [tags.at(-1) || 'default'];
}

function readKnown() {
  if (!KNOWN) return new Set();
  const lines = readFileSync(KNOWN, 'utf8').split('\n');
  return new Set(lines.map((line) => line.replace(/#.*/, '').trim()).filter(Boolean));
}

function readChecks(folder) {
  const found = readdirSync(folder, { recursive: true }).find((path) => basename(String(path)) === 'checks.json');
  if (found === undefined) return [];
  try {
    return JSON.parse(readFileSync(join(folder, String(found)), 'utf8'));
  } catch {
    return []; // cut off when the suite was ended
  }
}

/** Ends a whole process group; it may be gone already. */
function endGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Starts the suite on one scenario in a process group of its own, because its own limit does not reach every client. */
function runSuite(args, folder, seconds) {
  return new Promise((resolve) => {
    const env = { ...process.env, NODE_NO_WARNINGS: '1' };
    const child = spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env });
    let text = '';
    let hung = false;
    let code = null;
    let over = false;
    const keep = (bytes) => {
      if (text.length < mostOutput) text += bytes;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer = setTimeout(() => {
      hung = true;
      endGroup(child.pid, 'SIGTERM');
      setTimeout(() => endGroup(child.pid, 'SIGKILL'), 2000).unref();
    }, seconds * 1000);
    const finish = () => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      if (child.pid !== undefined) endGroup(child.pid, 'SIGKILL');
      writeFileSync(join(folder, 'runner.txt'), text);
      resolve({ code, text, hung });
    };
    child.on('error', (error) => {
      text += error;
      finish();
    });
    child.on('exit', (exitCode) => {
      code = exitCode;
      setTimeout(finish, 1500).unref();
    });
    child.on('close', finish);
  });
}

/** Why a run does not count as passed, or an empty text. */
function problemOf(name, { code, text, hung }, checks, seconds) {
  const bad = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  const asked = checks.some(({ id }) => /^incoming-(auth-)?request$/.test(id));
  if (hung) return `hung: ended after ${seconds} s`;
  if (/CLIENT TIMED OUT/.test(text)) return `client timed out after ${limit} s`;
  if (bad.length > 0) return `${bad[0].status} ${bad[0].id}: ${bad[0].errorMessage ?? bad[0].description}`;
  if (code !== 0) return /CLIENT EXITED WITH ERROR \(code -?\d+\)/.exec(text)?.[0] ?? `suite exit code ${code}`;
  // A client that does nothing passes some scenarios by the suite's own count.
  if (name.startsWith('auth/') && !asked) return 'vacuous: the client sent no request';
  return checks.some(({ status }) => status === 'SUCCESS') ? '' : 'vacuous: no check succeeded';
}

async function run({ name }, wire) {
  const left = Math.floor((end - Date.now()) / 1000);
  if (left < 5) return { wire, ok: false, why: 'not run: deadline', ms: 0, success: 0, failure: 0, warning: 0 };
  const folder = join(OUT, 'runs', `${name.replaceAll('/', '_')}@${wire}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const args = [
    CLI,
    'client',
    '--command',
    CLIENT,
    '--scenario',
    name,
    '--timeout',
    String(limit * 1000),
    '-o',
    folder,
  ];
  if (wire !== 'default') args.push('--spec-version', wire, '--force');
  const started = Date.now();
  const seconds = Math.min(limit + 10, left);
  const ended = await runSuite(args, folder, seconds);
  const checks = existsSync(folder) ? readChecks(folder) : [];
  const count = (status) => checks.filter((check) => check.status === status).length;
  const why = problemOf(name, ended, checks, seconds);
  return {
    wire,
    ok: why === '',
    why,
    code: ended.code,
    ms: Date.now() - started,
    success: count('SUCCESS'),
    failure: count('FAILURE'),
    warning: count('WARNING'),
  };
}

function describe(run) {
  const warned = run.warning > 0 ? `+${run.warning}w` : '';
  const counts = `${run.success}/${run.success + run.failure}${warned} ${(run.ms / 1000).toFixed(1)}s`;
  if (run.ok) return `${run.wire} ok ${counts}`;
  return `${run.wire} FAILED ${counts} (${run.why.replace(/\s+/g, ' ').slice(0, 160)})`;
}

const known = readKnown();
const totals = { passed: 0, failed: 0, skipped: 0 };
const summary = [];
const countedAs = { PASS: 'passed', KNOWN: 'skipped', FAIL: 'failed', STALE: 'failed' };

async function judge(scenario) {
  const runs = [];
  for (const wire of scenario.wires) runs.push(await run(scenario, wire));
  const verdicts = runs.map(({ ok, wire }) => {
    const expected = known.has(scenario.name) || known.has(`${scenario.name}@${wire}`);
    if (ok) return expected ? 'STALE' : 'PASS';
    return expected ? 'KNOWN' : 'FAIL';
  });
  // An entry for the whole scenario is stale only when every wire passes.
  const whole = known.has(scenario.name) && verdicts.includes('KNOWN');
  const judged = whole ? verdicts.map((one) => (one === 'STALE' ? 'PASS' : one)) : verdicts;
  const verdict = ['FAIL', 'STALE', 'KNOWN'].find((one) => judged.includes(one)) ?? 'PASS';
  totals[countedAs[verdict]] += 1;
  summary.push({ scenario: scenario.name, verdict, runs });
  process.stdout.write(`${verdict.padEnd(5)} ${scenario.name} [${runs.map(describe).join('; ')}]\n`);
}

const started = Date.now();
const scenarios = readScenarios();
// It measures milliseconds, so it runs alone.
const alone = 'sse-retry';
for (const scenario of scenarios.filter(({ name }) => name === alone)) await judge(scenario);
const queue = scenarios.filter(({ name }) => name !== alone);
const work = async () => {
  for (let next = queue.shift(); next; next = queue.shift()) await judge(next);
};
await Promise.all(Array.from({ length: jobs }, work));
const seconds = Math.round((Date.now() - started) / 1000);
const report = { suite: SUITE, client: CLIENT, seconds, totals, scenarios: summary };
writeFileSync(join(OUT, 'summary.json'), JSON.stringify(report, null, 1));
process.stderr.write(`results in ${OUT}, ${seconds} s\n`);
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed${skipped}\n`);
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0);
