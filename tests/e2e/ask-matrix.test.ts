import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type FakeProvider, sendStream, startProvider, words } from '../servers/provider.ts';
import { type App, cliEntry, manageApps } from './support/app.ts';
import { ASKS, type AskRow, type AskWay, rowsOf, SENT_AGAIN } from './support/ask-ways.ts';
import {
  type AskOnWire,
  asksIn,
  closeInbox,
  consent,
  openInBrowser,
  openInbox,
  sheet,
  wireOf,
} from './support/asks-driver.ts';
import { addServer, connected, nodeLine, openTab, railRow, resultPane, runTool } from './support/driver.ts';

vi.setConfig({ testTimeout: 90_000 });
/** Each wait ends as soon as what it waits for is there; on a busy machine that may take long. */
const WAIT_MS = 20_000;

const apps = manageApps('file');
let app: App;
let page: Page;
let provider: FakeProvider;
beforeAll(async () => {
  provider = await startProvider();
  provider.answer = (_request, response) => sendStream(response, words('By a model.'));
  app = await apps.open();
  page = app.page;
  page.setDefaultTimeout(WAIT_MS);
}, 60_000);
afterAll(() => provider.close());

test('every question and every way of it is in the table, or the table says why not', () => {
  const rows = ASKS.flatMap(({ ways }) => Object.values(ways));
  expect(rows).toHaveLength(ASKS.length * 8);
  for (const row of rows) if (typeof row === 'string') expect(row).toMatch(/\([A-Z]+-\d+\)\.$/);
});

type Era = 'legacy' | 'modern';
const serverOf = (era: Era) => `${era} demo`;
const settings = () => page.getByRole('main', { name: 'Settings' });
const accept = (ask: Locator) =>
  ask.getByRole('button', { name: /^(Accept and send|Keep and go on|Send reply)/ }).click();

const kindOf = ({ method, params }: AskOnWire): AskRow['kind'] => {
  if (method === 'sampling/createMessage') return 'sampling';
  if (method === 'roots/list') return 'roots';
  return params.mode === 'url' ? 'url' : 'form';
};

/** A call that is refused until pages were visited: none of that is a question on the wire. */
const isRefused = (era: Era, { refused = false }: AskRow) => refused && era === 'legacy';

/** Answers to the questions of a row's kind so far, oldest first; undefined for one without. Of a refused call the calls. */
function given(era: Era, row: AskRow): unknown[] {
  const { task, kind, tool } = row;
  const wire = wireOf(app.folder, serverOf(era));
  if (isRefused(era, row)) return wire.filter(({ dir, params }) => dir === 'out' && params?.name === tool);
  if (!task || era === 'legacy')
    return asksIn(wire)
      .filter((ask) => kindOf(ask) === kind)
      .map(({ answer }) => answer);
  const updates = wire.filter(({ dir, method }) => dir === 'out' && method === 'tasks/update');
  return updates.flatMap(({ params }) => Object.values(params.inputResponses));
}

/** Waits until the question after the first `before` ones is on the wire with the answer that the table says. */
async function onTheWire(era: Era, row: AskRow, way: AskWay, before: number): Promise<void> {
  const outcome = row.ways[way];
  if (typeof outcome === 'string') throw new Error(outcome);
  if (outcome[era] === SENT_AGAIN) {
    await expect.poll(() => given(era, row).length, { timeout: WAIT_MS }).toBeGreaterThan(before + 1);
    return;
  }
  if (outcome[era] !== undefined) {
    await expect.poll(() => given(era, row)[before], { timeout: WAIT_MS }).toEqual(outcome[era]);
    return;
  }
  await resultPane(page)
    .getByText(/declined to answer/)
    .first()
    .waitFor();
  await expect.poll(() => given(era, row).length, { timeout: WAIT_MS }).toBe(before + 1);
  if (!isRefused(era, row)) expect(given(era, row)[before]).toBeUndefined();
}

async function answerForm(row: AskRow, way: AskWay): Promise<void> {
  const ask = sheet(page);
  await ask.waitFor();
  if (way === 'accept') {
    for (const [label, value] of Object.entries(row.fill ?? {})) await ask.getByLabel(label).first().fill(value);
    if (row.choose !== undefined) await ask.getByRole('radio', { name: row.choose }).check();
    await accept(ask);
  } else if (way === 'edit') {
    await ask.getByRole('button', { name: 'Reply and request as JSON' }).click();
    await ask.getByLabel('Exact reply').fill(JSON.stringify({ action: 'accept', content: row.edited }));
    await accept(ask);
  } else await ask.getByRole('button', { name: way === 'decline' ? 'Decline' : 'Cancel request' }).click();
  const goesOn = row.together || way === 'accept' || way === 'edit';
  if (row.next === undefined || !goesOn) return;
  await ask.getByText(row.next).waitFor();
  await ask.getByRole('button', { name: 'Decline', exact: true }).click();
}

async function answerPage(era: Era, row: AskRow, way: AskWay): Promise<void> {
  const box = await openInbox(page);
  await box
    .getByRole('button', { name: /^(Review|Answer 2 requests)$/ })
    .first()
    .click();
  for (let left = row.pages ?? 1; left > 0; left -= 1) {
    await consent(page).waitFor();
    if (way === 'accept') {
      // A legacy call that was refused is sent again here because the person says so, not the server.
      await openInBrowser(page, !isRefused(era, row));
      if (era === 'modern' || row.refused) await box.getByRole('button', { name: /^I am done/ }).click();
    } else
      await consent(page)
        .getByRole('button', { name: way === 'decline' ? 'Decline' : 'Cancel request' })
        .click();
  }
  await closeInbox(page);
}

async function answerModel(way: AskWay): Promise<void> {
  const ask = sheet(page);
  await ask.waitFor();
  if (way === 'decline') return ask.getByRole('button', { name: 'Decline' }).click();
  if (way === 'accept') {
    await ask.getByLabel('Text', { exact: true }).fill('Rhine.');
    await ask.getByLabel('Model name', { exact: true }).fill('by hand');
  } else {
    const reply = { role: 'assistant', content: { type: 'text', text: 'Po.' }, model: 'exact' };
    await ask.getByRole('tab', { name: 'JSON' }).click();
    await ask.getByLabel('Exact reply').fill(JSON.stringify(reply));
  }
  await accept(ask);
}

/** A person does it, on the sheet of the question. */
async function byHand(era: Era, row: AskRow, way: AskWay): Promise<void> {
  if (row.kind === 'form') await answerForm(row, way);
  else if (row.kind === 'url') await answerPage(era, row, way);
  else if (row.kind === 'sampling') await answerModel(way);
}

async function openSettings(): Promise<void> {
  await page.keyboard.press('ControlOrMeta+,');
  await settings()
    .getByRole('button', { name: /What servers may ask/ })
    .click();
  await settings().getByRole('region', { name: 'Requests from servers' }).waitFor();
}

async function closeSettings(): Promise<void> {
  await page.keyboard.press('Escape');
  await settings().waitFor({ state: 'detached' });
}

/** Makes a rule for every server by the dialog of the settings. */
async function addRule(kind: AskRow['kind'], choice: string, reply?: object): Promise<void> {
  await settings().getByRole('button', { name: 'Add a rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a rule' });
  await dialog.getByLabel('What is asked').selectOption(kind);
  await dialog.getByLabel('What happens').selectOption(choice);
  if (reply) await dialog.getByLabel('Reply', { exact: true }).fill(JSON.stringify(reply));
  if (choice === 'provider') await dialog.getByLabel('Provider', { exact: true }).selectOption('Local');
  await dialog.getByRole('button', { name: /^Save/ }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Makes a profile with rules, lets it count, and goes back. */
async function useProfile(name: string, rules: () => Promise<void>): Promise<void> {
  await openSettings();
  await settings().getByRole('button', { name: 'New profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'New profile' });
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByRole('button', { name: /^Save/ }).click();
  await dialog.waitFor({ state: 'detached' });
  await switchTo(name);
  await rules();
  await closeSettings();
}

async function switchTo(name: string): Promise<void> {
  const choice = settings()
    .getByRole('list', { name: 'Profiles' })
    .getByRole('radio', { name: new RegExp(`^${name} `) });
  await choice.click();
  await expect.poll(() => choice.isChecked(), { timeout: WAIT_MS }).toBe(true);
}

async function connectAgain(era: Era): Promise<void> {
  await railRow(page, serverOf(era)).click();
  await page.getByRole('button', { name: 'Connect', exact: true }).first().click();
  await connected(page, serverOf(era));
  await openTab(page, 'Tools');
}

async function startAnew(era: Era): Promise<void> {
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await connectAgain(era);
}

/** As the button of the inbox tells. */
const waitingCount = async () =>
  Number(/\d+/.exec((await page.getByRole('button', { name: /^Inbox/ }).textContent()) ?? '')?.[0] ?? 0);

const decline = (row: string) =>
  settings().getByRole('group', { name: row }).getByRole('button', { name: 'Decline' }).click();

async function addProvider(): Promise<void> {
  await settings().getByRole('button', { name: 'Model providers' }).click();
  await settings().getByRole('button', { name: 'Add a provider' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a model provider' });
  await dialog.getByLabel('Name', { exact: true }).fill('Local');
  await dialog.getByLabel('Base URL', { exact: true }).fill(provider.url);
  await dialog.getByLabel('Model', { exact: true }).fill('gpt-x-mini');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await settings()
    .getByRole('button', { name: /What servers may ask/ })
    .click();
}

/** What is decided beforehand, in the settings. */
const BEFOREHAND = {
  rule: async () => {
    await addRule('form', 'random');
    await addRule('url', 'reply');
    await addRule('sampling', 'reply', { role: 'assistant', content: { type: 'text', text: 'Ebro.' }, model: 'rule' });
    await addRule('roots', 'reply', { roots: [{ uri: 'file:///by/rule' }] });
  },
  profile: async () => {
    for (const row of ['Forms and questions', 'Web pages', 'Roots']) await decline(row);
    await addRule('sampling', 'decline');
  },
  provider: async () => {
    await addProvider();
    await addRule('sampling', 'provider');
  },
} as const;

describe.each(['legacy', 'modern'] as const)('questions of the demo server, %s era', (era) => {
  beforeAll(async () => {
    await addServer(page, { text: nodeLine(cliEntry, 'demo-server', '--era', era), name: serverOf(era) });
    await connected(page, serverOf(era));
  }, 60_000);

  // What still asks then asks nobody any more.
  afterAll(async () => {
    await railRow(page, serverOf(era)).click();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('button', { name: 'Connect', exact: true }).first().waitFor();
  });

  for (const way of ['accept', 'edit', 'decline', 'cancel'] as const) {
    for (const row of rowsOf(way)) {
      test(`${idsOf(row, way)} ${row.tool}, ${way}`, async () => {
        const before = given(era, row).length;
        await runTool(page, row.tool, row.args);
        await byHand(era, row, way);
        await onTheWire(era, row, way, before);
        // A vault that was opened stays open, and one that was not asks on.
        if (row.refused) await startAnew(era);
      });
    }
  }

  test('[MRTR-12] all of them expire at once when the server is stopped', async () => {
    const rows = rowsOf('expire');
    const before = wireOf(app.folder, serverOf(era)).length;
    for (const [at, { tool, args }] of rows.entries()) {
      await runTool(page, tool, args);
      await expect.poll(waitingCount, { timeout: WAIT_MS }).toBeGreaterThan(at);
    }
    await page.getByRole('button', { name: 'Disconnect' }).click();
    const box = await openInbox(page);
    await box.getByRole('list', { name: 'Waiting' }).waitFor({ state: 'detached' });
    const ended = box
      .getByRole('region', { name: 'Answered' })
      .getByRole('button', { name: /You stopped the session/ });
    expect(await ended.count()).toBeGreaterThanOrEqual(rows.length);
    await closeInbox(page);
    const asks = asksIn(wireOf(app.folder, serverOf(era)).slice(before));
    const outcomeOf = (method: string) => {
      const model = method === 'sampling/createMessage';
      const outcome = rows.find(({ kind }) => (kind === 'sampling') === model)?.ways.expire;
      return typeof outcome === 'object' ? outcome[era] : outcome;
    };
    // The pipe may be closed before the server was told.
    for (const { method, answer } of asks) expect([undefined, outcomeOf(method)]).toContainEqual(answer);
    await connectAgain(era);
  });

  test.each(['rule', 'profile', 'provider'] as const)('by %s: nobody is asked', async (way) => {
    await useProfile(
      `${way} ${era}`,
      era === 'modern' && way === 'provider' ? () => addRule('sampling', 'provider') : BEFOREHAND[way],
    );
    for (const row of rowsOf(way)) {
      const before = given(era, row).length;
      await runTool(page, row.tool, row.ruled ?? row.args);
      await onTheWire(era, row, way, before);
      // The rule stops there, and what is asked next waits for a person; the next row counts after that.
      if (way === 'rule' && row.tool === 'ask_forever')
        await expect.poll(waitingCount, { timeout: WAIT_MS }).toBeGreaterThan(0);
    }
    await openSettings();
    await switchTo('Standard');
    await closeSettings();
    // A rule answers a server that asks without end for as long as it asks.
    await startAnew(era);
  });
});

function idsOf({ ways }: AskRow, way: AskWay): string {
  const outcome = ways[way];
  return typeof outcome === 'string' ? '' : outcome.ids;
}
