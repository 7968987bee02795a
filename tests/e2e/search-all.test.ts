import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { fixture } from '../servers/servers.ts';
import { type App, manageApps } from './support/app.ts';
import { findViolations, lookAt } from './support/browser.ts';
import { addServer, connected, main, nodeLine, openTab, resultPane, runTool } from './support/driver.ts';

const apps = manageApps('file');
const MAX_BYTES = 400_000;
const NEEDLE = 'a needle in the haystack';
let app: App;

const search = (page: Page): Locator => page.getByRole('dialog', { name: 'Search the traffic of all sessions' });
const hits = (page: Page): Locator => search(page).getByRole('option');

async function say(page: Page, text: string): Promise<void> {
  await runTool(page, 'echo', { text });
  await resultPane(page).getByRole('heading', { name: 'Completed' }).waitFor({ timeout: 30_000 });
}

async function searchFor(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+Shift+F');
  await search(page).getByRole('combobox').fill(text);
  await search(page)
    .getByRole('status')
    .filter({ hasText: /^(\d+|No) hit/ })
    .waitFor();
}

/** Restarts a server: what it did so far is in an earlier session from here on. */
async function restart(page: Page, name: string): Promise<void> {
  const pid = main(page).getByText(/^pid \d+$/);
  const before = await pid.textContent();
  await main(page).getByRole('button', { name: 'Restart' }).click();
  await vi.waitFor(async () => expect(await pid.textContent({ timeout: 1000 })).not.toBe(before), { timeout: 20_000 });
  await connected(page, name);
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
  await addServer(page, { text: nodeLine(fixture('legacy')), name: 'orders-db' });
  await connected(page, 'orders-db');
  await say(page, NEEDLE);
  await restart(page, 'orders-db');
  await addServer(page, { text: nodeLine(fixture('modern')), name: 'build-runner' });
  await connected(page, 'build-runner');
  await say(page, `${NEEDLE}, again`);
});

test('words are found in every session; a hit opens the traffic of its session at its record, by keyboard only', async () => {
  const { page } = app;
  await searchFor(page, NEEDLE);
  const groups = search(page).getByRole('group');
  expect(await groups.count()).toBe(2);
  expect(await groups.first().getAttribute('aria-label')).toMatch(/^build-runner, /);
  expect(await groups.last().getAttribute('aria-label')).toMatch(/^orders-db, .+, ended/);
  expect(await hits(page).first().locator('mark').textContent()).toBe(NEEDLE);
  await expectGood(page, 'search-all');

  // The last one is of the session that has ended.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await search(page).waitFor({ state: 'detached' });
  await main(page)
    .getByText(/^Session of .+, ended/)
    .waitFor();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await inspector.getByText(NEEDLE).first().waitFor();
  await page
    .getByRole('navigation', { name: 'Servers' })
    .locator('a[aria-current]', { hasText: 'orders-db' })
    .waitFor();
  await expectGood(page, 'search-all-hit');
  await main(page).getByRole('button', { name: 'Show the current one' }).click();
  await openTab(page, 'Traffic');
});

test('a line of stderr of an earlier session is brought into sight in the logs of that session', async () => {
  const { page } = app;
  const stress = fileURLToPath(new URL('../stress/stress.mjs', import.meta.url));
  await addServer(page, { text: nodeLine(stress), name: 'chatty' });
  await connected(page, 'chatty');
  await runTool(page, 'stderr_flood', { count: '300' });
  await resultPane(page).getByRole('heading', { name: 'Completed' }).waitFor({ timeout: 30_000 });
  await restart(page, 'chatty');
  await searchFor(page, 'stderr line #17 of 300');
  await page.keyboard.press('Enter');
  await search(page).waitFor({ state: 'detached' });
  const logs = main(page).getByRole('region', { name: 'Logs' });
  await logs.getByText(/^Logs of \d+ \w+/).waitFor();
  await logs.getByRole('log', { name: 'stderr' }).getByText('stderr line #17 of 300', { exact: true }).waitFor();
  await logs.getByRole('button', { name: 'Follow', exact: true }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await main(page).getByRole('button', { name: 'Show the current one' }).click();
  await logs.getByText(/^Logs of/).waitFor({ state: 'detached' });
});

test('words that are nowhere are said to be nowhere', async () => {
  const { page } = app;
  await searchFor(page, 'words of no message at all');
  await search(page).getByText('No session holds these words.').waitFor();
  expect(await hits(page).count()).toBe(0);
  await page.keyboard.press('Escape');
  await search(page).waitFor({ state: 'detached' });
});
