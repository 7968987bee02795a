import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { casesDir } from '../cases/cases.ts';
import { type App, manageApps } from './support/app.ts';
import {
  addServer,
  choose,
  connected,
  main,
  nodeLine,
  openTab,
  railRow,
  resultPane,
  runTool,
} from './support/driver.ts';

const apps = manageApps('file');
let app: App;
/** Every address the page asked for that is neither its own nor inside a text. */
const leaks: string[] = [];

beforeAll(async () => {
  app = await apps.open();
  app.page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(app.served.origin) && !/^(?:data|blob):/.test(url)) leaks.push(url);
  });
});

const pane = () => resultPane(app.page);

async function start(id: string): Promise<void> {
  await addServer(app.page, { text: nodeLine(join(casesDir, 'servers', `${id}.mjs`)), name: id });
  await connected(app.page, id);
  await railRow(app.page, id).click();
}

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
