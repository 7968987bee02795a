import { expect, test, vi } from 'vitest';
import { cliEntry, manageApps } from './support/app.ts';
import { asksIn, closeInbox, inbox, openInbox, wireOf } from './support/asks-driver.ts';
import { findViolations } from './support/browser.ts';
import { addServer, connected, main, nodeLine, openTab, railRow, resultPane, runTool } from './support/driver.ts';

vi.setConfig({ testTimeout: 180_000 });

const apps = manageApps();
const SERVERS = [
  { name: 'first', era: 'legacy', tools: ['ask_name', 'ask_model'] },
  { name: 'second', era: 'modern', tools: ['ask_twice', 'ask_sign_in'] },
  { name: 'third', era: 'both', tools: ['ask_password'] },
] as const;

test('[ELIC-03] five asks of three servers at once, while a call runs and traffic is browsed', async () => {
  const app = await apps.open();
  const { page, folder } = app;
  page.setDefaultTimeout(20_000);
  let asked = 0;
  for (const { name, era, tools } of SERVERS) {
    await addServer(page, {
      text: nodeLine(cliEntry, 'demo-server', '--era', era),
      name,
      protocol: 'Detect, newest first',
    });
    await connected(page, name);
    for (const tool of tools) {
      await runTool(page, tool);
      asked += 1;
      const count = new RegExp(`^Inbox[^0-9]*${asked}([^0-9]|$)`);
      await page.getByRole('button', { name: count }).waitFor();
    }
  }

  await railRow(page, 'third').click();
  await runTool(page, 'slow', { steps: '100', delayMs: '100' });
  await resultPane(page)
    .getByText(/Step \d+ of 100/)
    .first()
    .waitFor();
  await openTab(page, 'Traffic');
  await main(page).getByRole('row').filter({ hasText: 'ask_password' }).first().click();

  const box = await openInbox(page);
  const waiting = box.getByRole('list', { name: 'Waiting' }).getByRole('listitem');
  await expect.poll(() => waiting.count()).toBe(5);
  expect(await findViolations(page, '[role="dialog"]')).toEqual([]);
  // Answered in another order than they came; each answer goes to its own server.
  const decline = async (text: string) => {
    await waiting.filter({ hasText: text }).getByRole('button', { name: 'Decline' }).click();
    await waiting.filter({ hasText: text }).waitFor({ state: 'detached' });
  };
  await decline('Please type the password');
  await decline('Name three rivers.');
  await waiting.filter({ hasText: 'What should the demo call you?' }).getByRole('button', { name: 'Answer' }).click();
  await box.getByLabel('Name').first().fill('Ada');
  await box.getByRole('button', { name: 'Accept and send' }).click();
  await decline('Sign in to go on.');
  await waiting.filter({ hasText: 'Where to?' }).getByRole('button', { name: 'Answer' }).click();
  await box.getByRole('radio', { name: 'Bergen' }).check();
  await box.getByRole('button', { name: 'Accept and send' }).click();
  // The inbox may have closed after the last reply before the next round came.
  await page.getByRole('button', { name: /^Inbox[^0-9]*1([^0-9]|$)/ }).waitFor();
  await openInbox(page);
  await waiting.filter({ hasText: 'When do you travel to Bergen?' }).waitFor();
  await decline('When do you travel to Bergen?');
  await closeInbox(page);
  expect(await inbox(page).count()).toBe(0);

  await openTab(page, 'Tools');
  await main(page)
    .getByText(/^Finished 100 steps\.|Step \d+ of 100/)
    .first()
    .waitFor();
  const answers = (server: string) => asksIn(wireOf(folder, server)).map(({ answer }) => answer);
  await expect.poll(() => answers('third')).toEqual([{ action: 'decline' }]);
  await expect
    .poll(() => answers('first'))
    .toMatchObject([{ action: 'accept', content: { name: 'Ada' } }, { code: -1 }]);
  await expect
    .poll(() => answers('second'))
    .toEqual([{ action: 'accept', content: { place: 'Bergen' } }, { action: 'decline' }, { action: 'decline' }]);
});
