import { readFileSync } from 'node:fs';
import { beforeAll, expect, test, vi } from 'vitest';
import { type App, manageApps } from './support/app.ts';
import { startCase } from './support/cases.ts';
import { choose, main, openTab, resultPane, runTool } from './support/driver.ts';

/** Each wait ends as soon as what it waits for is there; on a busy machine that may take long. */
const WAIT_MS = 30_000;
vi.setConfig({ testTimeout: 240_000 });

const apps = manageApps('file');
let app: App;
/** Every address the page asked for that is neither its own nor inside a text. */
const leaks: string[] = [];

beforeAll(async () => {
  app = await apps.open();
  app.page.setDefaultTimeout(WAIT_MS);
  app.page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(app.served.origin) && !/^(?:data|blob):/.test(url)) leaks.push(url);
  });
});

const pane = () => resultPane(app.page);

const start = (id: string) => startCase(app.page, id);

test('case structured-mismatch: the result is always shown, with what does not fit beside it, path by path', async () => {
  await start('structured-mismatch');
  await runTool(app.page, 'missing');
  await pane().getByText('structuredContent missing').waitFor();
  await pane().getByRole('tree', { name: 'JSON in the text' }).waitFor();
  await runTool(app.page, 'wrong');
  await pane().getByText('2 schema problems').waitFor();
  const list = pane().getByRole('region', { name: 'Problems against outputSchema' });
  expect(await list.getByRole('listitem').allTextContents()).toEqual([
    expect.stringContaining('/temp'),
    expect.stringContaining('/unit'),
  ]);
  await pane().getByText('warm', { exact: true }).waitFor();
  await runTool(app.page, 'extra');
  await pane().getByText('1 schema problem', { exact: true }).waitFor();
  await pane().getByText('21 C', { exact: true }).waitFor();
  await runTool(app.page, 'failed');
  await pane().getByText('Permission denied: this account may not read weather').waitFor();
  expect(
    await pane()
      .getByText(/schema problem|structuredContent missing/)
      .count(),
  ).toBe(0);
  await runTool(app.page, 'no-schema');
  await pane().getByText('No outputSchema').waitFor();
});

test('case content-bad-base64: good blocks are shown, each bad one says what is wrong', async () => {
  await start('content-bad-base64');
  await runTool(app.page, 'broken');
  await pane().getByText('before', { exact: true }).waitFor();
  await pane().getByText('after', { exact: true }).waitFor();
  for (const words of [
    'It starts with a data: prefix, which does not belong there.',
    'The data is empty.',
    'It says image/jpeg, but is image/png.',
    'The data is an address, not base64. It is not fetched.',
    'The data is not text.',
    'It has spaces or line breaks.',
  ])
    await pane().getByText(words).first().waitFor();
  expect(await pane().getByText('It has no type.').count()).toBe(1);
  expect(await pane().getByText('The data is not base64.').count()).toBe(3);
  expect(await pane().getByRole('img', { name: 'Sent by the server' }).count()).toBe(8);
  await pane().getByText('https://example.test/cat.png').waitFor();
  expect(leaks).toEqual([]);
});

test('case content-markup: nothing runs, nothing is fetched, only web links can be opened, and they ask first', async () => {
  const { page } = app;
  await start('content-markup');
  const safe = async (where: string) => {
    expect(await page.evaluate(() => '__pwned' in window), where).toBe(false);
    expect(leaks, where).toEqual([]);
    expect(await page.locator('a[href^="javascript:"], a[href^="file:"], iframe').count(), where).toBe(0);
  };
  for (const tab of ['Prompts', 'Resources', 'Traffic', 'Server info', 'Tools']) {
    await openTab(page, tab);
    await safe(tab);
  }
  await main(page).getByRole('button', { name: 'Run tool' }).click();
  await pane().getByRole('heading', { name: 'Completed' }).waitFor();
  // The result is read after the heading came.
  await pane().getByRole('button', { name: 'Markdown' }).first().waitFor();
  expect(await pane().textContent()).toContain('<script>window.__pwned=2</script>');
  await pane().getByRole('button', { name: 'Markdown' }).first().click();
  const drawn = pane().locator('.md');
  await drawn.getByText('(javascript:window.__pwned=5)').waitFor();
  await drawn.getByText('(file:///etc/passwd)').waitFor();
  expect(await pane().locator('img[src^="http"]').count()).toBe(0);
  await pane().getByRole('button', { name: /^leak/ }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Open this link?' });
  await dialog.getByText('http://').waitFor();
  expect(await dialog.textContent()).toContain('http://127.0.0.1:9/leak?d=secret');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await safe('result');
});

test('case icons-hostile: only safe icons are drawn, as images; the reasons of the others can be read', async () => {
  const { page } = app;
  await start('icons-hostile');
  const row = (name: string) => main(page).getByRole('option', { name, exact: true });
  const drawn = (name: string) => row(name).locator('img:visible');
  await drawn('good').waitFor();
  await drawn('svg').waitFor();
  for (const name of ['remote', 'script', 'file', 'huge', 'wrong', 'empty', 'notlist']) {
    expect(await drawn(name).count(), name).toBe(0);
  }
  expect(await drawn('themed').count()).toBe(1);
  expect(await page.locator('img:not([src^="data:"])').count()).toBe(0);
  const reasons = async (name: string) => {
    await row(name).click();
    await main(page).getByRole('heading', { name, exact: true }).waitFor();
    await main(page).getByRole('button', { name: 'Tool definition' }).click();
    await main(page)
      .getByText(/icons? not drawn/)
      .click();
    return main(page).locator('.icon-notes li').allInnerTexts();
  };
  expect(await reasons('remote')).toEqual([expect.stringMatching(/127.0.0.1:9.*must be data: or https:, not http:/)]);
  expect(await reasons('huge')).toEqual([expect.stringContaining('3,145,750 characters')]);
  expect(await reasons('wrong')).toEqual([
    expect.stringContaining('Its mimeType is text/html, but it is image/png.'),
    'It has no src.',
    'It has no src.',
  ]);
  await openTab(page, 'Server info');
  await main(page).locator('.own-icon:visible').first().waitFor();
  await main(page).getByText('1 icon not drawn').waitFor();
  expect(await page.evaluate(() => '__pwned' in window)).toBe(false);
  expect(leaks).toEqual([]);
});

test('case resource-odd: each is shown or saved byte for byte, addresses stay as they were listed', async () => {
  const { page } = app;
  await start('resource-odd');
  await openTab(page, 'Resources');
  const read = async (name: string) => {
    await choose(page, 'Resources', name);
    await main(page).getByRole('tab', { name: 'Preview' }).waitFor();
  };
  await read('two');
  await main(page).getByText('first', { exact: true }).waitFor();
  await main(page).getByRole('group', { name: 'Contents' }).getByRole('button').nth(1).click();
  const download = page.waitForEvent('download');
  await main(page).getByRole('button', { name: 'Save to a file' }).click();
  const bytes = readFileSync(await (await download).path());
  expect(bytes.equals(Buffer.from(Array.from({ length: 4096 }, (_, at) => at % 256)))).toBe(true);
});

test('case progress-odd-values: one bar for the call, never over its end, one line of text', async () => {
  const { page } = app;
  await start('progress-odd-values');
  await page.evaluate(() => {
    const seen: { bars: number; value: number | undefined; toasts: number; height: number }[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const bars = document.querySelectorAll('.run-progress [role="progressbar"]');
      const value = bars[0]?.getAttribute('aria-valuenow');
      const words = document.querySelector('.run-progress .row');
      seen.push({
        bars: bars.length,
        value: value == null ? undefined : Number(value),
        toasts: document.querySelectorAll('.toast').length,
        height: words?.getBoundingClientRect().height ?? 0,
      });
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  await runTool(page, 'odd');
  await pane().getByRole('heading', { name: 'Completed' }).waitFor();
  const seen = await page.evaluate(
    () => (window as unknown as { seen: { bars: number; value?: number; toasts: number; height: number }[] }).seen,
  );
  expect(seen.some(({ bars }) => bars === 1)).toBe(true);
  expect(Math.max(...seen.map(({ bars }) => bars))).toBe(1);
  expect(seen.filter(({ value }) => value !== undefined && (value < 0 || value > 100 || Number.isNaN(value)))).toEqual(
    [],
  );
  expect(Math.max(...seen.map(({ toasts }) => toasts))).toBe(0);
  expect(Math.max(...seen.map(({ height }) => height))).toBeLessThan(30);
});

test('case stdout-huge-line: shown cut, with its size and a way to save it', async () => {
  const { page } = app;
  await start('stdout-huge-line');
  await runTool(page, 'big', { mb: '3' });
  await pane().getByText('3.1 MB of JSON. It is kept on disk.').waitFor();
  await pane().getByRole('button', { name: 'Save to a file' }).waitFor();
  expect((await pane().textContent())?.length).toBeLessThan(20_000);
});

test('case resource-templates: the address follows RFC 6570, is shown before it is read, and can be typed whole', async () => {
  const { page } = app;
  await start('resource-templates');
  await openTab(page, 'Resources');
  const pane = main(page).getByRole('region', { name: 'Template', exact: true });
  const read = async (template: string, values: Record<string, string>, address: string) => {
    await openTab(page, 'Resources');
    await main(page).getByRole('option').filter({ hasText: template }).click();
    for (const [name, value] of Object.entries(values)) await pane.getByLabel(name, { exact: true }).fill(value);
    await pane.getByText(address, { exact: true }).waitFor();
    // The proposals of the server lie over the button until they are put away.
    await page.keyboard.press('Escape');
    await pane.getByRole('button', { name: 'Read', exact: true }).click();
    await main(page)
      .getByText(`decoded: ${decodeURIComponent(address)}`)
      .waitFor();
  };
  await read('events/{topic}', { topic: 'foo/bar' }, 'demo://events/foo%2Fbar');
  await read('search{?q,limit}', { q: 'a b&c' }, 'demo://search?q=a%20b%26c');
  await read('files/{+path}', { path: 'x/y.txt' }, 'demo://files/x/y.txt');
  await read('tags{?tags*}', { tags: 'a,b' }, 'demo://tags?tags=a%2Cb');
  await main(page).getByRole('searchbox', { name: 'Filter or paste a URI' }).fill('demo://events/other');
  await page.keyboard.press('Enter');
  await main(page).getByText('decoded: demo://events/other').waitFor();
});

test('case many-tools: 2,000 tools in 20 pages are found, opened, called and fetched again', async () => {
  const { page } = app;
  await start('many-tools');
  await openTab(page, 'Tools');
  await main(page).getByRole('button', { name: 'Load all' }).click();
  await main(page).getByRole('searchbox', { name: 'Filter 2,000 tools' }).fill('tool-1999');
  await main(page).getByRole('option').filter({ hasText: 'tool-1999' }).click();
  await main(page).getByRole('button', { name: 'Run tool' }).click();
  await pane().getByText('group-39/tool-1999', { exact: true }).waitFor();
  await main(page).getByRole('button', { name: 'Fetch tools again' }).click();
  await main(page).getByRole('searchbox', { name: 'Filter 2,000 tools' }).fill('');
  await expect.poll(() => main(page).getByRole('option').count(), { timeout: WAIT_MS }).toBeGreaterThan(10);
});
