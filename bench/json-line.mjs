import { startHost, startStress } from './lib/host.mjs';
import { idleStrain, keepClicking, openPage, readStrain, showServer } from './lib/page.mjs';
import { strainRows } from './lib/strain.mjs';
import { median } from './lib/table.mjs';

const RUNS = 3;
const WHAT = '1 MB of JSON in one line';

async function oneRun(host, page) {
  await startStress(host);
  await showServer(page, 'stress', 'Tools');
  const idle = await idleStrain(page);
  await page.getByRole('region', { name: 'Tools' }).getByText('json_line', { exact: true }).first().click();
  const stop = keepClicking(page);
  const started = performance.now();
  await page.getByRole('button', { name: /^Run tool/ }).click();
  const result = page.getByRole('region', { name: 'Result' });
  await result
    .getByText(/item 0/)
    .first()
    .waitFor();
  const shown = performance.now() - started;
  await stop();
  return { shown, idle, busy: await readStrain(page) };
}

/** One long line of JSON as a result: shown, and the page answers meanwhile. */
export async function benchJsonLine(freshDir) {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) {
    const host = await startHost(freshDir());
    const { browser, page } = await openPage(host.url);
    try {
      runs.push(await oneRun(host, page));
    } finally {
      await browser.close();
      await host.stop();
    }
  }
  const shown = median(runs.map((run) => run.shown));
  return [{ what: `${WHAT}: on screen`, figure: `${Math.round(shown)} ms` }, ...strainRows(WHAT, runs)];
}
