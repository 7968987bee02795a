import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { manageApps } from './support/app.ts';
import { openInbox } from './support/asks-driver.ts';
import { findViolations, lookAt, type Theme } from './support/browser.ts';
import { main, openTab } from './support/driver.ts';

const WAIT_MS = 30_000;
vi.setConfig({ testTimeout: 240_000 });

const apps = manageApps();

const demo = (page: Page): Locator => page.getByRole('main', { name: 'Demo', exact: true });
const stage = (page: Page): Locator => demo(page).getByRole('region', { name: 'Stage' });
const rows = (page: Page): Locator => demo(page).getByRole('list', { name: /^Messages between/ });
const nextButton = (page: Page): Locator => demo(page).getByRole('button', { name: /^(Next step|The end)/ });

/** Presses nothing but Space, and waits for what it brings on the stage. */
async function space(page: Page, ...texts: (string | RegExp)[]): Promise<void> {
  await page.keyboard.press('Space');
  for (const text of texts) await stage(page).getByText(text).first().waitFor();
  if (!(await nextButton(page).textContent())?.startsWith('The end'))
    await expect.poll(() => nextButton(page).isEnabled(), { timeout: WAIT_MS }).toBe(true);
}

async function look(page: Page, name: string): Promise<void> {
  for (const theme of ['dark', 'light'] satisfies Theme[]) await lookAt(page, `demo-${name}`, theme);
  expect(await findViolations(page, '.demo')).toEqual([]);
}

/** Chooses a script by the palette. */
async function openScript(page: Page, path: string): Promise<void> {
  await page.keyboard.press('Control+Shift+P');
  const field = page.getByRole('dialog').getByRole('combobox');
  await field.fill('>Open a script in demo mode');
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('option', { name: /^Open a script in demo mode/ }).click();
  await (await chosen).setFiles(path);
}

/** Font sizes of all text that is drawn, as they appear. */
function smallTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const small: string[] = [];
    const walker = document.createTreeWalker(document.querySelector('.demo') ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element || node.textContent?.trim() === '' || !element.checkVisibility({ visibilityProperty: true }))
        continue;
      if (element.closest('.vh, .kbd')) continue;
      const zoom = (element as HTMLElement & { currentCSSZoom?: number }).currentCSSZoom ?? 1;
      const size = Number.parseFloat(getComputedStyle(element).fontSize) * zoom;
      if (size < 14.95) small.push(`${size.toFixed(1)} ${element.className} ${node.textContent?.slice(0, 40)}`);
    }
    return small;
  });
}

test('the tour plays from start to end by Space alone', async () => {
  const { page } = await apps.open();
  page.setDefaultTimeout(WAIT_MS);
  await page.getByRole('button', { name: 'Play the tour' }).click();
  await demo(page).getByText('Step 1 of 7').waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);
  await space(page, 'Wirebench demo', 'modern era');
  await rows(page).getByText('Greeting').waitFor();
  await look(page, 'connect');
  await space(page, 'Made-up weather for a city.');
  await space(page, 'structuredContent');
  await look(page, 'call');
  await space(page, 'Ask for a name');
  await space(page, 'What should the demo call you?');
  expect(await stage(page).getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('Ada');
  expect(
    await stage(page)
      .getByRole('radio', { name: /good morning/ })
      .isChecked(),
  ).toBe(true);
  await rows(page).getByText('Needs input').first().waitFor();
  await rows(page).getByText('A form with 2 fields').waitFor();
  await look(page, 'form');
  expect(await smallTexts(page)).toEqual([]);
  await space(page, 'Good morning, Ada.');
  await rows(page).getByText('The script accepted').waitFor();
  await space(page, 'Ask to visit a page');
  await space(page, 'Sign in to go on.', 'Full address');
  await look(page, 'web-page');
  await space(page, 'Signed in without the page, which nobody opened.');
  await space(page, 'Ask the model');
  await space(page, 'Name three rivers.');
  await look(page, 'model');
  expect(await smallTexts(page)).toEqual([]);
  await space(page, /Danube/);
  await space(page, 'Deploy a site');
  await space(page, 'The site is built. Put it online?');
  await look(page, 'task');
  await space(page, 'The site is online. Comment: From the demo');
  await space(page, 'Slow work');
  await space(page, 'Call slow');
  await space(page, 'Stopped');
  await space(page, 'Bergen');
  await space(page, '4 differences');
  await demo(page).getByRole('button', { name: 'The end' }).waitFor();
  await look(page, 'compare');
  expect(await smallTexts(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await demo(page).waitFor({ state: 'detached' });
  // Everything that was played is on record.
  await openTab(page, 'Traffic');
  await main(page).getByText('ask_sign_in').first().waitFor();
  expect(page.context().pages()).toHaveLength(1);
});

test('keys of the presenter, notes in a window of their own, a script file with a mistake', async () => {
  const { page, folder } = await apps.open();
  page.setDefaultTimeout(WAIT_MS);
  await page.getByRole('button', { name: 'Play the tour' }).click();
  await demo(page).getByText('Step 1 of 7').waitFor();
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('n');
  const notes = await opened;
  await notes.getByText('The server runs on this computer').waitFor();
  await notes.keyboard.press('Space');
  await stage(page).getByText('Wirebench demo').waitFor();
  expect(await findViolations(notes)).toEqual([]);
  await notes.close();
  await page.keyboard.press('b');
  await demo(page)
    .getByRole('img', { name: /^The stage is blank/ })
    .waitFor();
  await page.keyboard.press('b');
  await demo(page)
    .getByRole('img', { name: /^The stage is blank/ })
    .waitFor({ state: 'detached' });
  const size = () => demo(page).evaluate((element) => element.style.getPropertyValue('--demo-size'));
  await page.keyboard.press('+');
  expect(await size()).toBe('1.15');
  await page.keyboard.press('-');
  expect(await size()).toBe('1');
  await page.keyboard.press('a');
  // The page turns by itself.
  await demo(page).getByText('Step 2 of 7').waitFor();
  await page.keyboard.press('Escape');
  const path = join(folder.root, 'bad.yaml');
  writeFileSync(path, 'version: 1\nsteps:\n  - do: fly\n');
  await openScript(page, path);
  await demo(page)
    .getByText(/line 3, steps\.0\.do/)
    .waitFor();
  await demo(page).getByRole('button', { name: 'Exit' }).click();
});

test('a script that starts a program shows it and waits', async () => {
  const { page, folder } = await apps.open();
  page.setDefaultTimeout(WAIT_MS);
  await page.getByRole('button', { name: 'Play the tour' }).waitFor();
  const path = join(folder.root, 'program.yaml');
  writeFileSync(
    path,
    'version: 1\nservers: { odd: { command: /nothing/here, args: [a b] } }\nsteps: [{ do: connect }]\n',
  );
  await openScript(page, path);
  await demo(page).getByText('/nothing/here "a b"').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Space');
  await demo(page).getByText('/nothing/here "a b"').waitFor();
  await demo(page).getByRole('button', { name: 'Play', exact: true }).click();
  await page.keyboard.press('Space');
  await stage(page).getByText('This step could not be played').waitFor();
});

test('[SEC-09] a script stops before a tool that may destroy something until a person decides', async () => {
  const { page, folder } = await apps.open();
  page.setDefaultTimeout(WAIT_MS);
  await page.getByRole('button', { name: 'Play the tour' }).waitFor();
  const path = join(folder.root, 'delete.yaml');
  const call = '{ do: call, with: { name: delete_item, args: { id: anvil } } }';
  writeFileSync(
    path,
    `version: 1\ntitle: Clear the shelf\nservers: { shelf: { builtin: demo } }\nsteps: [{ do: connect }, ${call}, ${call}]\n`,
  );
  await openScript(page, path);
  await stage(page).getByText('Not connected yet').waitFor();
  await space(page);
  await page.keyboard.press('Space');
  await stage(page).getByText('The script Clear the shelf wants to run delete_item on shelf').waitFor();
  expect(await findViolations(page, '.demo')).toEqual([]);
  // Space decides nothing.
  await page.keyboard.press('Space');
  await stage(page).getByRole('button', { name: 'Deny' }).click();
  await stage(page).getByText('You denied this call, so it was not made.').waitFor();
  await page.keyboard.press('Space');
  await stage(page).getByRole('button', { name: 'Allow once' }).click();
  await stage(page).getByText('Deleted "anvil".').first().waitFor();
});

test('a window that is reloaded leaves the demo: its question ends with the reason', async () => {
  const { page } = await apps.open();
  page.setDefaultTimeout(WAIT_MS);
  await page.getByRole('button', { name: 'Play the tour' }).click();
  await demo(page).getByText('Step 1 of 7').waitFor();
  await space(page, 'modern era');
  await space(page, 'Made-up weather for a city.');
  await space(page, 'structuredContent');
  await space(page, 'Ask for a name');
  await space(page, 'What should the demo call you?');
  await page.reload();
  const box = await openInbox(page);
  await box
    .getByRole('region', { name: 'Answered' })
    .getByRole('button', { name: /ask_name/ })
    .click();
  await box
    .getByText(/The window that played the script was closed or reloaded/)
    .first()
    .waitFor();
  expect(await box.getByRole('button', { name: /^Accept/ }).isDisabled()).toBe(true);
});
