import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { cpuSeconds, startHost, startStress, until } from './lib/host.mjs';
import { lookAround } from './lib/look.mjs';
import { idleStrain, keepClicking, openPage, readStrain, showServer, whenOnScreen } from './lib/page.mjs';
import { profileFlags, profileLines } from './lib/profile.mjs';
import { timeReference } from './lib/reference.mjs';
import { strainRows } from './lib/strain.mjs';
import { median, ratioRow } from './lib/table.mjs';

const RUNS = 3;
const DISK_BAR = 2;
const SCREEN_BAR = 4;
/** Milliseconds for a search or a jump among all rows. */
const LOOK_BAR = 1000;

/** What the stress server can pour out, and where a person sees it. */
export const floods = [
  {
    what: '50,000 log notifications',
    tool: 'log_flood',
    count: 50_000,
    stream: 'stdout',
    tab: 'Notifications',
    line: (i, n) => `log #${i} of ${n}${i === n ? ' LAST' : ''}`,
  },
  {
    what: '100,000 stderr lines',
    tool: 'stderr_flood',
    count: 100_000,
    stream: 'stderr',
    tab: 'Tools',
    line: (i, n) => `stderr line #${i} of ${n}${i === n ? ' LAST' : ''}`,
  },
];

const sessionFolder = (dataDir) => {
  const sessions = join(dataDir, 'sessions');
  return join(sessions, readdirSync(sessions).sort().at(-1));
};
const segments = (folder) =>
  readdirSync(folder)
    .filter((name) => /^wire-\d+\.jsonl$/.test(name))
    .sort();

function tailHas(folder, text) {
  const fd = openSync(join(folder, segments(folder).at(-1)), 'r');
  const { size } = fstatSync(fd);
  const tail = Buffer.alloc(Math.min(size, 16_384));
  readSync(fd, tail, 0, tail.length, size - tail.length);
  closeSync(fd);
  return tail.includes(text);
}

/** How many of the flood's lines are on disk, exact and in order. */
function countExact(folder, flood, before) {
  const kind = flood.stream === 'stderr' ? 'stderr' : 'frame';
  let found = 0;
  for (const name of segments(folder)) {
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      if (line === '') continue;
      const record = JSON.parse(line);
      if (record.seq <= before || record.k !== kind) continue;
      const text = flood.line(found + 1, flood.count);
      const params = { level: (found + 1) % 100 ? 'info' : 'warning', logger: 'flood', data: text };
      const frame = () => JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params });
      if (record.text === (kind === 'stderr' ? text : frame())) found += 1;
    }
  }
  return found;
}

/** Every row of the flood as the page reads it: how many are exact and in order. */
async function countPaged(host, sessionId, flood) {
  const view = flood.stream === 'stderr' ? 'stderr' : 'notices';
  let found = 0;
  let total = 1;
  for (let from = 0; from < total; from += 1000) {
    const page = await host.call('log.page', { sessionId, view, from, count: 1000 });
    total = page.total;
    for (const row of page.lines ?? page.traffic) {
      const wanted = flood.line(found + 1, flood.count);
      if ((page.lines ? row.text : row.preview) === wanted) found += 1;
    }
  }
  return found;
}

async function oneRun(flood, { host, page, dataDir, sessionId }) {
  const idle = await idleStrain(page);
  const folder = sessionFolder(dataDir);
  const before = host.entity('session', sessionId).counts.wire;
  const marker = flood.line(flood.count, flood.count);
  const shown = whenOnScreen(page, marker);
  // The reader, too, shares the processor with a page that is clicked and looked at.
  const stopClicking = keepClicking(page);
  const reference = await timeReference({
    tool: flood.tool,
    args: { count: flood.count },
    stream: flood.stream,
    dir: dataDir,
  });
  await readStrain(page);
  const cpuBefore = cpuSeconds(host.pid);
  const started = Date.now();
  await host.call('operation.run', {
    sessionId,
    verb: 'tools.call',
    input: { name: flood.tool, args: { count: flood.count } },
  });
  await until(`${flood.what} on disk`, () => tailHas(folder, marker), 120_000);
  const disk = Date.now() - started;
  const screen = (await shown) - started;
  const cpu = cpuSeconds(host.pid) - cpuBefore;
  await stopClicking();
  const busy = await readStrain(page);
  const exact = countExact(folder, flood, before);
  const paged = await countPaged(host, sessionId, flood);
  const look = flood.stream === 'stderr' ? await lookAround(page, host, sessionId) : undefined;
  return { reference: reference.ms, readerCpu: reference.cpu, cpu, disk, screen, idle, busy, exact, paged, look };
}

/** Something done by hand among 100,000 rows. */
function lookRow(what, runs) {
  const figure = median(runs.map((run) => run.look[what]));
  return { what, figure: `${Math.round(figure)} ms`, bar: `${LOOK_BAR} ms`, ok: figure <= LOOK_BAR ? 'yes' : 'no' };
}

/** One run on a fresh host and page. */
async function freshRun(flood, dataDir, nodeFlags = []) {
  const host = await startHost(dataDir, nodeFlags);
  const { browser, page } = await openPage(host.url);
  try {
    const sessionId = await startStress(host);
    await showServer(page, 'stress', flood.tab);
    return await oneRun(flood, { host, page, dataDir, sessionId });
  } finally {
    await browser.close();
    await host.stop();
  }
}

/** The processor's time is steadier than the clock's where other programs run as well. */
function cpuRow(what, runs) {
  const seconds = (name) => `${median(runs.map((run) => run[name])).toFixed(2)} s`;
  const ratio = median(runs.map((run) => run.cpu / run.readerCpu));
  return { what, figure: seconds('cpu'), reference: `${seconds('readerCpu')} reader`, ratio: `${ratio.toFixed(2)}x` };
}

/** Three runs of a flood. A bar that is missed gets the profile of one more run. */
export async function benchFlood(flood, freshDir) {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await freshRun(flood, freshDir()));
  const rows = floodRows(flood, runs);
  const missed = rows.find((row) => row.ok === 'no');
  if (missed) {
    const folder = freshDir();
    await freshRun(flood, freshDir(), profileFlags(folder));
    missed.profile = profileLines(folder);
  }
  return rows;
}

function floodRows(flood, runs) {
  const against = (name) => runs.map((run) => ({ figure: run[name], reference: run.reference }));
  const least = (name) => Math.min(...runs.map((run) => run[name]));
  const all = (what, name) => ({
    what: `${flood.what}: ${what}`,
    figure: `${least(name)}`,
    reference: `${flood.count}`,
    bar: 'all',
    ok: least(name) === flood.count ? 'yes' : 'no',
  });
  return [
    ratioRow(`${flood.what}: on disk`, against('disk'), DISK_BAR),
    ratioRow(`${flood.what}: last row on screen`, against('screen'), SCREEN_BAR),
    cpuRow(`${flood.what}: processor time of the host`, runs),
    all('exact and in order on disk', 'exact'),
    all('exact and in order read back', 'paged'),
    ...strainRows(flood.what, runs),
    ...(runs[0].look ? Object.keys(runs[0].look).map((what) => lookRow(what, runs)) : []),
  ];
}
