import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type FakeProvider, sendStream, startProvider, words } from '../servers/provider.ts';
import { type App, cliEntry, manageApps } from './support/app.ts';
import {
  asksIn,
  closeInbox,
  consent,
  inbox,
  lastAsk,
  openInBrowser,
  openInbox,
  resultSays,
  runAndOpen,
  wireOf,
} from './support/asks-driver.ts';
import { addServer, connected, nodeLine, resultPane, runTool } from './support/driver.ts';
import { hostClient } from './support/host-client.ts';

vi.setConfig({ testTimeout: 90_000 });

const apps = manageApps('file');
let app: App;
let page: Page;
let provider: FakeProvider;
beforeAll(async () => {
  provider = await startProvider();
  app = await apps.open();
  page = app.page;
  page.setDefaultTimeout(12_000);
}, 60_000);
afterAll(() => provider.close());

/** Runs a tool that wants a page visited and opens the question about it, in the inbox. */
async function openPageAsk(tool: string, args: Record<string, string> = {}): Promise<void> {
  await runTool(page, tool, args);
  const box = await openInbox(page);
  await box
    .getByRole('button', { name: /^(Review|Answer 2 requests)$/ })
    .first()
    .click();
  await consent(page).waitFor();
}

/** Names the fake provider `Local`, once. */
async function setUpProvider(): Promise<void> {
  const host = await hostClient(app.served);
  const { providers } = await host['provider.list']({});
  if (providers.length === 0)
    await host['provider.save']({ name: 'Local', baseUrl: provider.url, model: 'gpt-x-mini' });
}

describe.each(['legacy', 'modern'] as const)('pages, models and roots of the demo server, %s era', (era) => {
  const server = `${era} demo`;
  const modern = era === 'modern';
  const wire = () => wireOf(app.folder, server);

  beforeAll(async () => {
    await addServer(page, { text: nodeLine(cliEntry, 'demo-server', '--era', era), name: server });
    await connected(page, server);
  }, 60_000);

  test('[ELIC-11] [ELIC-14] ask_sign_in: the whole address is shown; opening it is the consent, without content', async () => {
    await openPageAsk('ask_sign_in');
    await consent(page)
      .getByText(/localhost:\d+\/demo\/[\w-]{22}\/sign-in\?code=WXYZ-1234$/)
      .first()
      .waitFor();
    await openInBrowser(page);
    // The consent has done its work; in the inbox the call waits for the person in the browser.
    await consent(page).waitFor({ state: 'detached' });
    if (modern) await inbox(page).getByRole('button', { name: 'I am done, retry' }).click();
    await resultSays(page, 'Signed in.');
    await closeInbox(page);
    await expect.poll(() => asksIn(wire()).at(-1)?.answer).toEqual({ action: 'accept' });
    const done = wire().filter(({ method }) => method === 'notifications/elicitation/complete');
    expect(done).toHaveLength(modern ? 0 : 1);
  });

  test.each([
    ['Decline', 'decline'],
    ['Cancel request', 'cancel'],
  ])('[ELIC-13] ask_sign_in: %s opens nothing', async (button, action) => {
    await openPageAsk('ask_sign_in');
    await consent(page).getByRole('button', { name: button }).click();
    await resultPane(page)
      .getByText(/^The person (declined to open the page|closed the form)\.$/)
      .waitFor();
    await closeInbox(page);
    await expect.poll(() => asksIn(wire()).at(-1)?.answer).toEqual({ action });
    expect(page.context().pages()).toHaveLength(1);
  });

  test('[ELIC-19] [ELIC-25] ask_sign_in: a person in the browser is waited for in inbox and thread, in no dialog', async () => {
    await openPageAsk('ask_sign_in', { waitMs: '60000' });
    await openInBrowser(page, false);
    await consent(page).waitFor({ state: 'detached' });
    await inbox(page).getByText('Waiting for you in the browser').waitFor();
    await closeInbox(page);
    const thread = resultPane(page).getByRole('list', { name: 'Steps of the call' });
    await thread.getByText('Waiting for you in the browser').waitFor();
    await thread.getByRole('button', { name: 'Open again' }).click();
    await consent(page).getByRole('link', { name: 'Open again' }).waitFor();
    await page.keyboard.press('Escape');
    await consent(page).waitFor({ state: 'detached' });
    expect(await inbox(page).isVisible()).toBe(false);
    await thread.getByRole('button', { name: modern ? 'Cancel request' : 'Stop the call' }).click();
    await resultSays(page, modern ? 'The person closed the form.' : /You stopped the call/);
    await expect.poll(() => asksIn(wire()).at(-1)?.answer).toEqual({ action: modern ? 'cancel' : 'accept' });
  });

  test('[SAMP-10] ask_model is answered by hand', async () => {
    const ask = await runAndOpen(page, 'ask_model');
    await ask.getByLabel('Text', { exact: true }).fill('Rhine, Po, Ebro.');
    await ask.getByLabel('Model name', { exact: true }).fill('by hand');
    await ask.getByRole('button', { name: 'Send reply' }).click();
    await resultSays(page, 'by hand said: Rhine, Po, Ebro.');
    const content = { type: 'text', text: 'Rhine, Po, Ebro.' };
    await lastAsk(app.folder, server, {
      method: 'sampling/createMessage',
      params: { maxTokens: 200 },
      answer: { role: 'assistant', model: 'by hand', content },
    });
  });

  test('[SAMP-09] [MRTR-12] ask_model declined: an error in the legacy era, no retry in the modern one', async () => {
    const ask = await runAndOpen(page, 'ask_model');
    await ask.getByRole('button', { name: 'Decline' }).click();
    if (modern) {
      await resultSays(page, /you declined to answer/i);
      expect(asksIn(wire()).at(-1)?.answer).toBeUndefined();
    } else {
      await resultSays(page, /User rejected sampling request/);
      await expect.poll(() => asksIn(wire()).at(-1)?.answer).toMatchObject({ code: -1 });
    }
  });

  test('[SAMP-02] [SAMP-14] ask_model is answered by a provider: into the editor, sent only by a person', async () => {
    await setUpProvider();
    provider.answer = (_request, response) => sendStream(response, words('Hello from the model.'));
    const sent = provider.requests.length;
    const before = asksIn(wire()).length;
    const ask = await runAndOpen(page, 'ask_model');
    await ask.getByRole('tab', { name: 'Ask a model' }).click();
    await ask.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect.poll(() => ask.getByLabel('Text', { exact: true }).inputValue()).toBe('Hello from the model.');
    const { body } = provider.requests.slice(sent).find(({ path }) => path.endsWith('/chat/completions')) ?? {};
    expect(body.messages.at(-1)).toMatchObject({ role: 'user' });
    expect(JSON.stringify(body.messages)).toContain('Name three rivers.');
    if (!modern) expect(asksIn(wire()).slice(before)[0]?.answer).toBeUndefined();
    await ask.getByRole('button', { name: 'Send reply' }).click();
    await resultSays(page, /said: Hello from the model\./);
  });

  test('[SAMP-07] [SAMP-12] ask_model_tools: the model uses a tool of the server, then answers', async () => {
    const ask = await runAndOpen(page, 'ask_model_tools');
    const use = { type: 'tool_use', id: 'u1', name: 'temperature', input: { city: 'Oslo' } };
    const first = { role: 'assistant', model: 'by hand', stopReason: 'toolUse', content: [use] };
    await ask.getByRole('tab', { name: 'JSON' }).click();
    await ask.getByLabel('Exact reply').fill(JSON.stringify(first));
    await ask.getByRole('button', { name: 'Send reply' }).click();
    await ask
      .getByText(/degrees Celsius in Oslo/)
      .first()
      .waitFor();
    await ask.getByLabel('Text', { exact: true }).fill('It is warmer in Lisbon.');
    await ask.getByRole('button', { name: 'Send reply' }).click();
    await resultSays(page, /said: It is warmer in Lisbon\./);
    const [, last] = asksIn(wire()).slice(-2);
    expect(last?.params.messages.at(-1).content).toMatchObject([{ type: 'tool_result', toolUseId: 'u1' }]);
  });

  test('[ROOT-06] [ROOT-07] ask_roots is answered from the settings', async () => {
    const host = await hostClient(app.served);
    const roots = [{ uri: 'file:///srv/app', name: 'App' }];
    await host['settings.save']({ roots });
    await runTool(page, 'ask_roots');
    await resultSays(page, 'App: file:///srv/app');
    await lastAsk(app.folder, server, { method: 'roots/list', answer: { roots } });
  });

  test('[ELIC-20] open_vault: two pages are visited first', async () => {
    await openPageAsk('open_vault');
    await openInBrowser(page);
    // A legacy server tells by itself that a page is done, and the call is sent again once both are.
    if (modern) await inbox(page).getByRole('button', { name: 'I am done' }).click();
    await consent(page)
      .getByText(/second-factor/)
      .first()
      .waitFor();
    await openInBrowser(page);
    if (modern) await inbox(page).getByRole('button', { name: 'I am done' }).click();
    await closeInbox(page);
    await resultSays(page, 'The vault is open. It is empty.');
    const calls = wire().filter(({ dir, params }) => dir === 'out' && params?.name === 'open_vault');
    expect(calls).toHaveLength(2);
  });

  test('[SAMP-14] a rule lets the provider answer, and a profile switches what is done', async () => {
    const host = await hostClient(app.served);
    await setUpProvider();
    provider.answer = (_request, response) => sendStream(response, words('By rule.'));
    const { id: models } = await host['profile.save']({ name: `${era} models` });
    await host['profile.use']({ id: models });
    await host['rule.save']({ kind: 'sampling', action: { do: 'provider', provider: 'Local' } });
    await host['rule.save']({ kind: 'form', tool: 'ask_name', action: { do: 'reply', text: '{"name":"Rule"}' } });
    await runTool(page, 'ask_model');
    await resultSays(page, /said: By rule\./);
    await runTool(page, 'ask_name');
    await resultSays(page, 'Hello, Rule.');
    const { id: refusing } = await host['profile.save']({ name: `${era} refusals` });
    await host['profile.use']({ id: refusing });
    await host['rule.save']({ kind: 'form', action: { do: 'decline' } });
    await runTool(page, 'ask_name');
    await resultSays(page, 'The person declined to give a name.');
    await expect.poll(() => asksIn(wire()).at(-1)?.answer).toEqual({ action: 'decline' });
    await resultPane(page)
      .getByRole('tab', { name: /^Thread/ })
      .click();
    await resultPane(page).getByText('A rule declined').first().waitFor();
    await resultPane(page).getByRole('tab', { name: 'Result', exact: true }).click();
    await host['profile.use']({ id: 'standard' });
  });

  test('a rule is made from the sheet of an ask, and answers the next one', async () => {
    const ask = await runAndOpen(page, 'ask_name');
    await ask.getByRole('button', { name: /Always reply/ }).click();
    await page.getByRole('menuitem', { name: /^Always decline/ }).click();
    await ask.getByRole('button', { name: 'Cancel request' }).click();
    await resultSays(page, 'The person closed the form.');
    await runTool(page, 'ask_name');
    await resultSays(page, 'The person declined to give a name.');
  });
});
