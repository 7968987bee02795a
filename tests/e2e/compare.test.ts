import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type App, manageApps } from './support/app.ts';
import { findViolations, lookAt } from './support/browser.ts';
import { addServer, main, nodeLine, openTab, resultPane, runTool } from './support/driver.ts';

const apps = manageApps('file');
const MAX_BYTES = 400_000;
let app: App;
let folder: string;

/** A server whose orders change from one call to the next, and whose list has another tool with each start. */
const SERVER = `
import { existsSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const order = (id, status, total, items) => ({ id, status, total, items });
const before = [order('ord_81877', 'pending', 119, 1), order('ord_81790', 'paid', 86.5, 2), order('ord_81755', 'paid', 42, 1)];
const after = [order('ord_81924', 'shipped', 248.9, 3), { ...before[0], status: 'paid' }, before[1]];
const started = new URL('started', import.meta.url);
const again = existsSync(started);
writeFileSync(started, '');
const tool = (name) => ({ name, description: 'Orders of the shop.', inputSchema: { type: 'object' } });
let calls = 0;
function answer({ method }) {
  if (method === 'initialize') {
    return { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'orders-db', version: '3.4.1' } };
  }
  if (method === 'tools/list') return { tools: [tool('orders_search'), ...(again ? [tool('orders_cancel')] : [])] };
  calls += 1;
  const orders = calls === 1 ? before : after;
  const structuredContent = { total: calls === 1 ? 40 : 41, currency: 'EUR', orders, next_cursor: 'b2Zmc2V0OjM=' };
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.id === undefined) return;
  const known = ['initialize', 'tools/list', 'tools/call'].includes(message.method);
  const rest = known ? { result: answer(message) } : { error: { code: -32601, message: 'Unknown method' } };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...rest }) + '\\n');
});
`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wirebench-compare-'));
  const path = join(folder, 'orders.mjs');
  writeFileSync(path, SERVER);
  app = await apps.open();
  await addServer(app.page, { text: nodeLine(path), name: 'orders-db' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const view = () => app.page.getByRole('main', { name: /^Compare/ });
const completed = (run: number) =>
  resultPane(app.page)
    .getByRole('button', { name: `Run ${run} of ${run}` })
    .waitFor();

test('two runs of a tool side by side, by keyboard', async () => {
  const { page } = app;
  await runTool(page, 'orders_search');
  await resultPane(page).getByRole('heading', { name: 'Completed' }).waitFor();
  await main(page).getByRole('button', { name: 'Run tool' }).click();
  await completed(2);
  const opener = resultPane(page).getByRole('button', { name: 'Compare with the last run' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await view().getByRole('heading', { name: '4 differences' }).waitFor();
  expect(await view().getByText('arrays matched by id').isVisible()).toBe(true);

  await page.keyboard.press('F7');
  const chosen = view().getByRole('row', { selected: true });
  await chosen.filter({ hasText: '/total' }).waitFor();
  for (const theme of ['light', 'dark'] as const) {
    const path = await lookAt(page, 'compare', theme);
    expect(statSync(path).size).toBeLessThan(MAX_BYTES);
    expect(await findViolations(page), theme).toEqual([]);
  }
  await page.keyboard.press('Shift+F7');
  await chosen.filter({ hasText: '/orders/ord_81755' }).waitFor();

  await view().getByRole('tab', { name: 'Whole message' }).click();
  await view().getByText('"jsonrpc"').first().waitFor();
  await view().getByRole('button', { name: 'Side by side' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Inline' }).click();
  await view().getByRole('grid', { name: 'A and B in one column' }).waitFor();
  expect(await findViolations(page), 'inline').toEqual([]);

  await page.keyboard.press('Escape');
  await view().waitFor({ state: 'detached' });
  await opener.and(page.locator(':focus')).waitFor();
});

test('a path that is ignored for every order is remembered', async () => {
  const { page } = app;
  const open = async () => {
    await resultPane(page).getByRole('button', { name: 'Compare with the last run' }).click();
    await view()
      .getByRole('heading', { name: /differences?$/ })
      .waitFor();
  };
  await open();
  await view().getByText('/orders/ord_81877/status').click();
  await view().getByRole('button', { name: 'Ignore a path' }).click();
  await page.getByRole('button', { name: 'Every item' }).click();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Ignore', exact: true }).click();
  await page.keyboard.press('Escape');
  await view().getByRole('heading', { name: '3 differences' }).waitFor();
  await page.keyboard.press('Escape');
  await view().waitFor({ state: 'detached' });
  await open();
  await view().getByRole('heading', { name: '3 differences' }).waitFor();
  await view().getByRole('button', { name: 'Close' }).click();
});

test('the list of this session and of the last one, and two whole sessions', async () => {
  const { page } = app;
  await openTab(page, 'Tools');
  await page.keyboard.press('Control+R');
  await main(page).getByText('orders_cancel').first().waitFor();
  const command = async (name: string) => {
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill(name);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
  };
  await command('Compare this list');
  await view().getByRole('heading', { name: '1 difference' }).waitFor();
  expect(await view().getByText('/orders_cancel').isVisible()).toBe(true);
  await page.keyboard.press('Escape');

  await command('Compare two sessions');
  await page.getByRole('dialog').getByRole('button', { name: 'Compare' }).click();
  await view().getByText('/tools/orders_cancel').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await view().waitFor({ state: 'detached' });
});
