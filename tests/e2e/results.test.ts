import { readFileSync, statSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { fixture } from '../servers/servers.ts';
import { type App, manageApps } from './support/app.ts';
import { findViolations, lookAt } from './support/browser.ts';
import { addServer, connected, main, nodeLine, resultPane, runTool } from './support/driver.ts';
import { measureStrain } from './support/strain.ts';

const apps = manageApps('file');
const MAX_PICTURE = 400_000;
/** 20 MB pass through a host and a page that share two cores with other tests. */
const LARGE_MS = 150_000;
let app: App;

beforeAll(async () => {
  app = await apps.open();
  await addServer(app.page, { text: nodeLine(fixture('results')), name: 'results' });
  await connected(app.page, 'results');
});

const pane = () => resultPane(app.page);
const show = (view: string) => pane().getByRole('button', { name: view, exact: true }).click();

/** Runs a tool and waits for its end. */
async function run(tool: string, word = 'Completed'): Promise<void> {
  await runTool(app.page, tool);
  await pane().getByRole('heading', { name: word }).waitFor();
}

async function picture(name: string, ...themes: ('light' | 'dark')[]): Promise<void> {
  for (const theme of themes) {
    expect(statSync(await lookAt(app.page, `result-${name}`, theme)).size).toBeLessThan(MAX_PICTURE);
    expect(await findViolations(app.page, '.result'), `${name} ${theme}`).toEqual([]);
  }
}

const block = (title: string, place = 0): Locator =>
  pane()
    .locator('.codebox')
    .filter({ has: app.page.locator(':scope > .h', { hasText: title }) })
    .nth(place);

test('text: annotations, JSON as a tree, long text folded, where the time went', async () => {
  await run('text');
  await pane()
    .getByRole('img', { name: /^Timing: / })
    .waitFor();
  await pane()
    .getByText(/^1 log message at /)
    .waitFor();
  expect(await block('text').textContent()).toContain('for user, priority 0.8, changed 2026-11-27T09:14:06Z');
  expect(await block('text', 1).getByRole('tree').first().textContent()).toContain('"ord_2"');
  await block('text', 1).getByText('_meta, 3 keys').click();
  expect(await block('text', 2).textContent()).toContain('line 40 of the log');
  expect(await block('text', 2).textContent()).not.toContain('line 41 of the log');
  await block('text', 2).getByRole('button', { name: 'Show the rest' }).click();
  expect(await block('text', 2).textContent()).toContain('line 120 of the log');
  await picture('text', 'light');
});

test('Markdown is inert, terminal colours are drawn, CSV is a table', async () => {
  const { page } = app;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await run('markdown');
  await show('Markdown');
  await pane().getByRole('heading', { name: 'Week 47 in orders' }).waitFor();
  await show('Show image: dot');
  await picture('markdown', 'light', 'dark');
  await show('the dashboard');
  const dialog = page.getByRole('alertdialog', { name: 'Open this link?' });
  await dialog.getByText('shop.example', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await run('colours');
  expect(await block('text').locator('.c-ok').textContent()).toBe('PASS');
  await block('text', 1).getByRole('button', { name: 'Table' }).click();
  const table = pane().getByRole('treegrid', { name: 'Separated values' });
  await table.getByRole('button', { name: 'total' }).click();
  expect(await table.getByRole('row').nth(1).textContent()).toContain('ord_80000');
  await picture('csv', 'light');
  expect(asked.filter((url) => !url.startsWith(app.served.origin) && !url.startsWith('data:'))).toEqual([]);
  expect(await page.evaluate(() => '__pwned' in window)).toBe(false);
});

test('images, SVG as an image only, sound with its waveform', async () => {
  await run('media');
  await pane().getByText('240 × 90, image/png').waitFor();
  await pane().getByText('160 × 80, image/svg+xml').waitFor();
  expect(await pane().locator('.block-image svg').count()).toBe(0);
  await pane().getByRole('group', { name: 'Size' }).first().getByRole('button', { name: '100 %' }).click();
  await pane()
    .getByText(/^1\.5 s, audio\/wav/)
    .waitFor();
  await show('Draw the waveform');
  await pane().getByRole('img', { name: 'Waveform' }).waitFor();
  const download = app.page.waitForEvent('download');
  await block('image').getByRole('button', { name: 'Save to a file' }).click();
  expect((await download).suggestedFilename()).toBe('image.png');
  await picture('media', 'light', 'dark');
  expect(await app.page.evaluate(() => '__pwned' in window)).toBe(false);

  await run('large-media');
  await pane()
    .getByText(/goes on beyond the beginning/)
    .waitFor();
  await show('Draw all');
  await pane().getByRole('button', { name: 'Draw 5.2 MB' }).waitFor();
});

test('links are read in place and odd ones marked; embedded resources; unknown kinds as raw JSON', async () => {
  await run('links');
  await pane()
    .getByText(/^This address is a template/)
    .waitFor();
  await pane()
    .getByText(/^Unknown scheme/)
    .waitFor();
  await block('results.csv').getByRole('button', { name: 'Read', exact: true }).click();
  await pane().getByRole('treegrid', { name: 'Separated values' }).waitFor();
  await pane().getByRole('heading', { name: 'Weekly' }).waitFor();
  await pane()
    .getByRole('log', { name: 'Bytes' })
    .getByText(/^50 4b 03 04 00 ff\s*$/)
    .waitFor();
  await pane().getByText('Unknown content type “hologram”.').waitFor();
  await picture('links', 'light');
  await show('Open in Resources');
  await main(app.page).getByRole('region', { name: 'Resources', exact: true }).waitFor();
});

test('structured content: tree, table, search, problems on their lines; an error of the tool, one of the protocol', async () => {
  const { page } = app;
  await run('structured');
  await pane().getByText('Matches outputSchema').waitFor();
  await show('Table');
  const table = pane().getByRole('treegrid', { name: 'structuredContent as a table' });
  await table.getByRole('row').nth(3).click();
  await pane().getByText('$.orders[2]').waitFor();
  await picture('table', 'light', 'dark');
  await show('Tree');
  await show('Search in the value');
  await page.keyboard.type('c11@');
  await pane().getByText('1 match', { exact: true }).waitFor();
  await page.keyboard.press('Escape');

  await run('mismatch');
  await pane().getByText('2 schema problems').waitFor();
  const lines = pane().getByRole('tree', { name: 'structuredContent' });
  await lines.getByText('Must be a number.').waitFor();
  await lines.getByText('currency: This value is required.').waitFor();
  await picture('problems', 'light');
  await run('fail', 'Tool error');
  await pane().getByText('The tool ran and reported a failure').waitFor();
  await run('empty');
  await pane().getByText('The result is empty: no content blocks.').waitFor();
  await run('refuse', 'Invalid params');
  await pane().getByRole('button', { name: 'Go to order_id' }).click();
  await main(page).getByLabel('order_id', { exact: true }).and(page.locator(':focus')).waitFor();
});

test('a result of older arguments says so, and they can be restored; it is compared with the last run', async () => {
  const { page } = app;
  await runTool(page, 'text', { order_id: 'ord_1' });
  await pane().getByRole('heading', { name: 'Completed' }).waitFor();
  await main(page).getByRole('button', { name: 'Run tool' }).click();
  await pane()
    .getByRole('button', { name: /^Run (\d) of \1$/ })
    .waitFor();
  await pane().getByRole('heading', { name: 'Completed' }).waitFor();
  const field = main(page).getByLabel('order_id', { exact: true });
  await field.fill('ord_2');
  await pane()
    .getByText(/^Result from older arguments/)
    .waitFor();
  await picture('older', 'light');
  await show('Restore them');
  expect(await field.inputValue()).toBe('ord_1');
  await pane().getByRole('button', { name: 'Compare with the last run' }).click();
  const compared = page.getByRole('main', { name: /^Compare/ });
  await compared.getByRole('button', { name: 'Close' }).click();
  await compared.waitFor({ state: 'detached' });
});

test('sizes: three levels open, one level, kept in the host, asked before all is drawn', async () => {
  const { page } = app;
  await run('json-300k');
  await pane().getByRole('treeitem', { expanded: false }).first().waitFor();
  expect(await pane().getByRole('treeitem', { expanded: true }).count()).toBe(1);
  await run('long-line');
  expect((await block('text').textContent())?.match(/x{100,}/)?.[0]).toHaveLength(10_000);

  await run('json-over-1m');
  await pane().getByText('It is kept on disk').waitFor();
  await show('Search in it');
  await page.keyboard.type('row 2000');
  await page.keyboard.press('Enter');
  await pane().getByText('11 matches').waitFor();
  await pane().getByRole('list', { name: 'Places of row 2000' }).getByRole('button').nth(1).click();
  await pane().getByText('Around byte 1,').waitFor();
  await picture('large', 'light', 'dark');
  const saved = page.waitForEvent('download');
  await show('Save to a file');
  const download = await saved;
  expect(download.suggestedFilename()).toBe('json-over-1m-result.json');
  const whole = JSON.parse(readFileSync(await download.path(), 'utf8'));
  expect(whole.structuredContent.rows.length).toBeGreaterThan(20_000);
  await show('Draw all');
  await pane().getByText('It is kept on disk').waitFor({ state: 'detached' });
  await pane()
    .getByText(`[ ${whole.structuredContent.rows.length.toLocaleString('en-US')} items ]`)
    .waitFor();
});

const started = (tool: string) => () => runTool(app.page, tool);
/** A result that is drawn at once. */
const atRest = () => run('empty');

test('1 MB of JSON on one line, 20 MB of text: a click is answered throughout', { timeout: LARGE_MS }, async () => {
  const { page } = app;
  const strain = await measureStrain(page, atRest);
  const note = pane().getByText('It is kept on disk');
  await strain.during('1 MB of JSON', started('json-1m'), () =>
    pane().getByRole('tree', { name: 'JSON in the text' }).waitFor(),
  );
  await strain.during('20 MB of text', started('text-20m'), () => note.waitFor({ timeout: 40_000 }));
  const search = async () => {
    await show('Search in it');
    await page.keyboard.type('needle of the middle');
    await page.keyboard.press('Enter');
  };
  await strain.during('20 MB searched', search, () => pane().getByText('1 match', { exact: true }).waitFor());
  await show('Draw all');
  const dialog = page.getByRole('dialog', { name: /^Draw all 2\d\.\d MB\?/ });
  await strain.during(
    'all 20 MB drawn',
    () => dialog.getByRole('button', { name: 'Draw all' }).click(),
    () => note.waitFor({ state: 'detached', timeout: 40_000 }),
  );
  await strain.during(
    'more of 20 MB',
    () => show('Show more'),
    () => page.waitForTimeout(300),
  );
  const result = await strain.result();
  expect(result.tooSlow, JSON.stringify(result)).toEqual([]);
});

test('5,000 rows as a tree, a table and CSV: a click is answered throughout', { timeout: LARGE_MS }, async () => {
  const { page } = app;
  const strain = await measureStrain(page, atRest);
  await strain.during('5,000 rows', started('rows'), () => pane().getByText('[ 5,000 items ]').waitFor());
  const table = pane().getByRole('treegrid', { name: 'structuredContent as a table' });
  const sorted = async () => {
    await show('Table');
    await table.getByRole('button', { name: 'total' }).click();
    await table.focus();
    await page.keyboard.press('End');
  };
  await strain.during('5,000 rows as a table', sorted, () => table.locator('[aria-rowindex="5001"]').waitFor());
  await strain.during('5,000 rows of CSV', started('csv-rows'), () =>
    pane()
      .getByText(/^ord_80000|id,placed_at/)
      .waitFor(),
  );
  await strain.during(
    'CSV as a table',
    () => show('Table'),
    () => pane().getByText('5,000 rows', { exact: true }).waitFor(),
  );
  await picture('rows', 'light');
  const result = await strain.result();
  expect(result.tooSlow, JSON.stringify(result)).toEqual([]);
});
