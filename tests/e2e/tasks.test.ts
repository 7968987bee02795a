import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { fixture } from '../servers/servers.ts';
import { type App, manageApps } from './support/app.ts';
import { closeInbox } from './support/asks-driver.ts';
import { findViolations, lookAt } from './support/browser.ts';
import { addServer, connected, main, nodeLine, openTab, railRow, runTool } from './support/driver.ts';

/** Each wait ends as soon as what it waits for is there; on a busy machine that may take long. */
const WAIT_MS = 30_000;

vi.setConfig({ testTimeout: 240_000 });

const apps = manageApps();

const table = (page: Page): Locator => main(page).getByRole('treegrid', { name: 'Tasks' });
const row = (page: Page, tool: string): Locator => table(page).getByRole('row').filter({ hasText: tool });
const detail = (page: Page): Locator => main(page).getByRole('complementary', { name: 'Task detail' });
const views = (page: Page): Locator => detail(page).getByRole('tablist', { name: 'Task view' });

/** Adds the fixture server in one era and starts tools of it, which become tasks. */
async function withTasks(era: 'legacy' | 'modern', tools: readonly string[]): Promise<App> {
  const app = await apps.open();
  const { page, folder } = app;
  page.setDefaultTimeout(WAIT_MS);
  const text = nodeLine(fixture('tasks'), `--era=${era}`, `--state=${join(folder.root, 'tasks.json')}`);
  await addServer(page, { text, name: 'build-runner' });
  await connected(page, 'build-runner', WAIT_MS);
  for (const tool of tools) await runTool(page, tool);
  await openTab(page, 'Tasks');
  return app;
}

/** Answers the question of the chosen task in the Inbox. */
async function approve(page: Page): Promise<void> {
  await detail(page)
    .getByText(/2 fields: approve, comment\. Waiting \d:\d\d\./)
    .waitFor();
  await detail(page).getByRole('button', { name: 'Answer' }).click();
  const inbox = page.getByRole('dialog');
  await inbox.getByText('Approve 2 database migrations').first().waitFor();
  await inbox.getByRole('switch').first().click();
  const accept = inbox.getByRole('button', { name: 'Accept and send' });
  await accept.click();
  await accept.waitFor({ state: 'detached' });
  await closeInbox(page);
}

for (const era of ['legacy', 'modern'] as const) {
  test(`${era}: tasks in groups, a question answered in the Inbox, a result, polls, a cancel`, async () => {
    const { page } = await withTasks(era, ['lint', 'index', 'build', 'deploy']);
    await row(page, 'deploy').getByText('input_required').waitFor();
    await row(page, 'lint').getByText('failed').waitFor();
    const groups = async () =>
      (await table(page).locator('.grp').allTextContents()).map((text) => text.trim().slice(0, -2));
    await expect.poll(groups, { timeout: WAIT_MS }).toEqual(['Needs you', 'Working', 'Finished']);
    await row(page, 'deploy').click();
    await detail(page)
      .getByText(/^Returned instead of a result, /)
      .waitFor();
    await detail(page)
      .getByText(/, the server asks for 500 ms$/)
      .waitFor();
    if (era === 'legacy') {
      await lookAt(page, 'tasks', 'dark');
      await lookAt(page, 'tasks', 'light');
      expect(await findViolations(page, 'main')).toEqual([]);
    }
    await approve(page);
    await row(page, 'deploy').getByText('completed').waitFor();
    await views(page).getByRole('tab', { name: 'Result' }).click();
    await detail(page).getByText('deploy: accept', { exact: true }).waitFor();
    await views(page).getByRole('tab', { name: 'Polls' }).click();
    const polls = detail(page).getByRole('treegrid', { name: 'Polls' });
    await polls.getByText('input_required').first().click();
    await detail(page).getByRole('region', { name: 'Answer of the poll' }).getByText('taskId').first().waitFor();

    // Whatever ends moves down to the finished ones: only then do the rows stay where they are.
    await row(page, 'build').getByText('completed').waitFor();
    await row(page, 'index').click();
    await detail(page).getByRole('button', { name: 'Cancel task' }).click();
    await row(page, 'index').getByText('cancelled').waitFor();
    await detail(page).getByText('Cancel asked for', { exact: true }).waitFor();
  });

  test(`${era}: the board, an expiry, and a restart of the app`, async () => {
    const app = await withTasks(era, ['index', 'brief']);
    await main(app.page).getByRole('button', { name: 'Board' }).click();
    const card = (group: string, name: RegExp) =>
      main(app.page).getByRole('region', { name: group }).getByRole('button', { name });
    await card('Finished', /brief.*unknown/).click();
    await detail(app.page).getByRole('tab', { name: 'Result' }).click();
    await detail(app.page).getByText('The server no longer knows this task (-32602)').waitFor();
    await card('Working', /index.*working/).click();
    if (era === 'legacy') {
      await lookAt(app.page, 'tasks-board', 'dark');
      await lookAt(app.page, 'tasks-board', 'light');
      expect(await findViolations(app.page, 'main')).toEqual([]);
    }
    await app.restart();
    app.page.setDefaultTimeout(WAIT_MS);
    // Opening a server connects it.
    await railRow(app.page, 'build-runner').click();
    await connected(app.page, 'build-runner', WAIT_MS);
    await openTab(app.page, 'Tasks');
    await card('Working', /index.*working.*from an earlier session/).click();
    await detail(app.page).getByRole('button', { name: 'tools/call, in an earlier session' }).waitFor();
    await detail(app.page).getByRole('button', { name: 'Cancel task' }).click();
    await card('Finished', /index.*cancelled/).waitFor();
  });
}
