import { startHost, startStress } from './lib/host.mjs';
import { openPage, showServer } from './lib/page.mjs';

/** Kilobytes of scripts that may be needed for the first paint, as they are sent. */
const FIRST_PAINT_KB = 700;
/** The editor's own code; the small file that asks for it is not. */
const HEAVY_BYTES = 50_000;

/** Scripts the page has loaded so far: name, bytes, when each was there, ms since the navigation. */
const scriptsOf = (page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\.js(\?|$)/.test(name))
      .map(({ name, encodedBodySize, startTime, responseEnd }) => ({
        name: name.split('/').at(-1),
        bytes: encodedBodySize,
        asked: startTime,
        there: responseEnd,
      })),
  );

const kb = (scripts) => Math.round(scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000);

/** What the page loads, and when: nothing heavy before it is needed. */
export async function benchBundle(freshDir) {
  const host = await startHost(freshDir());
  const { browser, page } = await openPage(host.url);
  try {
    const painted = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
    const paint = await (await page.waitForFunction(painted)).jsonValue();
    const early = (await scriptsOf(page)).filter(({ asked }) => asked < paint);
    await startStress(host);
    await showServer(page, 'stress', 'Tools');
    await page.getByRole('region', { name: 'Tools' }).getByText('big_text', { exact: true }).first().click();
    await page.getByRole('tab', { name: 'Form' }).waitFor();
    const form = await scriptsOf(page);
    await page.getByRole('tab', { name: 'JSON', exact: true }).click();
    await page.locator('.monaco-editor').first().waitFor();
    const all = await scriptsOf(page);
    const known = new Set(form.map(({ name }) => name));
    const editor = all.filter(({ name }) => !known.has(name));
    const heavy = form.filter(({ name, bytes }) => bytes > HEAVY_BYTES && /monaco|editor|worker/.test(name));
    return [
      {
        what: 'page: scripts asked for before the first paint',
        figure: `${kb(early)} KB in ${early.length} files, painted after ${Math.round(paint)} ms`,
        bar: `${FIRST_PAINT_KB} KB`,
        ok: kb(early) <= FIRST_PAINT_KB ? 'yes' : 'no',
      },
      {
        what: 'page: scripts with a tool form open',
        figure: `${kb(form)} KB in ${form.length} files, ${heavy.length} of the editor`,
        bar: 'none of the editor',
        ok: heavy.length === 0 && editor.some(({ name }) => /monaco|editor/.test(name)) ? 'yes' : 'no',
      },
      { what: 'page: scripts added when JSON is opened', figure: `${kb(editor)} KB in ${editor.length} files` },
    ];
  } finally {
    await browser.close();
    await host.stop();
  }
}
