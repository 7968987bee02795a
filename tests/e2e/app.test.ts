import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fixture } from '../servers/servers.ts';
import { manageApps } from './support/app.ts';
import {
  addServer,
  choose,
  connected,
  dock,
  main,
  nodeLine,
  openTab,
  railRow,
  resultPane,
  review,
  runTool,
  startDemo,
} from './support/driver.ts';

const apps = manageApps();

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test('the first run shows what to do, and one click connects the demo', async () => {
  const { page, folder } = await apps.open();
  await page.getByRole('heading', { level: 1, name: 'Connect an MCP server' }).waitFor();
  const field = page.getByRole('textbox', { name: 'Command, URL or config' });
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Start the demo' }).click();
  await connected(page, 'demo');
  await main(page).getByRole('button', { name: 'Modern, 2026-07-28' }).waitFor();
  await runTool(page, 'echo', { text: 'hello from the first run' });
  await resultPane(page).getByText('hello from the first run').waitFor();
  await resultPane(page).getByRole('heading', { name: 'Completed' }).waitFor();
  expect(folder.dataDir).not.toBe('');
  // Nothing lies below the window, so nothing scrolls it away.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
});

test('a tool that reports a failure is told apart from one that works', async () => {
  const { page } = await apps.open();
  await startDemo(page);
  await runTool(page, 'fail', { message: 'no coffee left' });
  await resultPane(page).getByRole('heading', { name: 'Tool error' }).waitFor();
  await resultPane(page).getByText('no coffee left').first().waitFor();
  await runTool(page, 'weather', { city: 'Oslo' });
  await resultPane(page).getByRole('heading', { name: 'Completed' }).waitFor();
  await resultPane(page).getByText('structuredContent').first().waitFor();
});

test('a button is as wide as its words, also where a tool may destroy something and its arguments are wrong', async () => {
  const { page } = await apps.open();
  await startDemo(page);
  await choose(page, 'Tools', 'delete_item');
  const run = main(page).getByRole('button', { name: 'Run, this can change data' });
  await run.click();
  await main(page).getByRole('button', { name: 'Send anyway' }).waitFor();
  const [words, room] = await run.evaluate((one) => [one.scrollWidth, one.clientWidth]);
  expect(words).toBeLessThanOrEqual(room ?? 0);
  // Nor do the buttons above the editor leave their pane.
  await main(page).getByRole('tab', { name: 'JSON' }).click();
  const bar = main(page).locator('.arg-bar');
  await bar.getByRole('button', { name: 'Format' }).waitFor();
  const [wide, pane] = await bar.evaluate((one) => [one.scrollWidth, one.clientWidth]);
  expect(wide).toBeLessThanOrEqual(pane ?? 0);
});

test('Ctrl+Enter in a reply sends it and runs no tool; a small window keeps every view of the result', async () => {
  const { page } = await apps.open();
  await startDemo(page);
  await runTool(page, 'ask_model');
  const sheet = page.getByRole('region', { name: /asks for a model reply/ });
  await sheet.getByRole('textbox', { name: 'Text' }).fill('By hand.');
  await page.keyboard.press('Control+Enter');
  await resultPane(page).getByText('By hand.').waitFor();
  expect(
    await resultPane(page)
      .getByRole('button', { name: /^Run \d+ of/ })
      .count(),
  ).toBe(0);
  await page.setViewportSize({ width: 1000, height: 700 });
  const pane = await resultPane(page).boundingBox();
  const last = await resultPane(page).getByRole('tab', { name: 'Raw' }).boundingBox();
  expect(last?.width).toBeGreaterThan(0);
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual((pane?.x ?? 0) + (pane?.width ?? 0));
});

test('the palette finds servers, tools and commands', async () => {
  const { page } = await apps.open();
  await startDemo(page);
  await addServer(page, { text: nodeLine(fixture('legacy')), name: 'second' });
  await connected(page, 'second');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const field = palette.getByRole('combobox');
  const choose = async (keys: string, text: string, option: string | RegExp) => {
    await page.keyboard.press(keys);
    await field.waitFor();
    await field.pressSequentially(text);
    await palette.getByRole('option', { name: option, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await palette.waitFor({ state: 'detached' });
  };
  await choose('Control+P', 'demo', /^demo/);
  await page.getByRole('main', { name: 'demo workspace' }).waitFor();
  await choose('Control+K', 'traff', /^Traffic of all servers/);
  await page.getByRole('main', { name: 'Traffic of all servers' }).waitFor();
  await choose('Control+P', 'demo', /^demo/);
  await choose('Control+K', 'open traff', /Open Traffic/);
  await main(page).getByRole('treegrid', { name: 'Exchanges' }).waitFor();
  await choose('Control+K', 'find_it', /^find_items/);
  await main(page).getByRole('heading', { name: 'find_items' }).waitFor();
  await choose('Control+Shift+P', 'dark th', /Dark theme/);
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  await page.keyboard.press('Control+K');
  await field.fill('zzzz nothing');
  await palette.getByText('Nothing matches.').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Search or run a command').waitFor();
});

test('the theme follows the system until it is chosen, and the choice outlives a restart', async () => {
  const app = await apps.open();
  await app.page.getByRole('heading', { level: 1, name: 'Connect an MCP server' }).waitFor();
  await app.page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => app.page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  const dark = await background(app.page);
  await app.page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => background(app.page)).not.toBe(dark);
  await app.page.getByRole('button', { name: 'Settings' }).click();
  await app.page
    .getByRole('menuitem', { name: 'Dark theme' })
    .or(app.page.getByRole('menuitemradio', { name: 'Dark theme' }))
    .or(app.page.getByRole('menuitemcheckbox', { name: 'Dark theme' }))
    .click();
  await expect.poll(() => background(app.page)).toBe(dark);
  await app.restart();
  await app.page.getByRole('heading', { level: 1, name: 'Connect an MCP server' }).waitFor();
  await expect.poll(() => background(app.page)).toBe(dark);
});

test('everything on the way from nothing to a result can be done with the keyboard alone', async () => {
  const { page } = await apps.open();
  const { keyboard } = page;
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await page.getByRole('textbox', { name: 'Command, URL or config' }).waitFor();
  await keyboard.insertText(nodeLine(fixture('modern')));
  await page.getByRole('button', { name: 'Review and add' }).waitFor();
  await keyboard.press('Enter');
  await review(page).getByRole('button', { name: 'Add and connect' }).waitFor();
  // Nothing ran so far.
  expect(await page.getByRole('navigation', { name: 'Servers' }).getByRole('link').count()).toBe(0);
  await expect.poll(() => review(page).getByRole('button', { name: 'Add and connect' }).isEnabled()).toBe(true);
  await keyboard.press('Control+Enter');
  await review(page).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /, Connected/ }).waitFor();
  await keyboard.press('Control+K');
  await keyboard.insertText('echo');
  await page.getByRole('option', { name: /^echo/, selected: true }).waitFor();
  await keyboard.press('Enter');
  await main(page).getByRole('heading', { name: 'echo' }).waitFor();
  const field = main(page).getByRole('textbox', { name: 'text', exact: true });
  await field.waitFor();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await field.evaluate((element) => element === document.activeElement)) break;
    await keyboard.press('Tab');
  }
  expect(await field.evaluate((element) => element === document.activeElement), await focused()).toBe(true);
  await keyboard.insertText('typed');
  await keyboard.press('Control+Enter');
  await resultPane(page).getByText('typed').waitFor();
  await keyboard.press('Control+5');
  await keyboard.press('F6');
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
});

test('the log dock can be folded away and stays so', async () => {
  const app = await apps.open();
  await startDemo(app.page);
  await dock(app.page).getByRole('tabpanel').getByText('ready on stdio').waitFor();
  await app.page.keyboard.press('Control+J');
  await dock(app.page).getByRole('tabpanel').waitFor({ state: 'detached' });
  await app.page.reload();
  await railRow(app.page, 'demo').waitFor();
  await dock(app.page).getByRole('button', { name: 'Expand log dock' }).waitFor();
  await openTab(app.page, 'Traffic');
  expect(await dock(app.page).getByRole('tabpanel').count()).toBe(0);
});
