import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { manageApps } from './support/app.ts';
import { findViolations, lookAt } from './support/browser.ts';
import { addServer, choose, connected, main, nodeLine, resultPane, runTool } from './support/driver.ts';

vi.setConfig({ testTimeout: 120_000 });

const apps = manageApps();

/** One tool with a city, a number and a pin that the schema hides. */
const SERVER = `
import { createInterface } from 'node:readline';
const inputSchema = { type: 'object', properties: {
  city: { type: 'string' }, days: { type: 'integer' }, pin: { type: 'string', format: 'password' } } };
const results = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'trips', version: '1' } },
  'tools/list': { tools: [{ name: 'plan', inputSchema }, { name: 'other', inputSchema }] },
  'tools/call': { content: [{ type: 'text', text: 'planned' }] },
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }) + '\\n');
});
`;

/** Everything in the files of a folder whose name ends so. */
const textIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => readFileSync(join(one.parentPath, one.name), 'utf8'))
    .join('\n');

test('a field offers what its argument was before, by keyboard and by mouse, never a secret and never another tool', async () => {
  const { page, folder } = await apps.open();
  const script = join(folder.root, 'trips.mjs');
  writeFileSync(script, SERVER);
  await addServer(page, { text: nodeLine(script), name: 'trips' });
  await connected(page, 'trips');
  for (const [city, days] of [
    ['Lisbon', '3'],
    ['Oslo', '12'],
  ] as const) {
    await runTool(page, 'plan', { city, days, pin: 'hunter2' });
    await resultPane(page).getByText('planned').waitFor();
  }
  const field = (name: string) => main(page).getByRole('textbox', { name, exact: true });
  await main(page).getByRole('button', { name: 'Clear', exact: true }).click();
  await field('city').focus();
  await page.keyboard.press('ArrowDown');
  const menu = page.getByRole('menu', { name: 'Earlier values of city' });
  await menu.waitFor();
  expect(await menu.getByRole('menuitem').allTextContents()).toEqual(['Oslo', 'Lisbon']);
  const chosen = () => menu.locator(':focus').textContent();
  await expect.poll(chosen).toBe('Oslo');
  for (const theme of ['light', 'dark'] as const) {
    await lookAt(page, 'tools-earlier-values', theme);
    expect(await findViolations(page), theme).toEqual([]);
  }
  await page.keyboard.press('ArrowDown');
  await expect.poll(chosen).toBe('Lisbon');
  await page.keyboard.press('Enter');
  expect(await field('city').inputValue()).toBe('Lisbon');
  await expect.poll(() => field('city').evaluate((one) => one === document.activeElement)).toBe(true);
  // In a number the key steps, unless there is nothing to step from.
  await field('days').focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('menuitem', { name: '12' }).click();
  await page.keyboard.press('ArrowDown');
  expect(await field('days').inputValue()).toBe('11');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: '3' }).click();
  expect(await field('days').inputValue()).toBe('3');
  expect(await main(page).getByRole('button', { name: 'Earlier values of pin' }).count()).toBe(0);
  await choose(page, 'Tools', 'other');
  await main(page).getByRole('heading', { name: 'other', exact: true }).waitFor();
  expect(
    await main(page)
      .getByRole('button', { name: /^Earlier values of/ })
      .count(),
  ).toBe(0);
  await expect.poll(() => textIn(join(folder.dataDir, 'state'))).toContain('Oslo');
  expect(textIn(join(folder.dataDir, 'state'))).not.toContain('hunter2');
});
