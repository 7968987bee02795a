import { statSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { fixture } from '../servers/servers.ts';
import { type App, manageApps } from './support/app.ts';
import { findViolations, lookAt } from './support/browser.ts';
import { addServer, connected, main, nodeLine, openTab, resultPane, runTool } from './support/driver.ts';

const apps = manageApps('file');
const MAX_BYTES = 400_000;
let app: App;

const grid = (page: Page): Locator => main(page).getByRole('treegrid', { name: 'Exchanges' });
const row = (page: Page, text: string): Locator => grid(page).getByRole('row').filter({ hasText: text });
const active = (page: Page): Locator => grid(page).getByRole('row', { selected: true });
const inspector = (page: Page): Locator => page.getByRole('complementary', { name: 'Inspector' });
const foot = (page: Page, words: RegExp): Locator => main(page).getByText(words);

/** Presses Tab until something has the focus; a person may do so, and would give up after a while. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let pressed = 0; pressed < 40; pressed += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('forty times Tab do not lead there');
}

/** Presses a key until the active row has the text. */
async function moveTo(page: Page, key: string, text: string): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed += 1) {
    await page.keyboard.press(key);
    if ((await active(page).textContent())?.includes(text)) return;
  }
  throw new Error(`no row with ${text}`);
}

async function finished(page: Page, heading: string): Promise<void> {
  await resultPane(page).getByRole('heading', { name: heading }).waitFor();
}

/** Answers the form of the tool `ask`, which stands in the place of its arguments. */
async function answer(page: Page): Promise<void> {
  await finished(page, 'Waiting for you');
  const sheet = page.getByRole('region', { name: /asks for input/ });
  await sheet.getByLabel('Name').first().fill('Ada');
  await sheet.getByRole('button', { name: 'Accept and send' }).click();
  await finished(page, 'Completed');
}

async function expectGood(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    const path = await lookAt(page, name, theme);
    expect(statSync(path).size).toBeLessThan(MAX_BYTES);
    expect(await findViolations(page), `${name}, ${theme}`).toEqual([]);
  }
}

beforeAll(async () => {
  app = await apps.open();
  const { page } = app;
  // It prints a line that is no message before each answer of `echo`.
  await addServer(page, { text: nodeLine(fixture('hostile'), '--era=modern', 'noise'), name: 'orders-db' });
  await connected(page, 'orders-db');
  await page.getByRole('button', { name: 'Collapse log dock' }).click();
  await runTool(page, 'slow');
  await finished(page, 'Completed');
  await runTool(page, 'refuse');
  await resultPane(page).getByText('-32603').first().waitFor();
  await runTool(page, 'echo', { text: 'hello' });
  await finished(page, 'Completed');
  await runTool(page, 'ask');
  await answer(page);
  await runTool(page, 'change');
  await finished(page, 'Completed');
});

test('filter, range, rounds, inspector, comparison and order, by keyboard only', async () => {
  const { page } = app;
  const tabs = await page.getByRole('tablist', { name: 'Server workspace' }).getByRole('tab').allTextContents();
  await page.keyboard.press(`Control+${tabs.findIndex((title) => title.startsWith('Traffic')) + 1}`);
  await row(page, 'server/discover').waitFor();

  await page.keyboard.press('/');
  await page.keyboard.type('method:tools/call is:error');
  await row(page, 'server/discover').waitFor({ state: 'detached' });
  expect(await row(page, 'refuse').count()).toBe(1);
  await foot(page, /^1 of \d+ rows$/).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await row(page, 'server/discover').waitFor();

  const start = page.getByRole('slider', { name: 'Start of the range' });
  await tabTo(page, start);
  for (let pressed = 0; pressed < 3; pressed += 1) await page.keyboard.press('PageUp');
  await row(page, 'server/discover').waitFor({ state: 'detached' });
  expect(await row(page, 'subscriptions/listen').count()).toBe(1);
  await page.keyboard.press('0');
  await row(page, 'server/discover').waitFor();
  expect(await start.getAttribute('aria-valuenow')).toBe('0');

  await tabTo(page, grid(page));
  await page.keyboard.press('Home');
  await moveTo(page, 'ArrowDown', 'tools/callask');
  const call = active(page);
  expect(await call.getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('ArrowRight');
  const rounds = grid(page).locator('[aria-level="2"]');
  await rounds.filter({ hasText: 'round 2' }).waitFor();
  expect(await rounds.count()).toBe(3);
  await page.keyboard.press('ArrowRight');
  expect(await active(page).textContent()).toContain('round 1');
  await page.keyboard.press('Enter');
  await page.locator('[aria-label="Inspector"]:focus').waitFor();
  await inspector(page).getByText('Request sent').waitFor();
  await page.keyboard.press('Escape');
  await grid(page).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Home');
  await moveTo(page, 'ArrowDown', 'round 1');
  await page.keyboard.press('ArrowLeft');
  expect(await active(page).textContent()).toContain('ask');
  await page.keyboard.press('ArrowLeft');
  await rounds.first().waitFor({ state: 'detached' });

  await page.keyboard.press('Home');
  await moveTo(page, 'ArrowDown', 'tools/list');
  await page.keyboard.press('Space');
  await moveTo(page, 'ArrowDown', 'tools/list');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+C');
  const comparison = page.getByRole('main', { name: /^Compare/ });
  await comparison.getByRole('heading', { name: /differences?$/ }).waitFor();
  await page.keyboard.press('Escape');
  await comparison.waitFor({ state: 'detached' });
  await grid(page).waitFor();

  await tabTo(page, main(page).getByRole('columnheader', { name: '#' }).getByRole('button'));
  await moveToHeader(page, 'Size');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await grid(page).locator('[aria-sort="descending"]').waitFor();
  await grid(page).getByRole('row').nth(1).filter({ hasText: 'tools/list' }).waitFor();
  await page.keyboard.press('Enter');
  await grid(page).getByRole('row').nth(1).filter({ hasText: 'server/discover' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
});

async function moveToHeader(page: Page, title: string): Promise<void> {
  const wanted = main(page).getByRole('columnheader', { name: title }).getByRole('button');
  for (let pressed = 0; pressed < 10; pressed += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('ArrowRight');
  }
  throw new Error(`no header ${title}`);
}

test('a call with rounds beside its thread', async () => {
  const { page } = app;
  await row(page, 'tools/callask').click();
  await grid(page).press('ArrowRight');
  await row(page, 'round 2').waitFor();
  await inspector(page).getByRole('tab', { name: 'Thread' }).click();
  await inspector(page).getByText('Retried with the answer').waitFor();
  await expectGood(page, 'traffic');
});

test('a paused view stands still while the log goes on', async () => {
  const { page } = app;
  await main(page).getByRole('button', { name: 'Pause view' }).click();
  const before = await grid(page).getAttribute('aria-rowcount');
  await row(page, 'tools/callslow').click();
  await inspector(page).getByRole('button', { name: 'Send again', exact: true }).click();
  await main(page)
    .getByText(/^View paused, still capturing, \d+ new$/)
    .waitFor();
  expect(await grid(page).getAttribute('aria-rowcount')).toBe(before);
  await main(page).getByRole('button', { name: 'Resume', exact: true }).click();
  await expect.poll(() => row(page, 'tools/callslow').count()).toBe(2);
});

test('beside the inspector a filter that is not understood can still be corrected; the whole header sorts', async () => {
  const { page } = app;
  await openTab(page, 'Traffic');
  await row(page, 'server/discover').click();
  await inspector(page).getByText('Request sent').waitFor();
  const field = page.getByRole('combobox', { name: 'Filter' });
  await field.fill('foo:bar');
  await page.getByText('No filter named foo').waitFor();
  expect((await field.boundingBox())?.width).toBeGreaterThan(60);
  await field.click();
  await field.fill('');
  await inspector(page).getByRole('button', { name: 'Close inspector' }).click();
  const header = main(page).getByRole('columnheader', { name: 'Method' });
  const { width = 0 } = (await header.boundingBox()) ?? {};
  for (const order of ['ascending', 'descending', 'none']) {
    await header.click({ position: { x: width - 20, y: 10 } });
    await expect.poll(() => header.getAttribute('aria-sort')).toBe(order);
  }
});

test('a brush on the overview limits the table; a double click goes back', async () => {
  const { page } = app;
  const lanes = page.getByRole('img', { name: /three lanes/ });
  const box = await lanes.boundingBox();
  if (!box) throw new Error('the lanes have no box');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.5, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, y, { steps: 4 });
  await page.mouse.up();
  // The stream is open all along, the call that asked was over long before.
  await row(page, 'tools/callask').waitFor({ state: 'detached' });
  await row(page, 'subscriptions/listen').waitFor();
  await lanes.dblclick({ position: { x: box.width / 4, y: 10 } });
  await row(page, 'tools/callask').waitFor();
});

test('the wire: pairs, a line that is no message, bytes', async () => {
  const { page } = app;
  await main(page).getByRole('tab', { name: 'Wire', exact: true }).click();
  const wire = main(page).getByRole('treegrid', { name: 'Raw messages' });
  // A view that was just opened has no rows yet.
  await wire.getByRole('row').nth(9).waitFor();
  await page.getByRole('combobox', { name: 'Filter raw messages' }).fill('echo');
  // Rows move while the filter narrows them; but the head, each of those that stay has the word.
  const others = wire.getByRole('row').filter({ hasNotText: 'echo' }).nth(1);
  await others.waitFor({ state: 'detached' });
  await page.getByText(/^[1-9] of \d+ lines$/).waitFor();
  await wire.getByText('about to answer echo').click();
  const line = page.getByRole('complementary', { name: 'Selected line' });
  await line.getByText('The server printed a log line on stdout').waitFor();
  await page.getByRole('combobox', { name: 'Filter raw messages' }).fill('');
  await others.waitFor();
  await line.getByText(/send logs to stderr/).waitFor();
  // The whole log is longer than the window.
  await wire.press('End');
  await wire.getByText('about to answer echo').click();
  // What was sent again said so in a toast.
  await page.getByRole('button', { name: 'Dismiss' }).waitFor({ state: 'detached' });
  await expectGood(page, 'wire');
  await line.getByRole('button', { name: 'Bytes' }).click();
  await line.getByText('about to answer ').waitFor();
  await wire.getByRole('row').filter({ hasText: '"name":"echo"' }).last().hover();
  await expect.poll(() => wire.locator('.lit').count()).toBeGreaterThan(1);
  expect(await findViolations(page)).toEqual([]);
  await openTab(page, 'Tools');
});
