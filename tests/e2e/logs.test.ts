import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fixture } from '../servers/servers.ts';
import { manageApps } from './support/app.ts';
import { findViolations } from './support/browser.ts';
import { addServer, connected, dock, dockLines, main, nodeLine, openTab, runTool } from './support/driver.ts';

const apps = manageApps();

async function talkative(): Promise<Page> {
  const { page } = await apps.open();
  await addServer(page, { text: nodeLine(fixture('talkative')), name: 'talkative' });
  await connected(page, 'talkative');
  return page;
}

test('stderr in its colours, traces folded, a line found in Traffic', async () => {
  const page = await talkative();
  const lines = await dockLines(page, 'stderr');
  await lines.getByText('done').waitFor();
  await page.getByRole('separator', { name: 'Height of the logs' }).focus();
  for (let presses = 0; presses < 40; presses += 1) await page.keyboard.press('ArrowUp');

  // From the end upwards: Rust, Go, Java, Python, Node.
  const more = lines.getByRole('button', { name: /^\d+ more lines$/ });
  await expect
    .poll(() => more.allTextContents())
    .toEqual(['9 more lines', '9 more lines', '4 more lines', '5 more lines', '7 more lines']);
  expect(await lines.getByText('step11').count()).toBe(0);
  await more.first().click();
  await lines.getByText('step11').waitFor();
  await dock(page).getByRole('button', { name: 'Follow', exact: true }).waitFor();
  await lines.getByRole('button', { name: 'Fold 9 lines' }).click();

  await lines.getByRole('log').focus();
  await page.keyboard.press('Home');
  const warned = lines.locator('.lg', { hasText: 'plan used a sequential scan' });
  await warned.locator('.c-wait.b6', { hasText: 'WARN' }).waitFor();
  expect(await warned.textContent()).not.toContain('window title');
  expect(await lines.locator('.lg.note', { hasText: /started/i }).count()).toBe(1);
  expect(await findViolations(page, '.dock')).toEqual([]);

  await lines.getByText('plan used a sequential scan').dblclick();
  await lines.getByRole('button', { name: 'Copy raw lines' }).waitFor();
  await lines.getByRole('button', { name: 'Find in traffic' }).click();
  await main(page).getByRole('treegrid', { name: 'Exchanges' }).locator('[aria-selected="true"]').waitFor();
});

test('the logs in a window of their own', async () => {
  const page = await talkative();
  await (await dockLines(page, 'stderr')).getByText('done').waitFor();
  const opening = page.waitForEvent('popup');
  await dock(page).getByRole('button', { name: 'Open in a window' }).click();
  const popup = await opening;
  const lines = popup.getByRole('log', { name: 'stderr' });
  await lines.getByText('done').waitFor();
  expect(await popup.title()).toBe('Logs of talkative');
  expect(await popup.getByRole('navigation').count()).toBe(0);
  expect(await findViolations(popup)).toEqual([]);
  await popup.getByRole('tab', { name: 'Wire' }).click();
  await popup.getByRole('log', { name: 'Wire' }).getByText('tools/list').first().waitFor();
  // The window of the app goes on as it was.
  await dock(page).getByRole('log', { name: 'stderr' }).waitFor();
  await popup.close();
});

test('notifications of every kind are counted and shown, also those of a flood', async () => {
  const page = await talkative();
  await openTab(page, 'Notifications');
  const view = main(page).getByRole('region', { name: 'Notifications', exact: true });
  const unknown = view.getByRole('row', { name: /acme\/shipped/ });
  await unknown.getByText('unknown').waitFor();
  await unknown.getByText('{"orders":[1],"by":"van"}').waitFor();
  await view.getByRole('button', { name: 'error and up 4' }).waitFor();
  await view
    .getByRole('img', { name: /^11 notifications in the last 120 seconds, 1 warning, 4 errors, at most/ })
    .waitFor();
  await view.getByRole('combobox', { name: /^Filter by/ }).fill('-step');
  await view.getByText('3 of 11').waitFor();
  await view.getByRole('combobox', { name: /^Filter by/ }).fill('');
  expect(await findViolations(page)).toEqual([]);

  await runTool(page, 'flood');
  await openTab(page, 'Notifications');
  await view.getByText('1,011 of 1,011').waitFor();
  await view.getByRole('button', { name: 'warning 21' }).waitFor();
});
