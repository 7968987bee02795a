import { rmSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { createRunFolder, type RunFolder } from '../support/app.ts';
import { main, railRow, startDemo } from '../support/driver.ts';
import { processesAlive } from '../support/processes.ts';
import { launchShell, quitShell, type Shell } from '../support/shell.ts';

const folders: RunFolder[] = [];
const running: Shell[] = [];

async function open() {
  const folder = createRunFolder();
  folders.push(folder);
  const shell = await launchShell({ args: ['--data-dir', folder.dataDir], env: { TMPDIR: folder.marker } });
  running.push(shell);
  return { shell, page: await shell.app.firstWindow() };
}

/** Chooses an entry of the application menu, as a person does. */
function choose(shell: Shell, label: string): Promise<boolean> {
  return shell.app.evaluate(({ Menu }, wanted) => {
    const walk = (items: Electron.MenuItem[]): Electron.MenuItem | undefined => {
      for (const item of items) {
        const found = item.label === wanted ? item : walk(item.submenu?.items ?? []);
        if (found) return found;
      }
      return undefined;
    };
    const item = walk(Menu.getApplicationMenu()?.items ?? []);
    item?.click();
    return item !== undefined;
  }, label);
}

afterEach(async () => {
  for (const shell of running.splice(0)) expect(await quitShell(shell, 15_000), 'the app quits').toBe(0);
  for (const { marker } of folders) await expect.poll(() => processesAlive(marker), { timeout: 5000 }).toEqual([]);
  for (const { root } of folders.splice(0)) rmSync(root, { recursive: true, force: true, maxRetries: 5 });
});

test('a further window opens on the same host at its own place, and ends alone; the menu acts in the page', async () => {
  const { shell, page } = await open();
  await startDemo(page);
  await railRow(page, 'demo').click({ button: 'right' });
  const [second] = await Promise.all([
    shell.app.waitForEvent('window'),
    page.getByRole('menuitem', { name: 'Open in a new window' }).click(),
  ]);
  await main(second).getByRole('heading', { level: 1, name: 'demo' }).waitFor();
  await second.getByRole('tab', { name: 'Prompts' }).click();
  await main(second).getByRole('option').first().waitFor();
  expect(await page.getByRole('tab', { name: 'Tools', selected: true }).count()).toBe(1);
  expect(await second.evaluate(() => typeof Reflect.get(globalThis, 'require'))).toBe('undefined');
  expect(await second.evaluate(() => window.open('file:///etc/passwd') === null)).toBe(true);
  await second.close();
  await expect.poll(() => shell.app.windows().length).toBe(1);
  await railRow(page, 'demo').waitFor();

  expect(await choose(shell, 'Keyboard shortcuts')).toBe(true);
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  expect(await choose(shell, 'Tab 5')).toBe(true);
  await page.getByRole('tab', { name: 'Traffic', selected: true }).waitFor();
  expect(await choose(shell, 'Back')).toBe(true);
  await page.getByRole('tab', { name: 'Tools', selected: true }).waitFor();
  expect(await choose(shell, 'Forward')).toBe(true);
  await page.getByRole('tab', { name: 'Traffic', selected: true }).waitFor();
});
