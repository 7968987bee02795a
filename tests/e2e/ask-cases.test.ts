import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { type App, manageApps } from './support/app.ts';
import { closeInbox, consent, openInbox, resultSays, runAndOpen, sheet, wireOf } from './support/asks-driver.ts';
import { findViolations } from './support/browser.ts';
import { startCase } from './support/cases.ts';
import { choose, main, resultPane, runTool } from './support/driver.ts';

const apps = manageApps('file');
vi.setConfig({ testTimeout: 120_000 });

let app: App;
let page: Page;
beforeAll(async () => {
  app = await apps.open();
  page = app.page;
  page.setDefaultTimeout(20_000);
}, 60_000);

const waitingIn = (box: Locator): Locator => box.getByRole('list', { name: 'Waiting' }).getByRole('listitem');
const press = (place: Locator, name: string) => place.getByRole('button', { name, exact: true }).first().click();
const answers = (id: string) =>
  wireOf(app.folder, id).filter(({ dir, result }) => dir === 'out' && result !== undefined);

/** Says how long the call may stay silent. */
async function limit(tool: string, seconds: string): Promise<void> {
  await choose(page, 'Tools', tool);
  await main(page)
    .getByRole('button', { name: /^Call options/ })
    .click();
  const options = page.getByRole('dialog', { name: 'Call options' });
  await options.getByLabel('Without a sign of life').fill(seconds);
  await page.keyboard.press('Escape');
  await options.waitFor({ state: 'detached' });
}

test('[ELIC-03] [CANC-08] [ELIC-22] case elicit-many: a queue with a counter, in any order; one withdrawn; a flood declined at once', async () => {
  await startCase(page, 'elicit-many');
  await runTool(page, 'three');
  await page.getByRole('button', { name: /^Inbox[^0-9]*3/ }).waitFor();
  let box = await openInbox(page);
  expect(await waitingIn(box).allTextContents()).toEqual(
    ['first', 'second', 'third'].map((word) =>
      expect.stringMatching(new RegExp(`^elicit-many asks for input.*three: Say "${word}"`)),
    ),
  );
  for (const word of ['second', 'third', 'first']) {
    box = await openInbox(page);
    await press(waitingIn(box).filter({ hasText: `Say "${word}"` }), 'Answer');
    // The question of the call on screen opens in the place of its arguments.
    const open = sheet(page).filter({ hasText: `Say "${word}"` });
    await open.getByRole('textbox', { name: /^answer/ }).fill(word.toUpperCase());
    await press(open, 'Accept and send');
    await open.waitFor({ state: 'detached' });
  }
  await closeInbox(page);
  await resultSays(page, 'FIRST,SECOND,THIRD');

  await runTool(page, 'withdraw');
  box = await openInbox(page);
  await box
    .getByRole('region', { name: 'Answered' })
    .getByRole('button', { name: /withdraw/ })
    .waitFor();
  await expect
    .poll(() => waitingIn(box).allTextContents())
    .toEqual([expect.stringContaining('Question b'), expect.stringContaining('Question c')]);
  await press(box, 'Decline all from elicit-many');
  await closeInbox(page);
  await resultSays(page, 'decline,decline');

  await runTool(page, 'flood');
  await page.getByRole('button', { name: /^Inbox[^0-9]*100/ }).waitFor();
  box = await openInbox(page);
  await box.getByText('50 more wait behind these.').waitFor();
  expect(await findViolations(page, '[role="dialog"]')).toEqual([]);
  await press(box, 'Decline all from elicit-many');
  await closeInbox(page);
  await resultSays(page, '100 declined');
  expect(app.served.errors()).not.toContain('MaxListeners');
});

test('[CANC-01] case elicit-timeout: the clock stands still; a call that is stopped closes the form with the reason', async () => {
  await startCase(page, 'elicit-timeout');
  await limit('ask-name', '1');
  const ask = await runAndOpen(page, 'ask-name');
  await resultPane(page).getByText('Timeout paused').first().waitFor();
  await resultPane(page)
    .getByText(/^Waiting for you\s+2 s/)
    .first()
    .waitFor();
  await ask.getByLabel('name').first().fill('Ada');
  await press(ask, 'Accept and send');
  await resultSays(page, /^accept Ada after [2-9]/);

  const again = await runAndOpen(page, 'ask-name');
  await again.getByLabel('name').first().fill('Bo');
  await resultPane(page)
    .getByRole('button', { name: /^(Cancel|Stop)/ })
    .first()
    .click();
  await sheet(page).getByText('You stopped the call').first().waitFor();
  await expect
    .poll(() => wireOf(app.folder, 'elicit-timeout').some(({ method }) => method === 'notifications/cancelled'))
    .toBe(true);
  await press(sheet(page), 'Close');
});

test('[ELIC-03] case elicit-without-call: what is asked beside every call is shown with the name of the server', async () => {
  await startCase(page, 'elicit-without-call');
  const box = await openInbox(page);
  const ask = waitingIn(box).filter({ hasText: 'elicit-without-call asks for input' });
  await ask.getByText('not part of a call: Choose a workspace').waitFor();
  await press(ask, 'Answer');
  await box.getByText(/^not part of a call, waiting/).waitFor();
  await box.getByRole('radio', { name: 'blue' }).check();
  await press(box, 'Accept and send');
  // Nothing more waits: the inbox closes, and tells on request how it ended.
  await box.waitFor({ state: 'detached' });
  await (await openInbox(page)).getByText('form accepted, not part of a call').waitFor();
  await closeInbox(page);
  expect(answers('elicit-without-call').at(-1)?.result).toEqual({ action: 'accept', content: { workspace: 'blue' } });
});

test('[ELIC-05] [ELIC-08] [ELIC-10] case elicit-schema-kinds: values are sent, defaults prefilled, limits checked, decline and cancel told apart', async () => {
  await startCase(page, 'elicit-schema-kinds');
  let ask = await runAndOpen(page, 'form');
  expect(await ask.getByLabel('mail').first().inputValue()).toBe('a@example.test');
  await press(ask, 'Accept and send');
  const name = ask.getByRole('textbox', { name: /^Name/ });
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  await name.fill('A');
  await ask.getByRole('textbox', { name: /^n\b/ }).fill('10');
  await ask.getByLabel('mail').first().fill('nobody');
  await press(ask, 'Accept and send');
  for (const problem of [/2 or more characters|at least 2|2 characters/, /9 or less/, /email|address/i])
    await ask.getByText(problem).first().waitFor();
  await name.fill('Ada');
  await ask.getByRole('textbox', { name: /^n\b/ }).fill('3');
  await ask.getByLabel('mail').first().fill('a@example.test');
  await ask.getByRole('radio', { name: /^Red/ }).last().check();
  await press(ask, 'Accept and send');
  await resultSays(page, /^ok \(\d+ fields\)$/);
  expect(answers('elicit-schema-kinds').at(-1)?.result).toMatchObject({
    action: 'accept',
    content: { name: 'Ada', n: 3, x: 0.5, yes: true, no: false, zero: 0, plain: 'm', titled: '#f00', multi: ['a'] },
  });
  for (const [button, result] of [
    ['Decline', 'decline'],
    ['Cancel request', 'cancel'],
  ] as const) {
    ask = await runAndOpen(page, 'form');
    await press(ask, button);
    await resultSays(page, result);
    await expect.poll(() => answers('elicit-schema-kinds').at(-1)?.result).toEqual({ action: result });
  }
});

test('[ELIC-06] [ELIC-09] case elicit-bad-schema: what can be drawn is drawn, the mistake is named, text stays text, decline works', async () => {
  await startCase(page, 'elicit-bad-schema');
  const tools = ['nested', 'ref', 'no-type', 'empty', 'absent', 'array-root', 'unknown-required', 'markup', 'huge'];
  const named: string[] = [];
  for (const tool of tools) {
    const ask = await runAndOpen(page, tool);
    if (tool === 'markup') {
      await ask.getByText('<h1>Hello</h1> **bold**').first().waitFor();
      await ask.getByText('<b>bold</b>').first().waitFor();
      expect(await ask.locator('.ask-b').getByRole('link').count()).toBe(0);
    } else await ask.getByText(`Form ${tool}`).first().waitFor();
    if (await ask.getByText('The protocol does not allow this form').isVisible()) named.push(tool);
    const [button, action] = named.length % 2 === 0 ? ['Decline', 'decline'] : ['Cancel request', 'cancel'];
    await press(ask, button);
    await ask.waitFor({ state: 'detached' });
    await expect.poll(() => answers('elicit-bad-schema').at(-1)?.result).toEqual({ action });
  }
  expect(named).toEqual(expect.arrayContaining(['nested', 'ref', 'no-type', 'array-root']));
});

test('[ELIC-20] [ELIC-18] case elicit-url-required: both pages are offered, and the call is sent again; odd data is an error', async () => {
  await startCase(page, 'elicit-url-required');
  await runTool(page, 'locked');
  const calls = () =>
    wireOf(app.folder, 'elicit-url-required').filter(({ dir, params }) => dir === 'out' && params?.name === 'locked');
  const box = await openInbox(page);
  await press(box, 'Answer 2 requests');
  // The server says that both are done before a person could be: that is told, and nothing is sent again by itself.
  await consent(page).getByText('The server says this page is done').waitFor();
  expect(await findViolations(page, '[role="alertdialog"]')).toEqual([]);
  expect(calls()).toHaveLength(1);
  const tab = page.context().waitForEvent('page');
  await consent(page).getByRole('link', { name: 'Open in browser' }).click();
  await (await tab).close();
  await consent(page)
    .getByText(/login\.example\.test\/mail/)
    .first()
    .waitFor();
  await press(consent(page), 'Try again without opening it');
  await resultSays(page, 'unlocked');
  await expect.poll(() => calls().length).toBe(2);
  await openInbox(page);
  const pages = box
    .getByRole('region', { name: 'Answered' })
    .getByRole('button', { name: /elicit-url-required web page/ });
  await expect.poll(() => pages.count()).toBe(2);
  const visited = new Set<string>();
  for (const at of [0, 1]) {
    await pages.nth(at).click();
    await consent(page).getByText('and the server says it is done').first().waitFor();
    visited.add((await consent(page).getByRole('region', { name: 'Full address' }).locator('p').textContent()) ?? '');
    await press(consent(page), 'Close');
    await consent(page).waitFor({ state: 'detached' });
  }
  expect([...visited].toSorted()).toEqual(['drive', 'mail'].map((name) => `https://login.example.test/${name}`));
  await closeInbox(page);
  await runTool(page, 'locked-odd');
  await resultPane(page)
    .getByText(/-32042/)
    .first()
    .waitFor();
  await resultPane(page)
    .getByText(/x\.example\.test/)
    .first()
    .waitFor();
});

test('[CANC-08] case elicit-orphan: a question that nobody can answer any more closes with its reason, nothing is sent late', async () => {
  await startCase(page, 'elicit-orphan');
  for (const [tool, reason] of [
    ['cancel', 'The server took the question back. It says: changed my mind'],
    ['answer', 'The call ended before you answered'],
    ['error', 'The call ended before you answered'],
    ['die', 'The server has gone'],
  ] as const) {
    await runTool(page, tool);
    const box = await openInbox(page);
    await box
      .getByRole('region', { name: 'Answered' })
      .getByRole('button', { name: new RegExp(`^elicit-orphan.*, ${tool} `) })
      .click();
    await box.getByText(new RegExp(`^${reason}\\.?$`)).waitFor();
    expect(await box.getByRole('button', { name: /^Accept/ }).isDisabled()).toBe(true);
    await press(box, 'Close');
    await closeInbox(page);
    if (tool !== 'cancel') continue;
    await runTool(page, 'late');
    await resultSays(page, '0 late answers');
  }
  await page.getByRole('link', { name: /^elicit-orphan, (Exited|Stopped|Failed)/ }).waitFor();
});

test('[ROOT-01] case all-at-once: roots and pings are answered while a form and a model reply wait side by side', async () => {
  await startCase(page, 'all-at-once');
  await runTool(page, 'everything');
  const box = await openInbox(page);
  await expect.poll(() => waitingIn(box).filter({ hasText: 'all-at-once' }).count()).toBe(2);
  await expect.poll(() => answers('all-at-once').length).toBe(3);
  await closeInbox(page);
  const ask = sheet(page);
  await ask.getByLabel('a', { exact: true }).first().fill('b');
  await press(ask, 'Accept and send');
  await ask.getByLabel('Text', { exact: true }).fill('hello');
  await press(ask, 'Send reply');
  for (const text of [/"a":"b"/, /"text":"hello"/]) await resultSays(page, text);
});
