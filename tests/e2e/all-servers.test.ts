import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type App, cliEntry, manageApps } from './support/app.ts';
import { findViolations, lookAt } from './support/browser.ts';
import { addServer, connected, main, nodeLine, railRow, resultPane, runTool } from './support/driver.ts';

const apps = manageApps('file');
let app: App;

const grid = (page: Page): Locator => main(page).getByRole('treegrid', { name: 'Exchanges' });
const row = (page: Page, ...texts: string[]): Locator =>
  texts.reduce((found, text) => found.filter({ hasText: text }), grid(page).getByRole('row'));
const active = (page: Page): Locator => grid(page).getByRole('row', { selected: true });
const inspector = (page: Page): Locator => page.getByRole('complementary', { name: 'Inspector' });

async function says(page: Page, text: string): Promise<void> {
  await runTool(page, 'echo', { text });
  await resultPane(page).getByText(text).first().waitFor();
}

async function openAll(page: Page): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.keyboard.type('>traffic of all servers');
  await page.getByRole('option', { name: /Traffic of all servers/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('main', { name: 'Traffic of all servers' }).waitFor();
}

/** Presses Tab until the table has the focus. */
async function tabToGrid(page: Page): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await grid(page).evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('sixty times Tab do not lead to the table');
}

beforeAll(async () => {
  app = await apps.open();
  const { page } = app;
  for (const era of ['legacy', 'modern']) {
    await addServer(page, { text: nodeLine(cliEntry, 'demo-server', '--era', era), name: `the ${era} one` });
    await connected(page, `the ${era} one`);
    await says(page, `said by ${era}`);
  }
});

test('two servers of different eras are one table, and each row opens in its own session', async () => {
  const { page } = app;
  await openAll(page);
  await row(page, 'the legacy one', 'initialize').first().waitFor();
  await row(page, 'the modern one', 'server/discover').waitFor();
  await main(page)
    .getByRole('img', { name: /the legacy one: calls \d+.*; the modern one: calls \d+/ })
    .waitFor();
  expect(await railRow(page, 'the modern one').getAttribute('aria-current')).toBeNull();

  await tabToGrid(page);
  await page.keyboard.press('End');
  while (!(await active(page).textContent())?.includes('tools/call')) await page.keyboard.press('ArrowUp');
  expect(await active(page).textContent()).toContain('the modern one');
  await inspector(page).getByText('said by modern').first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('server:legacy method:tools/call');
  await main(page)
    .getByText(/^1 of \d+ rows$/)
    .waitFor();
  await row(page, 'the legacy one', 'echo').click();
  await inspector(page).getByText('said by legacy').first().waitFor();
  for (const theme of ['light', 'dark'] as const) {
    await lookAt(page, 'all-servers', theme);
    expect(await findViolations(page), theme).toEqual([]);
  }

  await grid(page).focus();
  await page.keyboard.press('r');
  await main(page)
    .getByText(/^2 of \d+ rows$/)
    .waitFor();
  expect(await row(page, 'the legacy one').count()).toBe(2);
  await page.keyboard.press('/');
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');

  await page.getByRole('button', { name: 'More traffic actions' }).click();
  await page.getByRole('menuitem', { name: 'Show in the legacy one' }).click();
  await page.getByRole('main', { name: 'the legacy one workspace' }).waitFor();
  await inspector(page).getByText('said by legacy').first().waitFor();
});

test('what happens meanwhile is added, and a server that starts again begins anew', async () => {
  const { page } = app;
  await openAll(page);
  await row(page, 'the legacy one', 'initialize').first().waitFor();
  const before = await row(page, 'the modern one').count();
  expect(before).toBeGreaterThan(2);
  await railRow(page, 'the modern one').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Disconnect' }).click();
  await row(page, 'the modern one', 'subscriptions/listen').filter({ hasNotText: 'open' }).waitFor();
  expect(await row(page, 'the modern one').count()).toBeGreaterThanOrEqual(before);
  await railRow(page, 'the modern one').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Connect' }).click();
  await connected(page, 'the modern one');
  await row(page, 'the modern one', 'echo').waitFor({ state: 'detached' });
  await row(page, 'the modern one', 'server/discover').waitFor();
  expect(await row(page, 'the legacy one', 'echo').count()).toBe(2);
});
