import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { type FakeProvider, sendChunk, sendError, sendStream, startProvider, words } from '../servers/provider.ts';
import { cliEntry, manageApps } from './support/app.ts';
import { findViolations } from './support/browser.ts';
import { addServer, choose, connected, main, nodeLine, resultPane } from './support/driver.ts';

const apps = manageApps();
const providers: FakeProvider[] = [];
afterEach(async () => {
  await Promise.all(providers.splice(0).map((provider) => provider.close()));
});

const REPLY = 'The Danube, the Rhine and the Vistula.';

/** A page with the demo server in one era, a provider with a key set up through the settings, and a call that asks. */
async function open(era: 'legacy' | 'modern', tool: string): Promise<{ page: Page; provider: FakeProvider }> {
  const provider = await startProvider();
  providers.push(provider);
  provider.key = 'sk-e2e';
  const { page } = await apps.open();
  await addServer(page, { text: nodeLine(cliEntry, 'demo-server', '--era', era), name: 'rivers' });
  await connected(page, 'rivers');
  await page.keyboard.press('ControlOrMeta+,');
  const settings = page.getByRole('main', { name: 'Settings' });
  await settings.getByRole('button', { name: 'Model providers' }).click();
  await settings.getByRole('button', { name: 'Add a provider' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a model provider' });
  await dialog.getByLabel('Name', { exact: true }).fill('Local');
  await dialog.getByLabel('Base URL', { exact: true }).fill(provider.url);
  await dialog.getByLabel('Key', { exact: true }).fill('sk-e2e');
  expect(await findViolations(page, '[role="dialog"]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await settings.getByRole('region', { name: 'Local' }).getByRole('button', { name: 'Test', exact: true }).click();
  await settings.getByText(/Answers in \d+ ms, 2 models/).waitFor();
  expect(await findViolations(page, 'main')).toEqual([]);
  await page.keyboard.press('Escape');
  await settings.waitFor({ state: 'detached' });
  await choose(page, 'Tools', tool);
  await main(page).getByRole('button', { name: /^Run/ }).click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).waitFor();
  return { page, provider };
}

const ask = async (page: Page) => {
  await page.getByRole('tab', { name: /Ask a model/ }).click();
  await page.getByText(/matches gpt-x-mini by name/).waitFor();
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
};

test.each(['legacy', 'modern'] as const)(
  '[SAMP-02] [SAMP-05] [SAMP-14] a model answers a server of the %s era, after a person looked at it',
  async (era) => {
    const { page, provider } = await open(era, 'ask_model');
    await page.getByRole('button', { name: 'Edit system prompt' }).click();
    await page.getByRole('textbox', { name: 'System prompt' }).fill('Name rivers of Europe.');
    await page.getByText('changed by you').waitFor();
    // Held open until the page shows the first words.
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    provider.answer = async (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      sendChunk(response, { delta: { content: 'The Danube, ' }, finish_reason: null });
      await held;
      sendChunk(response, { delta: { content: 'the Rhine and the Vistula.' }, finish_reason: null });
      sendChunk(response, { delta: {}, finish_reason: 'stop' });
      response.end('data: [DONE]\n\n');
    };
    await ask(page);
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    await expect.poll(() => text.inputValue()).toBe('The Danube, ');
    expect(await page.getByRole('button', { name: 'Send reply' }).isDisabled()).toBe(true);
    goOn();
    await expect.poll(() => text.inputValue()).toBe(REPLY);
    await page.getByText(/^Not sent yet/).waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(provider.requests.at(-1)?.body).toMatchObject({
      model: 'gpt-x-mini',
      messages: [
        { role: 'system', content: 'Name rivers of Europe.' },
        { role: 'user', content: 'Name three rivers.' },
      ],
      max_tokens: 200,
      temperature: 0.2,
    });
    await page.keyboard.press('ControlOrMeta+Enter');
    await resultPane(page).getByText(REPLY).first().waitFor();
    expect(await page.content()).not.toContain('sk-e2e');
  },
);

test('[SAMP-10] [SAMP-12] a model uses the tools of a server, round after round; its errors stay in the sheet', async () => {
  const { page, provider } = await open('modern', 'ask_model_tools');
  await page.getByRole('tab', { name: /Ask a model/ }).click();
  provider.answer = (_request, response) => sendError(response, 429, { message: 'slow down' }, { 'retry-after': '3' });
  const press = page.getByRole('button', { name: 'Ask', exact: true });
  await press.click();
  await page.getByRole('alert').filter({ hasText: 'Try again in 3 seconds.' }).waitFor();
  provider.answer = ({ body }, response) => {
    const answered = body.messages.some(({ role }: { role: string }) => role === 'tool');
    if (answered) return sendStream(response, words('Lisbon is warmer.'));
    const call = {
      index: 0,
      id: 'c1',
      type: 'function',
      function: { name: 'temperature', arguments: '{"city":"Lisbon"}' },
    };
    return sendStream(response, [{ tool_calls: [call] }], { finish_reason: 'tool_calls' });
  };
  await press.click();
  await page.getByText(/^Not sent yet/).waitFor();
  expect(await page.getByRole('textbox', { name: /city/ }).inputValue()).toBe('Lisbon');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await page
    .getByText(/round 2/)
    .first()
    .waitFor();
  await page.getByRole('tab', { name: /Ask a model/ }).click();
  await press.click();
  await page.getByText(/^Not sent yet/).waitFor();
  await page.getByRole('button', { name: 'Send reply' }).click();
  await resultPane(page)
    .getByText(/Lisbon is warmer/)
    .first()
    .waitFor();
  // The demo answers the tool use itself, and its answer went to the model.
  const sent = provider.requests.at(-1)?.body.messages;
  expect(sent).toContainEqual(expect.objectContaining({ role: 'tool', tool_call_id: 'c1' }));
});
