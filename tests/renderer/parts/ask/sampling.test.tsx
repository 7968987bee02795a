import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, test, vi } from 'vitest';
import { AskSheet } from '../../../../src/renderer/parts/ask/ask-sheet.tsx';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { operation, pending, server, session } from '../../support/samples.ts';

vi.setConfig({ testTimeout: 20_000 });

const PARAMS = {
  systemPrompt: 'Use plain words.',
  messages: [{ role: 'user', content: { type: 'text', text: 'Why did revenue drop?' } }],
  maxTokens: 600,
  modelPreferences: { hints: [{ name: 'small' }], costPriority: 0.7 },
};
const TOOLS = {
  tools: [
    {
      name: 'look',
      description: 'Looks up',
      inputSchema: { type: 'object', properties: { week: { type: 'string' } }, required: ['week'] },
    },
    { name: 'other', inputSchema: { type: 'object' } },
  ],
};

function Sheet() {
  const ask = useEntity('pending', 'ask1');
  return ask && <AskSheet ask={ask} serverName="orders-db" onKeep={() => undefined} onSent={() => undefined} />;
}

async function open(params: object = {}, era: 'modern' | 'legacy' = 'modern') {
  const host = new FakeHost();
  const hello = { ...session().hello, era } as NonNullable<ReturnType<typeof session>['hello']>; // the sample has one
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session({ hello }));
  host.put('operation', 'op1', operation({ label: 'reports_explain', status: 'waiting' }));
  const ask = pending({
    kind: 'sampling',
    method: 'sampling/createMessage',
    operationId: 'op1',
    params: { ...PARAMS, ...params },
  });
  host.put('pending', 'ask1', ask);
  const view = await renderView(host, <Sheet />);
  await screen.findByText('Why did revenue drop?');
  return { host, ...view };
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const content = (host: FakeHost) =>
  host.inputs('pending.answer').map(({ reply }) => ('content' in reply ? reply.content : reply));

test('[SAMP-04] each part of the request can be changed for a model, is marked then, and put back', async () => {
  const { host, user } = await open(TOOLS);
  host.providers.add({ name: 'Local' }, ['gpt-x', 'gpt-x-mini']);
  await user.click(button('Edit system prompt'));
  await user.clear(screen.getByRole('textbox', { name: 'System prompt' }));
  await user.type(screen.getByRole('textbox', { name: 'System prompt' }), 'Be brief.');
  await user.click(button('Edit messages'));
  await user.type(screen.getByRole('textbox', { name: 'Text of message 1' }), ' Really?');
  await user.click(button('Edit limits and preferences'));
  const limit = screen.getByRole('spinbutton', { name: 'Max tokens' });
  await user.clear(limit);
  await user.type(limit, '50');
  await user.click(button('Edit tools'));
  await user.click(screen.getByRole('checkbox', { name: /other/ }));
  expect(screen.getAllByText('changed by you')).toHaveLength(4);
  await user.click(button('Reset messages'));
  expect(screen.getAllByText('changed by you')).toHaveLength(3);
  await user.click(screen.getByRole('tab', { name: /Ask a model/ }));
  await user.click(await screen.findByRole('button', { name: 'Ask' }));
  await waitFor(() => expect(host.providers.asks).toHaveLength(1));
  expect(host.providers.asks[0]?.order.params).toEqual({
    ...PARAMS,
    systemPrompt: 'Be brief.',
    maxTokens: 50,
    tools: [TOOLS.tools[0]],
  });
});

test('[SAMP-02] [SAMP-05] [SAMP-14] a model’s reply streams into the editor and waits there for Send reply', async () => {
  const { host, user } = await open();
  host.providers.add({ name: 'Cloud', host: 'api.x.test', local: false, key: true }, ['gpt-x', 'gpt-x-mini']);
  await user.click(screen.getByRole('tab', { name: /Ask a model/ }));
  expect(await screen.findByText(/"small" matches gpt-x-mini by name/)).toBeTruthy();
  expect(screen.getByText('This leaves your computer, to api.x.test')).toBeTruthy();
  expect(
    screen.getByText(/The system prompt and 1 message, about \d+ tokens with your key\. Nothing else is sent\./),
  ).toBeTruthy();
  expect(host.providers.asks).toEqual([]);
  await user.click(button('Ask'));
  await waitFor(() => expect(host.providers.asks).toHaveLength(1));
  const [asked] = host.providers.asks;
  expect(asked?.order).toMatchObject({ provider: 'Cloud', model: 'gpt-x-mini' });
  asked?.tell({ kind: 'text', text: 'Fewer ' });
  const text = screen.getByRole('textbox', { name: 'Text' }) as HTMLTextAreaElement;
  await waitFor(() => expect(text.value).toBe('Fewer '));
  expect(text.matches(':disabled')).toBe(true);
  expect((button(/Send reply/) as HTMLButtonElement).disabled).toBe(true);
  asked?.tell({ kind: 'text', text: 'orders.' });
  const result = {
    role: 'assistant',
    content: { type: 'text', text: 'Fewer orders.' },
    model: 'gpt-x-mini',
    stopReason: 'endTurn',
  };
  asked?.tell({ kind: 'done', reply: { result, usage: { input: 20, output: 3 }, notes: [] } });
  expect(await screen.findByText(/Not sent yet\. 20 tokens in, 3 out/)).toBeTruthy();
  expect(host.inputs('pending.answer')).toEqual([]);
  await user.click(button(/Send reply/));
  await waitFor(() => expect(content(host)).toEqual([result]));
});

test('a page that is loaded anew while a model writes has what stood there before, not the beginning of a reply', async () => {
  const { host, user, wirebench } = await open();
  const saved = () => wirebench.page.getState().askTexts.ask1;
  host.providers.add({ name: 'Local' }, ['gpt-x']);
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'By hand');
  await user.click(screen.getByRole('tab', { name: /Ask a model/ }));
  await user.click(await screen.findByRole('button', { name: 'Ask' }));
  await waitFor(() => expect(host.providers.asks).toHaveLength(1));
  host.providers.asks[0]?.tell({ kind: 'text', text: 'Fewer ' });
  await screen.findByDisplayValue(/Fewer/);
  expect(saved()).toContain('By hand');
  expect(saved()).not.toContain('Fewer');
  const result = {
    role: 'assistant',
    model: 'gpt-x',
    stopReason: 'endTurn',
    content: { type: 'text', text: 'Fewer.' },
  };
  host.providers.asks[0]?.tell({ kind: 'done', reply: { result, usage: { input: 2, output: 1 }, notes: [] } });
  await screen.findByDisplayValue('Fewer.');
  expect(saved()).toContain('Fewer.');
});

test('what was typed comes back after a model failed, and its error stays here', async () => {
  const { host, user } = await open();
  host.providers.add({ name: 'Local' }, ['gpt-x']);
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'By hand');
  await user.click(screen.getByRole('tab', { name: /Ask a model/ }));
  await user.click(await screen.findByRole('button', { name: 'Ask' }));
  await waitFor(() => expect(host.providers.asks).toHaveLength(1));
  host.providers.asks[0]?.tell({
    kind: 'failed',
    problem: {
      kind: 'limit',
      what: 'Local takes no more requests just now.',
      why: 'Too many.',
      todo: 'Try again in 7 seconds.',
      said: 'slow down',
    },
  });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Try again in 7 seconds.');
  expect(alert.textContent).toContain('slow down');
  await user.click(button('Put back what stood here before'));
  expect((screen.getByRole('textbox', { name: 'Text' }) as HTMLTextAreaElement).value).toBe('By hand');
  expect(host.inputs('pending.answer')).toEqual([]);
});

test('Stop ends the request and keeps what came; without a provider the way to the settings is shown', async () => {
  const { host, user, wirebench } = await open();
  await user.click(screen.getByRole('tab', { name: /Ask a model/ }));
  await user.click(await screen.findByRole('button', { name: 'Set one up' }));
  expect(wirebench.page.getState().settingsAt).toBe('providers');
  host.providers.add({ name: 'Local', model: 'm' });
  await user.click(screen.getByRole('tab', { name: /Write it/ }));
  await user.click(screen.getByRole('tab', { name: /Ask a model/ }));
  expect(await screen.findByText('Nothing leaves this computer')).toBeTruthy();
  await user.click(button('Ask'));
  await waitFor(() => expect(host.providers.asks).toHaveLength(1));
  host.providers.asks[0]?.tell({ kind: 'text', text: 'Half' });
  const text = screen.getByRole('textbox', { name: 'Text' }) as HTMLTextAreaElement;
  await waitFor(() => expect(text.value).toBe('Half'));
  await user.click(button('Stop'));
  await waitFor(() => expect(host.providers.asks[0]?.closed).toBe(true));
  expect(text.value).toBe('Half');
  expect(text.matches(':disabled')).toBe(false);
});

test('[SAMP-10] [SAMP-12] a tool use is written in a form of the tool’s schema', async () => {
  const { host, user } = await open({ ...TOOLS, toolChoice: { mode: 'required' } });
  await user.selectOptions(screen.getByRole('combobox', { name: /^Content/ }), 'tool_use');
  await user.selectOptions(screen.getByRole('combobox', { name: /^Tool/ }), 'look');
  host.on('schema.check', ({ value }) => {
    const fits = JSON.stringify(value) !== '{}';
    const missing = { path: '', message: 'week is missing', keyword: 'required' };
    return { checked: true, problems: fits ? [] : [missing] };
  });
  await user.selectOptions(screen.getByRole('combobox', { name: /^Tool/ }), 'other');
  await user.selectOptions(screen.getByRole('combobox', { name: /^Tool/ }), 'look');
  expect(await screen.findByText('Arguments of look: week is missing')).toBeTruthy();
  await user.type(await screen.findByRole('textbox', { name: /week/ }), '47');
  expect(await screen.findByText('Valid')).toBeTruthy();
  await user.click(button(/Send reply/));
  const use = { type: 'tool_use', id: 'call_1', name: 'look', input: { week: '47' } };
  await waitFor(() =>
    expect(content(host)).toEqual([
      { role: 'assistant', content: use, model: 'written-by-hand', stopReason: 'toolUse' },
    ]),
  );
});

test('arguments are checked anew when another tool is chosen for them', async () => {
  const { host, user } = await open(TOOLS);
  await user.selectOptions(screen.getByRole('combobox', { name: /^Content/ }), 'tool_use');
  const [look, other] = TOOLS.tools.map(({ inputSchema }) => ({ schema: inputSchema, value: {} }));
  const checks = (one: object | undefined) =>
    host.inputs('schema.check').filter((input) => JSON.stringify(input) === JSON.stringify(one));
  // One check is of the whole reply, one of the form.
  for (const [name, one] of [
    ['look', look],
    ['other', other],
  ] as const) {
    await user.selectOptions(screen.getByRole('combobox', { name: /^Tool/ }), name);
    await waitFor(() => expect(checks(one)).toHaveLength(2));
  }
});

test('[SAMP-10] several blocks, an image of a file among them', async () => {
  const { host, user } = await open();
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'See');
  await user.click(button('Add a block'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type of block 2' }), 'image');
  const file = new File([Uint8Array.of(0x89, 0x50, 0x4e)], 'a.png', { type: 'image/png' });
  await user.upload(screen.getByLabelText('File of the image'), file);
  await waitFor(() => expect(screen.getByText('Valid')).toBeTruthy());
  await user.click(button(/Send reply/));
  await waitFor(() =>
    expect(content(host)).toMatchObject([
      { content: [{ text: 'See' }, { type: 'image', data: 'iVBO', mimeType: 'image/png' }] },
    ]),
  );
});

test('a result that is not valid is shown with what is wrong, and can be sent anyway', async () => {
  const { host, user } = await open();
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'x');
  await user.clear(screen.getByRole('textbox', { name: /Model name/ }));
  await user.click(button(/Send reply/));
  expect(await screen.findByText('The name of the model is missing.')).toBeTruthy();
  expect(host.inputs('pending.answer')).toEqual([]);
  await user.click(button(/Send anyway/));
  await waitFor(() => expect(content(host)).toMatchObject([{ model: '' }]));
});

test.each(['', '   '])(
  '[SAMP-10] a reply without text is no valid one (%j) and is not sent; written as JSON it is on purpose',
  async (blank) => {
    const { host, user } = await open();
    const text = screen.getByRole('textbox', { name: 'Text' });
    if (blank !== '') await user.type(text, blank);
    expect(screen.queryByText('Valid')).toBeNull();
    expect(screen.getByText('content: the text is empty.')).toBeTruthy();
    expect(screen.getByText('There is no reply to send yet')).toBeTruthy();
    expect((button(/Send reply/) as HTMLButtonElement).disabled).toBe(true);
    text.focus();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Write the reply, or decline.')).toBeTruthy();
    expect(host.inputs('pending.answer')).toEqual([]);
    await user.click(screen.getByRole('tab', { name: /JSON/ }));
    const exact = { role: 'assistant', content: { type: 'text', text: '' }, model: 'm' };
    fireEvent.change(await screen.findByLabelText('Exact reply'), { target: { value: JSON.stringify(exact) } });
    await user.click(button(/Send (reply|anyway)/));
    if (screen.queryByRole('button', { name: /Send anyway/ })) await user.click(button(/Send anyway/));
    await waitFor(() => expect(content(host)).toEqual([exact]));
  },
);

test('replies are kept under a name and come back with their variables filled in', async () => {
  const { host, user } = await open();
  const text = JSON.stringify({
    role: 'assistant',
    content: { type: 'text', text: '{{tool}}: {{message.last}}' },
    model: 'm',
  });
  host.on('reply.list', () => ({ replies: [{ id: 'r1', name: 'Echo', at: 1, text }] }));
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'By hand');
  await user.click(button('Save reply'));
  await user.type(screen.getByRole('textbox', { name: 'Name of the reply' }), 'Mine');
  await user.click(button('Save'));
  await waitFor(() =>
    expect(host.inputs('reply.save')).toMatchObject([{ kind: 'sampling', tool: 'reports_explain', name: 'Mine' }]),
  );
  await user.click(await screen.findByRole('tab', { name: /Saved\s*1/ }));
  await user.click(within(screen.getByRole('list', { name: 'Saved replies' })).getByRole('button', { name: /^Echo/ }));
  expect(((await screen.findByRole('textbox', { name: 'Text' })) as HTMLTextAreaElement).value).toBe(
    'reports_explain: Why did revenue drop?',
  );
});

test.each([
  ['modern', /Nothing is sent, the call is not retried.*Ended, you declined to answer/],
  ['legacy', /error -1, User rejected sampling request/],
] as const)('[SAMP-09] [MRTR-12] declining in the %s era says what the server gets', async (era, words) => {
  const { host, user } = await open({}, era);
  const chip = screen.queryByTitle(/a later version of the protocol may take it out/);
  expect(chip === null).toBe(era === 'legacy');
  button('Decline').focus();
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
  await user.click(button('Decline'));
  await waitFor(() => expect(host.inputs('pending.answer')).toMatchObject([{ reply: { action: 'decline' } }]));
});

test('a sheet whose ask has ended promises nothing about a reply', async () => {
  const { host } = await open();
  expect(screen.getByText('There is no reply to send yet')).toBeTruthy();
  host.patch('pending', 'ask1', { status: 'expired', closedBecause: 'The call was stopped.' });
  await waitFor(() => expect(screen.queryByText('There is no reply to send yet')).toBeNull());
});

test('[SAMP-02] every source is named for a screen reader', async () => {
  const { host, user, container } = await open(TOOLS);
  host.providers.add({ name: 'Local' }, ['gpt-x']);
  for (const name of [/Write it/, /Saved/, /Ask a model/, /JSON/]) {
    await user.click(screen.getByRole('tab', { name }));
    if (String(name).includes('Ask')) await screen.findByRole('button', { name: 'Ask' });
    const { violations } = await axe.run(container, {
      rules: { region: { enabled: false }, 'color-contrast': { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
  for (const part of ['system prompt', 'messages', 'limits and preferences', 'tools'])
    await user.click(button(`Edit ${part}`));
  const { violations } = await axe.run(container, {
    rules: { region: { enabled: false }, 'color-contrast': { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});

test('[SAMP-07] the use of a tool and its result are drawn in the messages; what is broken in one is said', async () => {
  const use = { type: 'tool_use', id: 'u1', name: 'temperature', input: { city: 'Oslo' } };
  const result = {
    type: 'tool_result',
    toolUseId: 'u1',
    content: [{ type: 'text', text: '3 degrees' }],
    isError: true,
  };
  const { container } = await open({
    messages: [
      ...PARAMS.messages,
      { role: 'assistant', content: [{ type: 'text', text: 'I look.' }, use, { type: 'tool_use', id: 'u2' }] },
      { role: 'user', content: [result, { ...result, toolUseId: 'u2', content: 'no list' }] },
    ],
  });
  expect(screen.getByText('temperature, id u1')).toBeTruthy();
  expect(within(screen.getByRole('tree', { name: 'Arguments for temperature' })).getByText(/Oslo/)).toBeTruthy();
  expect(screen.getByText('an error, id u1')).toBeTruthy();
  expect(screen.getByText('3 degrees')).toBeTruthy();
  expect(screen.getByText('It names no tool.')).toBeTruthy();
  expect(screen.getByText('It has no content.')).toBeTruthy();
  expect(screen.queryByText(/Unknown content type/)).toBeNull();
  const { violations } = await axe.run(container, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
});
