import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, test, vi } from 'vitest';
import { PromptsTab } from '../../../../src/renderer/features/prompts/prompts-tab.tsx';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { operation, pending, server, session } from '../../support/samples.ts';

vi.setConfig({ testTimeout: 20_000 });

function Tab() {
  const entry = useEntity('server', 'srv1');
  const current = useEntity('session', 'ses1');
  return entry ? <PromptsTab server={entry} session={current} /> : null;
}

const MESSAGES = [{ role: 'user', content: { type: 'text', text: 'Explain it.' } }];

function open(tools: Record<string, unknown>[] = []): FakeHost {
  const host = new FakeHost();
  const base = session();
  const capabilities = { prompts: {}, tools: {} };
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session(base.hello ? { hello: { ...base.hello, capabilities } } : {}));
  host.setItems('ses1', 'prompts', [{ name: 'explain' }]);
  host.setItems('ses1', 'tools', tools);
  host.providers.add({ name: 'Cloud', host: 'api.example.com', local: false, key: true, model: 'gpt-x' }, ['gpt-x']);
  host.providers.add({ name: 'Ollama' }, ['llama', 'qwen']);
  host.on('operation.run', ({ sessionId, verb }) => {
    host.put('operation', 'op1', operation({ id: 'op1', sessionId, verb }));
    host.finish('op1', { messages: MESSAGES });
    return { operationId: 'op1' };
  });
  return host;
}

async function toPanel(user: UserEvent): Promise<HTMLElement> {
  await user.click(await screen.findByRole('option', { name: 'explain' }));
  await user.click(screen.getByRole('button', { name: /Get prompt/ }));
  await user.click(await screen.findByRole('button', { name: 'Try with a model' }));
  return screen.findByRole('region', { name: 'Try with a model' });
}

test('[SAMP-14] what leaves the computer is said before a model is asked, and its answer streams in', async () => {
  const host = open();
  const { user } = await renderView(host, <Tab />);
  const panel = await toPanel(user);
  expect(await within(panel).findByText('This leaves your computer, to api.example.com')).toBeTruthy();
  expect(within(panel).getByText(/^1 message, about \d+ tokens with your key\. Nothing else is sent\.$/)).toBeTruthy();
  expect(await within(panel).findByText('The model set for the provider is taken.')).toBeTruthy();
  expect(within(panel).queryByRole('checkbox')).toBeNull();
  await user.click(within(panel).getByRole('button', { name: 'Ask' }));
  await waitFor(() => expect(host.trials.all).toHaveLength(1));
  const [trial] = host.trials.all;
  expect(trial?.order).toEqual({
    ...{ sessionId: 'ses1', prompt: 'explain', operationId: 'op1', withTools: false },
    ...{ provider: 'Cloud', model: 'gpt-x', params: { messages: MESSAGES } },
  });
  trial?.tell({ kind: 'text', text: 'It went ' });
  expect(await within(panel).findByText('It went')).toBeTruthy();
  expect(within(panel).getByText('The model writes.')).toBeTruthy();
  const content = { type: 'text', text: 'It went down.' };
  const usage = { input: 12, output: 4 };
  trial?.tell({ kind: 'reply', reply: { result: { role: 'assistant', content, model: 'gpt-x-1' }, usage, notes: [] } });
  trial?.tell({ kind: 'end' });
  trial?.set({ status: 'done' });
  expect(await within(panel).findByText('It went down.')).toBeTruthy();
  expect(within(panel).getByText('assistant')).toBeTruthy();
  expect(await within(panel).findByText('From gpt-x-1. 12 tokens in, 4 out, as the provider counts.')).toBeTruthy();
});

test('another provider is chosen, a request is stopped, a problem stays in the panel', async () => {
  const host = open();
  const { user } = await renderView(host, <Tab />);
  const panel = await toPanel(user);
  await user.selectOptions(await within(panel).findByLabelText('Provider'), 'Ollama');
  expect(await within(panel).findByText('Nothing leaves this computer')).toBeTruthy();
  await user.selectOptions(within(panel).getByLabelText('Model'), 'qwen');
  await user.click(within(panel).getByRole('button', { name: 'Ask' }));
  await waitFor(() => expect(host.trials.all[0]?.order).toMatchObject({ provider: 'Ollama', model: 'qwen' }));
  await user.click(await within(panel).findByRole('button', { name: 'Stop' }));
  expect(await within(panel).findByText(/^You stopped it\./)).toBeTruthy();
  await user.click(await within(panel).findByRole('button', { name: 'Ask' }));
  await waitFor(() => expect(host.trials.all).toHaveLength(2));
  const problem = { kind: 'limit' as const, what: 'Ollama is busy.', why: 'Too many requests.', todo: 'Try later.' };
  host.trials.all[1]?.tell({ kind: 'end', problem });
  host.trials.all[1]?.set({ status: 'failed' });
  expect(await within(panel).findByText('Ollama is busy.')).toBeTruthy();
});

test('a view that comes back finds the messages and the answer again', async () => {
  const host = open();
  const first = await renderView(host, <Tab />);
  const panel = await toPanel(first.user);
  await first.user.click(await within(panel).findByRole('button', { name: 'Ask' }));
  await waitFor(() => expect(host.trials.all).toHaveLength(1));
  first.unmount();
  const content = { type: 'text', text: 'While you were away.' };
  host.trials.all[0]?.tell({ kind: 'reply', reply: { result: { role: 'assistant', content }, notes: [] } });
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('option', { name: 'explain' }));
  expect(await screen.findByText('While you were away.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: '1 message' })).toBeTruthy();
});

test('the newest words stay in sight until a person scrolls up', async () => {
  const host = open();
  const { user } = await renderView(host, <Tab />);
  const panel = await toPanel(user);
  await user.click(await within(panel).findByRole('button', { name: 'Ask' }));
  await waitFor(() => expect(host.trials.all).toHaveLength(1));
  let height = 1000;
  Object.defineProperties(panel, { scrollHeight: { get: () => height }, clientHeight: { get: () => 400 } });
  host.trials.all[0]?.tell({ kind: 'text', text: 'One' });
  await within(panel).findByText('One');
  await waitFor(() => expect(panel.scrollTop).toBe(1000));
  panel.scrollTop = 100;
  fireEvent.scroll(panel);
  height = 1200;
  host.trials.all[0]?.tell({ kind: 'text', text: ' two' });
  await within(panel).findByText('One two');
  expect(panel.scrollTop).toBe(100);
  panel.scrollTop = 800;
  fireEvent.scroll(panel);
  host.trials.all[0]?.tell({ kind: 'text', text: ' three' });
  await within(panel).findByText('One two three');
  await waitFor(() => expect(panel.scrollTop).toBe(1200));
});

test('Ask waits for the list of models where nothing else says which to take', async () => {
  const host = open();
  host.providers.list = [];
  host.providers.add({ name: 'Ollama' }, ['llama']);
  let answer: () => void = () => undefined;
  host.on('provider.models', async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return { models: ['llama'] };
  });
  const { user } = await renderView(host, <Tab />);
  const panel = await toPanel(user);
  await waitFor(() => expect(within(panel).getByRole('button', { name: 'Ask' })).toHaveProperty('disabled', true));
  answer();
  await waitFor(() => expect(within(panel).getByRole('button', { name: 'Ask' })).toHaveProperty('disabled', false));
});

test('without a provider the way to one is shown', async () => {
  const host = open();
  host.providers.list = [];
  const { user } = await renderView(host, <Tab />);
  const panel = await toPanel(user);
  expect(await within(panel).findByText('No model provider is set up')).toBeTruthy();
});

test('[SAMP-14] [TOOL-04] with the tools of the server each call waits for a person and shows what came of it', async () => {
  const host = open([{ name: 'get_order', description: 'Reads an order.', title: 'Order' }]);
  const { user, container, wirebench } = await renderView(host, <Tab />);
  const panel = await toPanel(user);
  const tick = await within(panel).findByRole('checkbox', { name: /^With the tools of this server/ });
  expect(within(panel).queryByText(/1 tool/)).toBeNull();
  await user.click(tick);
  expect(
    await within(panel).findByText(/^1 message and 1 tool, .*The results of tools that run go there too\.$/),
  ).toBeTruthy();
  await user.click(within(panel).getByRole('button', { name: 'Ask' }));
  await waitFor(() =>
    expect(host.trials.all[0]?.order).toMatchObject({ withTools: true, params: { messages: MESSAGES } }),
  );
  const [trial] = host.trials.all;
  const use = { type: 'tool_use', id: 'c1', name: 'get_order', input: { id: 'o-17' } };
  trial?.tell({ kind: 'reply', reply: { result: { role: 'assistant', content: use }, notes: [] } });
  const { operationId: _call, ...ask } = pending({ id: 'ap1', kind: 'approval', via: 'app', tool: 'get_order' });
  const approval = { asker: { kind: 'model' as const, name: 'gpt-x of Cloud' }, mayRemember: true };
  host.put('pending', 'ap1', { ...ask, params: { name: 'get_order', arguments: use.input }, approval });
  trial?.tell({ kind: 'call', call: { reply: 0, use: 0, state: 'asking', pendingId: 'ap1' } });
  trial?.set({ status: 'calling' });
  const bar = await within(panel).findByRole('region', { name: /^gpt-x of Cloud wants to run get_order on / });
  expect(within(panel).getByText('The model waits for its tools.')).toBeTruthy();
  await user.click(within(bar).getByRole('button', { name: 'Deny' }));
  await waitFor(() =>
    expect(host.inputs('pending.answer')[0]).toMatchObject({ id: 'ap1', reply: { action: 'decline' } }),
  );
  trial?.tell({ kind: 'call', call: { reply: 0, use: 0, state: 'denied', pendingId: 'ap1', text: 'Error: denied' } });
  expect(await within(panel).findByText('denied, and the model was told so')).toBeTruthy();
  host.put('operation', 'op9', operation({ id: 'op9', sessionId: 'ses1', exchangeIds: ['x9'] }));
  trial?.tell({ kind: 'reply', reply: { result: { role: 'assistant', content: [use] }, notes: [] } });
  trial?.tell({ kind: 'call', call: { reply: 1, use: 0, state: 'done', operationId: 'op9', text: 'Shipped' } });
  expect(await within(panel).findByText('Shipped')).toBeTruthy();
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations).toEqual([]);
  await user.click(within(panel).getByRole('button', { name: 'Show in Traffic' }));
  await waitFor(() => expect(wirebench.page.getState().tabs.srv1).toBe('traffic'));
  trial?.tell({ kind: 'end' });
  trial?.set({ status: 'limit', rounds: 10 });
  expect(await within(panel).findByText(/^The model was asked 10 times and still wants tools/)).toBeTruthy();
});

test('a trial that ended with its server says why', async () => {
  const host = open();
  const { user } = await renderView(host, <Tab />);
  const panel = await toPanel(user);
  await within(panel).findByText('The model set for the provider is taken.');
  await user.click(within(panel).getByRole('button', { name: 'Ask' }));
  await waitFor(() => expect(host.trials.all).toHaveLength(1));
  const [trial] = host.trials.all;
  trial?.tell({ kind: 'end' });
  trial?.set({
    status: 'stopped',
    because: 'The server has gone. So the model has no tools any more, and is not asked on.',
  });
  expect(
    await within(panel).findByText(/^The server has gone\. So the model .* What came so far stays here/),
  ).toBeTruthy();
});
