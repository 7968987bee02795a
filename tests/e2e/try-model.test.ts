import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { type FakeProvider, sendStream, startProvider, words } from '../servers/provider.ts';
import { cliEntry, manageApps } from './support/app.ts';
import { findViolations } from './support/browser.ts';
import { addServer, choose, connected, main, nodeLine, openTab } from './support/driver.ts';

const apps = manageApps();
const providers: FakeProvider[] = [];
afterEach(async () => {
  await Promise.all(providers.splice(0).map((provider) => provider.close()));
});

interface Wanted {
  name: string;
  args: object;
}

/** A model that wants these tools one after the other, and then says what it was told of them. */
function wants(provider: FakeProvider, ...tools: Wanted[]): void {
  provider.answer = ({ body }, response) => {
    const told = body.messages.filter(({ role }: { role: string }) => role === 'tool');
    const next = tools[told.length];
    if (!next) return sendStream(response, words(`I was told: ${told.at(-1)?.content ?? 'nothing'}`));
    const call = { name: next.name, arguments: JSON.stringify(next.args) };
    const tool_calls = [{ index: 0, id: `call-${told.length}`, type: 'function', function: call }];
    return sendStream(response, [{ tool_calls }], { finish_reason: 'tool_calls' });
  };
}

/** The demo server with a provider set up, and the messages of a prompt in the panel that asks a model. */
async function open(): Promise<{ page: Page; provider: FakeProvider }> {
  const provider = await startProvider();
  providers.push(provider);
  const { page } = await apps.open();
  await addServer(page, { text: nodeLine(cliEntry, 'demo-server', '--era', 'modern'), name: 'shelf' });
  await connected(page, 'shelf');
  await page.keyboard.press('ControlOrMeta+,');
  const settings = page.getByRole('main', { name: 'Settings' });
  await settings.getByRole('button', { name: 'Model providers' }).click();
  await settings.getByRole('button', { name: 'Add a provider' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a model provider' });
  await dialog.getByLabel('Name', { exact: true }).fill('Local');
  await dialog.getByLabel('Base URL', { exact: true }).fill(provider.url);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await settings.waitFor({ state: 'detached' });
  await choose(page, 'Prompts', 'plan_trip');
  await main(page).getByRole('combobox', { name: 'country' }).fill('portugal');
  await main(page).getByRole('combobox', { name: 'city' }).fill('Lisbon');
  await page.keyboard.press('ControlOrMeta+Enter');
  await main(page).getByRole('button', { name: 'Try with a model' }).click();
  await panel(page).getByRole('button', { name: 'Ask', exact: true }).waitFor();
  return { page, provider };
}

const panel = (page: Page) => page.getByRole('region', { name: 'Try with a model' });
const ask = (page: Page) => panel(page).getByRole('button', { name: 'Ask', exact: true });
const question = (page: Page, tool: string) =>
  panel(page).getByRole('region', { name: new RegExp(`wants to run ${tool} on shelf$`) });
const ECHO = { name: 'echo', args: { text: 'Lisbon is sunny' } };

/** Traffic shows so many calls of tools; then back to the prompt. */
async function madeCalls(page: Page, count: number): Promise<void> {
  await openTab(page, 'Traffic');
  const rows = main(page).getByRole('row');
  await rows.filter({ hasText: 'prompts/get' }).first().waitFor();
  await expect.poll(() => rows.filter({ hasText: 'tools/call' }).count()).toBe(count);
  await openTab(page, 'Prompts');
}

test('[SAMP-14] [SEC-08] the messages of a prompt are answered by a model; the answer is there after a reload', async () => {
  const { page, provider } = await open();
  await panel(page).getByText('Nothing leaves this computer').waitFor();
  await panel(page)
    .getByText(/It gets 1 message, about \d+ tokens\./)
    .waitFor();
  wants(provider);
  expect(await findViolations(page, 'main')).toEqual([]);
  await ask(page).click();
  await panel(page).getByText('I was told: nothing').waitFor();
  const body = provider.requests.at(-1)?.body;
  expect(body.tools).toBeUndefined();
  expect(body.messages).toEqual([{ role: 'user', content: expect.stringContaining('Lisbon') }]);
  await page.reload();
  await choose(page, 'Prompts', 'plan_trip');
  await panel(page).getByText('I was told: nothing').waitFor();
  await madeCalls(page, 0);
});

test('[SEC-07] [SEC-09] [TOOL-04] a model runs tools of the server when a person denies, allows once, allows always', async () => {
  const { page, provider } = await open();
  await panel(page)
    .getByRole('checkbox', { name: /^With the tools of this server/ })
    .check();
  await panel(page)
    .getByText(/It gets 1 message and \d+ tools, /)
    .waitFor();
  wants(provider, ECHO, ECHO);
  await ask(page).click();
  await question(page, 'echo').waitFor();
  expect(await findViolations(page, 'main')).toEqual([]);
  await madeCalls(page, 0);
  // It waited while another tab was looked at, and Deny is reached by keys alone.
  await question(page, 'echo').getByRole('button', { name: 'Deny' }).focus();
  await page.keyboard.press('Enter');
  await panel(page).getByText('denied, and the model was told so').waitFor();
  // The focus is on the next question, not on one of its buttons.
  await expect.poll(() => page.evaluate(() => document.activeElement?.className ?? '')).toBe('approval');
  await page.keyboard.press('Enter');
  await question(page, 'echo').getByRole('button', { name: 'Allow once' }).click();
  await panel(page)
    .getByText(/^I was told: Lisbon is sunny/)
    .waitFor();
  expect(provider.requests.at(-1)?.body.messages.at(-3)).toMatchObject({
    role: 'tool',
    content: 'Error: The user denied this call, so it was not made.',
  });
  await madeCalls(page, 1);

  // Allowed once is not allowed again; allowed always is.
  wants(provider, ECHO, ECHO);
  await ask(page).click();
  await question(page, 'echo').getByRole('button', { name: 'Always allow this tool' }).click();
  await panel(page)
    .getByText(/^always allowed, result went to the model/)
    .waitFor();
  await panel(page)
    .getByText(/^I was told: Lisbon is sunny/)
    .waitFor();
  await madeCalls(page, 3);

  // It is listed, and asked about again when it is taken back.
  await page.keyboard.press('ControlOrMeta+,');
  const settings = page.getByRole('main', { name: 'Settings' });
  await settings.getByRole('button', { name: 'What servers may ask' }).click();
  await settings.getByRole('button', { name: 'Ask about echo of shelf again' }).click();
  await settings.getByText(/^None\. Always allow this tool/).waitFor();
  expect(await findViolations(page, 'main')).toEqual([]);
  await page.keyboard.press('Escape');
  await settings.waitFor({ state: 'detached' });
  await ask(page).click();
  await question(page, 'echo').waitFor();
  await panel(page).getByRole('button', { name: 'Stop' }).click();
  await panel(page)
    .getByText(/^You stopped it\./)
    .waitFor();
  await madeCalls(page, 3);
});

test('[SEC-09] what may destroy something is asked about each time, also from the inbox', async () => {
  const { page, provider } = await open();
  await panel(page)
    .getByRole('checkbox', { name: /^With the tools of this server/ })
    .check();
  wants(provider, { name: 'delete_item', args: { id: 'lamp' } });
  await ask(page).click();
  await question(page, 'delete_item').getByText('The server marks this tool as destructive').waitFor();
  expect(await page.getByRole('button', { name: 'Always allow this tool' }).count()).toBe(0);
  expect(await findViolations(page, 'main')).toEqual([]);
  // Somewhere else in the window the question waits in the inbox.
  await openTab(page, 'Tools');
  await page.keyboard.press('ControlOrMeta+i');
  const inbox = page.getByRole('dialog', { name: 'Waiting for you' });
  await inbox.getByText(/wants to run delete_item on shelf$/).waitFor();
  await inbox.getByRole('button', { name: 'Review' }).click();
  expect(await findViolations(page, '[role="dialog"]')).toEqual([]);
  await page.keyboard.press('Escape');
  await inbox.getByRole('button', { name: 'Deny' }).click();
  // Nothing more waits: the inbox closes, and tells on request how it ended.
  await inbox.waitFor({ state: 'detached' });
  await page.keyboard.press('ControlOrMeta+i');
  await inbox.getByText('call of delete_item denied').waitFor();
  await page.keyboard.press('Escape');
  await openTab(page, 'Prompts');
  await panel(page)
    .getByText(/^I was told: Error: The user denied this call/)
    .waitFor();
});
