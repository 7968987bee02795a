/**
 * `npm run orphans`: starts 20 servers, many of them ill-behaved, and ends them in every way there is: stop, restart, quit
 * of the host, SIGKILL of the host and the next start. Counts what is left by a mark in the environment of each process,
 * so that the count does not rest on what the app itself knows. Exits with 1 when anything is left.
 * `--cli FILE` uses a command line that is built already.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { startBeside, startServe } from './lib/orphans-host.mjs';
import { requireNode, root, say } from './lib/process.mjs';

const MARK = 'WIREBENCH_ORPHANS';
/** The whole run; what is left then is ended and the run has failed. */
const LIMIT_MS = 8 * 60_000;
/** How long well-behaved servers have to notice that the host is dead. */
const NOTICE_MS = 3000;
/** Every server ends by itself after this time, whatever happens to this script. */
const LIFE_MS = '400000';

const test = (...names) => join(root, 'tests', ...names);
const node = (script, ...args) => [process.execPath, script, ...args];
const loose = join(root, 'scripts', 'lib', 'orphans-server.mjs');
const polite = test('servers', 'legacy.mjs');
/** What runs: how many of each, and the command line. */
const kinds = [
  ['well-behaved', 5, node(polite)],
  ['below a shell', 2, ['/bin/sh', '-c', `"${process.execPath}" "${polite}"; true`]],
  ['ignores SIGTERM', 2, node(test('cases', 'servers', 'ignore-sigterm.mjs'))],
  ['grandchild that outlives its wrapper', 4, node(test('cases', 'servers', 'orphan-grandchild.mjs'))],
  ['ignores everything, with a grandchild', 3, node(test('stress', 'stubborn.mjs'))],
  ['child in a session of its own', 2, node(loose, 'detached')],
  ['daemon', 2, node(loose, 'daemon')],
];

/** Living processes that carry a mark, by pid with their birth, so that a reused pid is told apart. */
function marked(mark) {
  const found = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const environment = readFileSync(`/proc/${name}/environ`, 'latin1').split('\0');
      if (!environment.includes(`${MARK}=${mark}`)) continue;
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields[0] !== 'Z' && fields[0] !== 'X') found.set(Number(name), fields[19]);
    } catch {
      // Another user's process, or it ended meanwhile.
    }
  }
  return found;
}

/** Those of `before` that still live: the same pid and the same birth. */
function stillThere(before, mark) {
  const now = marked(mark);
  return [...before].filter(([pid, birth]) => now.get(pid) === birth).map(([pid]) => pid);
}

const rows = [];
function tell(step, { processes, left, from, note = '' }) {
  rows.push({ step, processes, left, ms: Math.round(performance.now() - from), note });
  say(`${step}: ${left} left${note === '' ? '' : ` (${note})`}`);
}

function table() {
  const head = { step: 'Step', processes: 'Processes', left: 'Left', ms: 'Took', note: 'Note' };
  const lines = [head, ...rows.map((row) => ({ ...row, ms: `${(row.ms / 1000).toFixed(1)} s` }))];
  const columns = Object.keys(head);
  const width = (column) => Math.max(...lines.map((line) => String(line[column]).length));
  const widths = columns.map(width);
  return lines
    .map((line) =>
      columns
        .map((column, i) => String(line[column]).padEnd(widths[i]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

async function addServers(link, mark) {
  const ids = [];
  const env = { [MARK]: mark, MCP_CASE_MAX_MS: LIFE_MS, WIREBENCH_FIXTURE_MAX_MS: LIFE_MS };
  for (const [kind, count, [command, ...args]] of kinds) {
    for (let i = 1; i <= count; i += 1) {
      const endpoint = { kind: 'stdio', command, args, env, inherit: 'short' };
      const { serverId } = await link.call('server.save', { name: `${kind} ${i}`, endpoint, era: 'legacy' });
      ids.push(serverId);
    }
  }
  return ids;
}

/** Starts all of them, and waits until what they started has come, too. */
async function startAll(link, ids, mark) {
  const sessions = await Promise.all(
    ids.map(async (serverId) => (await link.call('session.start', { serverId })).sessionId),
  );
  await Promise.all(sessions.map((id) => link.ready(id)));
  await sleep(2500);
  return { sessions, before: marked(mark) };
}

async function run(cli, dataDir, mark) {
  const ours = { [MARK]: `${mark}-host` };
  const beside = startBeside(cli, dataDir, { server: polite, env: { [MARK]: `${mark}-beside` } });
  let host = await startServe(cli, dataDir, ours);
  try {
    const ids = await addServers(host.link, mark);
    let from = performance.now();
    let { sessions, before } = await startAll(host.link, ids, mark);
    tell(`${ids.length} servers started`, { processes: before.size, left: 0, from });

    from = performance.now();
    await Promise.all(sessions.map((sessionId) => host.link.call('session.stop', { sessionId })));
    tell('Stop', { processes: before.size, left: marked(mark).size, from });

    ({ sessions, before } = await startAll(host.link, ids, mark));
    from = performance.now();
    await Promise.all(ids.map((serverId) => host.link.call('session.restart', { serverId })));
    tell('Restart', { processes: before.size, left: stillThere(before, mark).length, from, note: 'of the old ones' });

    await sleep(2500);
    before = marked(mark);
    from = performance.now();
    await host.end('SIGTERM');
    tell('Quit of the host', { processes: before.size, left: marked(mark).size, from });

    host = await startServe(cli, dataDir, ours);
    ({ before } = await startAll(host.link, ids, mark));
    const neighbours = marked(`${mark}-beside`);
    from = performance.now();
    await host.end('SIGKILL');
    await sleep(NOTICE_MS);
    const survivors = marked(mark).size;
    host = await startServe(cli, dataDir, ours);
    const note = `${before.size - survivors} noticed by themselves, ${survivors} ended by the next start`;
    tell('SIGKILL, next start', { processes: before.size, left: marked(mark).size, from, note });

    const harmed = neighbours.size - stillThere(neighbours, `${mark}-beside`).length;
    const two = neighbours.size >= 2 ? '' : 'the other host did not run';
    tell('Other host meanwhile', { processes: neighbours.size, left: harmed, from, note: two || 'left means: harmed' });
    if (two !== '') throw new Error(two);
  } finally {
    await host.end('SIGTERM');
    const from = performance.now();
    const before = marked(`${mark}-beside`).size;
    await beside.end();
    tell('Quit of the other host', { processes: before, left: marked(`${mark}-beside`).size, from });
  }
}

/** Ends what carries our mark, one by one; gives how many there were. */
function endAll(mark) {
  const pids = [mark, `${mark}-host`, `${mark}-beside`].flatMap((one) => [...marked(one).keys()]);
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended meanwhile.
    }
  }
  return pids.length;
}

async function main() {
  requireNode();
  if (process.platform !== 'linux') {
    say('This check counts processes in /proc, which only Linux has.');
    return 2;
  }
  const { values } = parseArgs({ options: { cli: { type: 'string' } } });
  ensureInstalled();
  if (values.cli === undefined && !ensureBuilt()) return 1;
  const cli = values.cli ?? join(root, 'out', 'main', 'cli.js');
  const dataDir = mkdtempSync(join(tmpdir(), 'wirebench-orphans-'));
  const mark = `${process.pid}-${Date.now()}`;
  const late = new AbortController();
  const tooLate = sleep(LIMIT_MS, undefined, { signal: late.signal }).then(() => {
    throw new Error(`not done after ${LIMIT_MS / 60_000} minutes`);
  });
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      endAll(mark);
      process.exit(1);
    });
  }
  let failed = false;
  try {
    await Promise.race([run(cli, dataDir, mark), tooLate]);
  } catch (error) {
    failed = true;
    say(error.message);
  }
  late.abort();
  tooLate.catch(() => undefined);
  const ended = endAll(mark);
  const left = rows.reduce((sum, row) => sum + row.left, 0) + (failed ? ended : 0);
  process.stdout.write(`${table()}\n\n${left} processes left\n`);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  return failed || left > 0 ? 1 : 0;
}

process.exit(await main());
