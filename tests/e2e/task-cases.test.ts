import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { casesDir } from '../cases/cases.ts';
import { manageApps } from './support/app.ts';
import { startCase } from './support/cases.ts';
import { addServer, choose, connected, main, openTab, railRow, resultPane, runTool } from './support/driver.ts';

const apps = manageApps('file');
/** Each wait ends as soon as what it waits for is there; on a busy machine that may take long. */
const WAIT_MS = 30_000;
vi.setConfig({ testTimeout: 240_000 });

let page: Page;
beforeAll(async () => {
  ({ page } = await apps.open());
  page.setDefaultTimeout(WAIT_MS);
});

const pane = (): Locator => resultPane(page);
const heading = (name: string): Locator => pane().getByRole('heading', { name, exact: true });
const table = (): Locator => main(page).getByRole('treegrid', { name: 'Tasks' });
const row = (tool: string): Locator => table().getByRole('row').filter({ hasText: tool });
const detail = (): Locator => main(page).getByRole('complementary', { name: 'Task detail' });
const view = async (name: string) => {
  const views = detail().getByRole('tablist', { name: 'Task view' });
  await views.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
};
const inbox = (): Locator => page.getByRole('dialog', { name: 'Waiting for you' });

/** Sets one of the call options of the tool that is shown. */
async function option(set: (options: Locator) => Promise<void>): Promise<void> {
  await main(page)
    .getByRole('button', { name: /^Call options/ })
    .click();
  const options = page.getByRole('dialog', { name: 'Call options' });
  await set(options);
  await page.keyboard.press('Escape');
  await options.waitFor({ state: 'detached' });
}
const asTask = () => option((options) => options.getByRole('checkbox', { name: 'Run as a task' }).click());

/** Answers what the inbox shows, and closes it. */
async function answer(button: 'Accept and send' | 'Decline'): Promise<void> {
  await inbox().getByRole('button', { name: button }).click();
  await inbox().getByRole('region', { name: 'Answered' }).waitFor();
  await page.keyboard.press('Control+I');
  await inbox().waitFor({ state: 'detached' });
}

test('case task-input-required: the question belongs to the task, which goes on once it is answered', async () => {
  await startCase(page, 'task-input-required');
  for (const button of ['Accept and send', 'Decline'] as const) {
    await runTool(page, 'deploy');
    await openTab(page, 'Tasks');
    const asking = table().getByRole('row').filter({ hasText: 'input_required' });
    await asking.click();
    await detail()
      .getByText(/1 field: ok\. Waiting/)
      .waitFor();
    await detail().getByRole('button', { name: 'Answer' }).click();
    await inbox().getByText('Deploy to production?').first().waitFor();
    await answer(button);
    await expect.poll(() => asking.count(), { timeout: WAIT_MS }).toBe(0);
    await view('Result');
    await detail()
      .getByText(button === 'Decline' ? 'deploy: decline' : 'deploy: accept', { exact: true })
      .waitFor();
    await view('History');
    const steps = await detail().getByRole('listitem').allTextContents();
    // Polls may pass over the short work after the answer.
    const states = steps.flatMap((text) => /input_required|completed/.exec(text) ?? []);
    expect(states).toEqual(['completed', 'input_required']);
  }
});

test('case task-result-fetch: the result of each task is fetched, and each kind of end looks like what it is', async () => {
  await startCase(page, 'task-result-fetch');
  const run = async (name: string) => {
    await choose(page, 'Tools', name);
    await main(page).getByRole('heading', { name, exact: true }).waitFor();
    await asTask();
    await main(page).getByRole('button', { name: 'Run tool' }).click();
  };
  await run('ok');
  await heading('Completed').waitFor();
  await pane().getByText('result of ok').waitFor();
  await run('tool-error');
  await heading('Tool error').waitFor();
  await pane().getByText('result of tool-error').waitFor();
  await run('rpc-error');
  await pane().getByText('disk full').first().waitFor();
  await pane()
    .getByText(/-32603/)
    .first()
    .waitFor();
  await run('gone');
  await pane()
    .getByText(/the result is no longer kept \(ttl\)/)
    .waitFor();
  await run('contradicts');
  await pane().getByText('result of contradicts').waitFor();
  await openTab(page, 'Tasks');
  await row('contradicts').getByText('failed').waitFor();
  await row('contradicts').click();
  await detail().getByText('Status and result contradict each other').waitFor();
  await detail().getByText('result of contradicts').waitFor();
});

test('case task-required: a tool runs as a task where it must, may be where it can, and not where it cannot', async () => {
  await startCase(page, 'task-required');
  await runTool(page, 'must');
  await pane().getByText('must: task').waitFor();
  for (const name of ['never', 'weird', 'silent']) {
    await runTool(page, name);
    await pane().getByText(`${name}: plain`).waitFor();
    await option(async (options) => {
      await options.getByText('This tool does not say that it runs as a task.').waitFor();
      expect(await options.getByRole('checkbox', { name: 'Run as a task' }).isEnabled()).toBe(false);
    });
  }
  await runTool(page, 'maybe');
  await pane().getByText('maybe: plain').waitFor();
  await asTask();
  await main(page).getByRole('button', { name: 'Run tool' }).click();
  await pane().getByText('maybe: task').waitFor();
  // The value that is not known is remarked on where the list came in.
  await openTab(page, 'Traffic');
  await main(page).getByRole('treegrid', { name: 'Exchanges' }).getByText('tools/list').first().click();
  await main(page)
    .getByRole('complementary', { name: 'Inspector' })
    .getByText(/taskSupport/)
    .first()
    .waitFor();

  await startCase(page, 'task-required', 'no-cap');
  await runTool(page, 'must');
  await pane()
    .getByText(/The server contradicts itself: must must run as a task/)
    .waitFor();
  await runTool(page, 'maybe');
  await pane().getByText('maybe: plain').waitFor();
});

test('case task-cancel-race: a cancel is a wish until the server says how the task ended', async () => {
  await startCase(page, 'task-cancel-race');
  const cancel = async (name: string) => {
    await row(name).click();
    await detail().getByRole('heading', { name }).waitFor();
    await detail().getByRole('button', { name: 'Cancel task' }).click();
  };
  await runTool(page, 'slow-cancel');
  await runTool(page, 'deaf');
  await openTab(page, 'Tasks');
  await row('deaf').waitFor();
  await cancel('slow-cancel');
  await row('slow-cancel')
    .getByText(/^Cancel asked for, /)
    .waitFor();
  // The answer to the first takes 3 s; the other row does not wait for it.
  await cancel('deaf');
  await row('deaf')
    .getByText(/^Cancel asked for, /)
    .waitFor();
  await row('deaf').getByText('completed').waitFor();
  await view('History');
  await detail().getByText('The task ended all the same: completed.').waitFor();
  await view('Result');
  await detail().getByText('result of deaf').waitFor();
  await row('slow-cancel').getByText('cancelled').waitFor();

  await runTool(page, 'done-already');
  await openTab(page, 'Tasks');
  await cancel('done-already');
  await row('done-already').getByText('completed').waitFor();
  expect(await page.getByRole('dialog').count(), 'no dialog').toBe(0);
  expect(await detail().getByRole('alert').count(), 'no error').toBe(0);
  await runTool(page, 'wrong-cancels');
  await pane().getByText('0', { exact: true }).waitFor();
});

test('case task-modern-input: a call becomes a task by itself, its question is shown once and goes with the answer', async () => {
  const { line } = await apps.companion([join(casesDir, 'servers', 'task-modern-input.mjs'), '0']);
  const text = `http://127.0.0.1:${line.replace(/\D/g, '')}/mcp`;
  await addServer(page, { kind: 'URL', text, name: 'task-modern-input' });
  await connected(page, 'task-modern-input');
  await railRow(page, 'task-modern-input').click();
  await runTool(page, 'build');
  await pane().getByText('Became a task').waitFor();
  const sheet = page.getByRole('region', { name: /asks for input/ });
  await sheet.getByText('Which target?').first().waitFor();
  await page.keyboard.press('Control+I');
  expect(await inbox().getByRole('list', { name: 'Waiting' }).getByRole('listitem').count()).toBe(1);
  await page.keyboard.press('Control+I');
  await sheet.getByRole('radio', { name: 'web' }).click();
  await sheet.getByRole('button', { name: 'Accept and send' }).click();
  await pane().getByText('built for web').waitFor();
  await runTool(page, 'duplicates');
  await pane()
    .getByText(/^0 answers/)
    .waitFor();
});

test('case progress-token-zero: the bar moves on the first call as on the second, with its messages', async () => {
  await startCase(page, 'progress-token-zero');
  const seen = () =>
    page.evaluate(() => {
      const seen = new Set<string>();
      Object.assign(window, { seen });
      const note = () => {
        const bar = document.querySelector('.run-progress [role="progressbar"]');
        if (bar)
          seen.add(`${bar.getAttribute('aria-valuenow')} ${document.querySelector('.run-progress .b5')?.textContent}`);
      };
      new MutationObserver(note).observe(document.body, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
    });
  for (let call = 0; call < 2; call += 1) {
    await seen();
    await runTool(page, 'steps');
    // Not the result of the call before, which stays until this one runs.
    await heading('Running').waitFor();
    await pane()
      .getByText(/^token: number \d+$/)
      .waitFor();
    const bars = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
    expect(bars).toEqual(expect.arrayContaining(['25 step 1', '50 step 2', '75 step 3']));
  }
});

test('case progress-unknown-token: progress for no call is remarked on and harms nothing', async () => {
  await startCase(page, 'progress-unknown-token');
  for (const name of ['made-up', 'after', 'no-token']) {
    await runTool(page, name);
    await pane().getByText('ok', { exact: true }).waitFor();
  }
  await runTool(page, 'hello');
  await pane().getByText('hello', { exact: true }).waitFor();
  await connected(page, 'progress-unknown-token');
  await openTab(page, 'Traffic');
  await main(page).getByRole('tab', { name: 'Wire', exact: true }).click();
  const wire = main(page).getByRole('treegrid', { name: 'Raw messages' });
  await wire.getByText('tool-call-').first().click();
  await main(page)
    .getByText(/Progress for no running request/)
    .first()
    .waitFor();
});

test('case progress-resets-timeout: signs of life start the clock anew; who is quiet fails with both limits', async () => {
  await startCase(page, 'progress-resets-timeout');
  for (const name of ['long', 'quiet']) {
    await choose(page, 'Tools', name);
    await main(page).getByRole('heading', { name, exact: true }).waitFor();
    await main(page).getByLabel('seconds', { exact: true }).fill('3');
    await main(page).getByLabel('every', { exact: true }).fill('0.5');
    await option((options) => options.getByLabel('Without a sign of life').fill('1.5'));
    await main(page).getByRole('button', { name: 'Run tool' }).click();
    if (name === 'long') await pane().getByText('worked 3 s').waitFor();
  }
  await pane().getByText('No result after 1.5 s.').first().waitFor();
  await pane()
    .getByText(/The limit is 1\.5 s between signs of life, 90 s in all\./)
    .waitFor();
  await choose(page, 'Tools', 'long');
  await option((options) => options.getByLabel('In all').fill('2'));
  await main(page).getByRole('button', { name: 'Run tool' }).click();
  await pane().getByText('No result after 2 s.').first().waitFor();
});

test('case call-never-answers: it runs by the clock, can be stopped, and holds up nothing else', async () => {
  await startCase(page, 'call-never-answers');
  await runTool(page, 'never');
  await pane()
    .getByRole('timer')
    .getByText(/^Timeout in /)
    .waitFor();
  await runTool(page, 'hello');
  await pane().getByText('hello', { exact: true }).waitFor();
  await choose(page, 'Tools', 'never');
  await page.keyboard.press('Control+.');
  await heading('Stopped').waitFor();
  await option((options) => options.getByLabel('Without a sign of life').fill('1'));
  await main(page).getByRole('button', { name: 'Run tool' }).click();
  await pane().getByText('No result after 1 s.').first().waitFor();
});
