import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startHost, startStress, until } from './lib/host.mjs';
import { idleStrain, keepClicking, openPage, readStrain, showServer } from './lib/page.mjs';
import { root } from './lib/paths.mjs';
import { strainRows } from './lib/strain.mjs';
import { median, ratioRow } from './lib/table.mjs';

const RECORDS = 1_000_000;
const FEW = 10_000;
const OPENINGS = 7;
const OPEN_BAR = 2;
const SHARE_BAR = 0.1;
const MEMORY_BAR = 1.2;
/** Milliseconds for a jump among all rows. */
const JUMP_BAR = 1000;
/** Places of a jump, in the order of the jumps; 0 is the beginning, 1 the end. */
const PLACES = [0.5, 0.03, 0.97, 0.25, 0.75, 0, 0.6, 1];
const target = join(root, '.cache', 'bench-big');
const what = '1,000,000 records';

async function bundle() {
  const { build } = await import('vite');
  const entry = (name) => join(root, 'bench', 'entries', `${name}.mjs`);
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      outDir: target,
      target: 'node20.19',
      rolldownOptions: {
        input: { 'big-session': entry('big-session'), 'open-kept': entry('open-kept') },
        output: { format: 'es' },
      },
    },
  });
}

function run(name, ...args) {
  return JSON.parse(execFileSync(process.execPath, [join(target, `${name}.js`), ...args], { encoding: 'utf8' }));
}

/** Of the openings: the time beside the raw reading, and how far a filter had looked when its first rows came. */
function openingRows(folder) {
  const sessionsDir = join(folder, 'sessions');
  mkdirSync(sessionsDir);
  const { sessionId, dir } = run('big-session', sessionsDir, String(RECORDS));
  const runs = Array.from({ length: OPENINGS }, (_, n) =>
    run('open-kept', sessionsDir, sessionId, dir, n % 2 ? 'raw' : 'app'),
  );
  const mb = Math.round((runs[0]?.bytes ?? 0) / 1e6);
  const open = ratioRow(`${what}: opened at the end, against ${mb} MB of index files read raw`, runs, OPEN_BAR);
  const filters = (runs[0]?.filters ?? []).map(({ query }, n) => {
    const of = runs.map((one) => one.filters[n]);
    const share = median(of.map(({ first }) => first.share));
    return {
      what: `${what}: looked at when the filter ${query} shows its first rows`,
      figure: `${(share * 100).toFixed(1)} %, ${Math.round(median(of.map(({ first }) => first.ms)))} ms`,
      reference: `all after ${Math.round(median(of.map(({ last }) => last)))} ms`,
      bar: `${SHARE_BAR * 100} %`,
      ok: share <= SHARE_BAR ? 'yes' : 'no',
    };
  });
  return [open, ...filters];
}

/** Puts the rows at a place of the list by its scrollbar; milliseconds until they are on the screen. */
function jump(page, share, few, all) {
  return page.evaluate(
    ([to, first, count]) =>
      new Promise((resolve, reject) => {
        const lists = [...document.querySelectorAll('[role="log"], [role="treegrid"], [role="grid"]')];
        const list = lists.find(({ scrollHeight }) => scrollHeight > 100_000);
        if (!list) return reject(new Error('no list of many rows is on the screen'));
        // The notifications of the first flood come before those of the second.
        const near = (text) => {
          const found = /log #(\d+) of (\d+)/.exec(text);
          if (!found) return false;
          const place = Number(found[1]) + (Number(found[2]) === first ? 0 : first);
          return Math.abs(place - to * count) < Math.max(100, count / 500);
        };
        const started = performance.now();
        list.scrollTop = (list.scrollHeight - list.clientHeight) * to;
        const look = () => {
          const rows = [...list.querySelectorAll('[role="row"], [role="listitem"], .row')];
          if (rows.some(({ textContent }) => near(textContent))) resolve(performance.now() - started);
          else if (performance.now() - started > 30_000) reject(new Error(`nothing came at ${to}`));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    [share, few, all],
  );
}

/** Bytes of the page's heap when nothing can be collected any more. */
async function heapOf(page) {
  const session = await page.context().newCDPSession(page);
  for (let n = 0; n < 3; n += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** Pours notifications out until the session has so many and the page knows of them. */
async function pour({ host, page, sessionId }, count, all) {
  const input = { name: 'log_flood', args: { count } };
  await host.call('operation.run', { sessionId, verb: 'tools.call', input });
  const counted = () => host.entity('session', sessionId).counts.notices >= all;
  await until(`${all} notifications`, counted, 600_000);
  const rows = () => page.getByRole('treegrid').first().getAttribute('aria-rowcount');
  await until(`${all} rows in the page`, async () => Number(await rows()) > all, 60_000);
}

/** The page with few and with all records of one session: its memory, and jumps among them. */
async function pageRows(folder) {
  const host = await startHost(folder);
  const { browser, page } = await openPage(host.url);
  try {
    const sessionId = await startStress(host);
    await showServer(page, 'stress', 'Notifications');
    const idle = await idleStrain(page);
    const look = async (all) => {
      const took = [];
      for (const place of PLACES) took.push(await jump(page, place, FEW, all));
      return took;
    };
    await pour({ host, page, sessionId }, FEW, FEW);
    await look(FEW);
    const few = await heapOf(page);
    await pour({ host, page, sessionId }, RECORDS - FEW, RECORDS);
    // What the flood left to draw is not part of a jump.
    await jump(page, 1, FEW, RECORDS);
    await readStrain(page);
    const stop = keepClicking(page);
    const took = await look(RECORDS).finally(stop);
    const busy = await readStrain(page);
    const many = await heapOf(page);
    const slowest = Math.max(...took);
    const mb = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
    return [
      {
        what: `${what}: jump to a place by the scrollbar, slowest of ${took.length}`,
        figure: `${Math.round(slowest)} ms`,
        bar: `${JUMP_BAR} ms`,
        ok: slowest <= JUMP_BAR ? 'yes' : 'no',
      },
      ...strainRows(`${what}: jumps`, [{ idle, busy }]),
      {
        what: `${what}: memory of the page`,
        figure: mb(many),
        reference: `${mb(few)} with 10,000`,
        ratio: `${(many / few).toFixed(2)}x`,
        bar: `${MEMORY_BAR}x`,
        ok: many <= few * MEMORY_BAR ? 'yes' : 'no',
      },
    ];
  } finally {
    await browser.close();
    await host.stop();
  }
}

/** A session of a million records: opened after its end, and in the page. */
export async function benchBig(freshDir) {
  await bundle();
  return [...openingRows(freshDir()), ...(await pageRows(freshDir()))];
}
