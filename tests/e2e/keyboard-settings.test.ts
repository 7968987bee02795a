import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { type App, manageApps } from './support/app.ts';
import { findViolations } from './support/browser.ts';
import { connected, main, openTab } from './support/driver.ts';

const apps = manageApps();
const WAIT_MS = 30_000;
vi.setConfig({ testTimeout: 120_000 });

const until = <T>(look: () => Promise<T> | T) => expect.poll(look, { timeout: WAIT_MS });
const sheet = (app: App): Locator => app.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const rail = (app: App): Locator => app.page.getByRole('navigation', { name: 'Servers' });
const chosen = (app: App): Locator => main(app.page).locator('[role="option"][aria-selected="true"]');

async function toKeyboardPage({ page }: App): Promise<void> {
  await page.keyboard.press('Control+,');
  await page.getByRole('button', { name: 'Keyboard', exact: true }).click();
  await page.getByRole('region', { name: 'Keys of commands' }).waitFor();
}

/** Letters do nothing, arrows do; the changed keys open the list of servers, the old ones do not. */
async function expectChanged(app: App): Promise<void> {
  const { page } = app;
  await main(page).getByRole('option').first().click();
  const first = await chosen(app).textContent();
  for (const keys of ['j', 'n', '?', '/']) await page.keyboard.press(keys);
  // The answer to a key that comes after them shows that they were dealt with.
  await page.keyboard.press('ArrowDown');
  await until(() => chosen(app).textContent()).not.toBe(first);
  await page.keyboard.press('ArrowUp');
  await until(() => chosen(app).textContent()).toBe(first);
  expect(await sheet(app).count()).toBe(0);
  await page.keyboard.press('Control+B');
  await page.keyboard.press('F9');
  await rail(app).waitFor({ state: 'hidden' });
  await page.keyboard.press('F9');
  await rail(app).waitFor();
}

test('single-letter keys off and a command with other keys: at once, after a reload, and after a restart', async () => {
  const app = await apps.open();
  app.page.setDefaultTimeout(WAIT_MS);
  await app.page.getByRole('button', { name: 'Start the demo' }).click();
  await connected(app.page, 'demo', WAIT_MS);
  await toKeyboardPage(app);
  const { page } = app;
  await page.getByRole('switch', { name: 'Single-letter keys' }).click();
  await page.getByRole('button', { name: 'Change the keys of Show or hide the server list' }).click();
  await page.keyboard.press('Control+K');
  await page.getByText('“Search or run a command” has these keys.').waitFor();
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await until(() => page.locator('html').getAttribute('data-theme')).toBe(theme);
    expect(await findViolations(page), theme).toEqual([]);
  }
  await page.keyboard.press('F9');
  await page.getByRole('button', { name: 'Reset the keys of Show or hide the server list' }).waitFor();
  const kept = () => JSON.parse(readFileSync(join(app.folder.dataDir, 'settings.json'), 'utf8')) as object;
  await until(kept).toMatchObject({ letterKeys: false, shortcuts: { 'view.rail': 'f9' } });
  await page.keyboard.press('Control+,');
  await page.getByRole('button', { name: 'Close the settings' }).click();
  await openTab(page, 'Tools');
  await expectChanged(app);
  await page.reload();
  await connected(page, 'demo', WAIT_MS);
  await openTab(page, 'Tools');
  await expectChanged(app);
  await app.restart();
  app.page.setDefaultTimeout(WAIT_MS);
  await rail(app).waitFor();
  await toKeyboardPage(app);
  await app.page.getByRole('switch', { name: 'Single-letter keys', checked: false }).waitFor();
  await app.page.getByRole('button', { name: 'Reset all' }).click();
  await until(() => app.page.getByRole('button', { name: 'Reset all' }).isDisabled()).toBe(true);
  await app.page.getByRole('switch', { name: 'Single-letter keys' }).click();
  await app.page.getByRole('switch', { name: 'Single-letter keys', checked: true }).waitFor();
  await app.page.getByRole('button', { name: 'Close the settings' }).focus();
  await app.page.keyboard.press('Control+B');
  await rail(app).waitFor({ state: 'hidden' });
  await app.page.keyboard.press('?');
  await sheet(app).waitFor();
});
