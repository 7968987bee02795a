import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { startHost, startStress, until } from './lib/host.mjs';
import { openPage, showServer } from './lib/page.mjs';
import { timeAnswer } from './lib/reference.mjs';
import { median, ratioRow } from './lib/table.mjs';

const RUNS = 3;
/** Megabytes the host may hold more than before, once the result has been shown: chosen here. */
const NEAR_MB = 64;
const SETTLE_MS = 30_000;
/** A busy machine gets this long to show the first line: slow is a figure, not a failure. */
const SHOWN_MS = 180_000;

/** Resident megabytes of a process; not a number when it has ended. */
function residentMb(pid) {
  if (process.platform === 'linux')
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

/** Gives what `work` gives, and the most memory that the process held meanwhile. */
async function withPeak(pid, work) {
  let peak = residentMb(pid);
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb(pid));
  }, 20);
  try {
    const done = await work();
    return { ...done, peak };
  } finally {
    // When a run fails, its own reason counts.
    clearInterval(timer);
  }
}

async function runTool(page, name) {
  await page.getByRole('region', { name: 'Tools' }).getByText(name, { exact: true }).first().click();
  await page.getByRole('button', { name: /^Run tool/ }).click();
}

async function oneRun(host, page, mb) {
  const sessionId = await startStress(host);
  await showServer(page, 'stress', 'Tools');
  const result = page.getByRole('region', { name: 'Result' });
  await runTool(page, 'ping_tool');
  await result.getByText('pong', { exact: true }).waitFor();
  const before = residentMb(host.pid);
  const seen = await withPeak(host.pid, () => bigResult({ host, page, sessionId, mb, before }));
  const after = residentMb(host.pid);
  await runTool(page, 'ping_tool');
  await result.getByText('pong', { exact: true }).waitFor();
  return { ...seen, before, after };
}

/** Runs the tool with the large result, looks for its last line, and waits until the host has let go of it. */
async function bigResult({ host, page, sessionId, mb, before }) {
  const result = page.getByRole('region', { name: 'Result' });
  await page.getByRole('region', { name: 'Tools' }).getByText('big_text', { exact: true }).first().click();
  await page.getByRole('textbox', { name: /^mb/ }).fill(String(mb));
  const started = performance.now();
  await page.getByRole('button', { name: /^Run tool/ }).click();
  await result.getByText('00000001 abcdefghij').first().waitFor({ timeout: SHOWN_MS });
  const shown = performance.now() - started;
  const size = (
    await result
      .getByText(/ of JSON\. It is kept on disk/)
      .first()
      .textContent()
  ).split(' of ')[0];
  const searched = performance.now();
  const found = await host.call('log.search', {
    sessionId,
    view: 'wire',
    text: `${lineOf(mb)} abc`,
    after: -1,
    limit: 10,
  });
  const search = performance.now() - searched;
  if (found.rows.length !== 1) throw new Error('the last line of the result was not found');
  const settled = performance.now();
  await until('the memory', () => residentMb(host.pid) <= before + NEAR_MB, SETTLE_MS).catch(() => undefined);
  return { shown, size, search, settle: performance.now() - settled };
}

/** Number of the last line of a result, as the stress server writes it: lines of 80 characters. */
function lineOf(mb) {
  return String(Math.ceil((mb * 1024 * 1024) / 80)).padStart(8, '0');
}

/** A large result in the Tools tab: the session lives on, the page shows its beginning, the host lets go of it. */
export async function benchResult(mb, freshDir) {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) {
    const reference = await timeAnswer({ tool: 'big_text', args: { mb }, dir: freshDir() });
    const host = await startHost(freshDir());
    const { browser, page } = await openPage(host.url);
    try {
      const measured = await oneRun(host, page, mb);
      runs.push({ ...measured, figure: measured.shown, reference });
    } finally {
      await browser.close();
      await host.stop();
    }
  }
  const middle = (name) => median(runs.map((run) => run[name]));
  const more = median(runs.map((run) => run.after - run.before));
  const megabytes = (name) => `${Math.round(middle(name))} MB`;
  return [
    // The reference reads and writes the bytes only: most of its time is the server's.
    ratioRow(`${mb} MB result (${runs[0].size}): first lines and size on screen`, runs),
    { what: `${mb} MB result: a search for its last line`, figure: `${Math.round(middle('search'))} ms` },
    {
      what: `${mb} MB result: memory of the host before, at its peak`,
      figure: `${megabytes('before')}, ${megabytes('peak')}`,
    },
    {
      what: `${mb} MB result: memory of the host after ${(middle('settle') / 1000).toFixed(1)} s`,
      figure: megabytes('after'),
      reference: `${megabytes('before')} before`,
      bar: `+${NEAR_MB} MB`,
      ok: more <= NEAR_MB ? 'yes' : 'no',
    },
    {
      what: `${mb} MB result: the session answers afterwards`,
      figure: `${runs.length} of ${RUNS}`,
      bar: 'all',
      ok: 'yes',
    },
  ];
}
