import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, test, vi } from 'vitest';
import { HostError } from '#shared/errors.ts';
import { Inbox } from '../../../../src/renderer/features/inbox/inbox.tsx';
import { usePage } from '../../../../src/renderer/store/wirebench.tsx';
import { createAnnouncer } from '../../../../src/renderer/ui/announcer.ts';
import { FeedbackProvider } from '../../../../src/renderer/ui/feedback.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { operation, pending, START, server, session } from '../../support/samples.ts';

vi.setConfig({ testTimeout: 20_000 });

function Page() {
  const open = usePage((state) => state.inboxOpen);
  return (
    <>
      <button type="button">Beside</button>
      {open ? <Inbox /> : <p>closed</p>}
    </>
  );
}

const FORM = {
  message: 'How should order 7 be refunded?',
  requestedSchema: {
    type: 'object',
    properties: {
      amount: { type: 'number', title: 'Refund amount', maximum: 248.9 },
      reason: {
        type: 'string',
        title: 'Reason',
        oneOf: [
          { const: 'damaged', title: 'Damaged in transit' },
          { const: 'wrong_item', title: 'Wrong item sent' },
        ],
        default: 'damaged',
      },
      labels: { type: 'array', title: 'Labels', items: { type: 'string', enum: ['vip', 'audit'] } },
      notify: { type: 'boolean', title: 'Tell the customer', default: true },
    },
    required: ['amount'],
  },
};

async function open(...asks: Parameters<typeof pending>[0][]) {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session());
  host.put('operation', 'op1', operation({ label: 'refund_create', status: 'waiting' }));
  for (const [index, ask] of asks.entries()) {
    const id = `ask${index + 1}`;
    host.put('pending', id, pending({ id, operationId: 'op1', createdAt: START + index * 1000, ...ask }));
  }
  const announcer = createAnnouncer(new AbortController().signal);
  const view = await renderView(
    host,
    <FeedbackProvider announcer={announcer}>
      <Page />
    </FeedbackProvider>,
  );
  view.wirebench.page.getState().set({ inboxOpen: true });
  await screen.findByRole('dialog', { name: 'Waiting for you' });
  return { host, ...view };
}

test('[ELIC-03] waiting asks come oldest first, answered ones below with how they ended', async () => {
  const { container } = await open(
    { params: { message: 'second' }, createdAt: START + 5000 },
    { params: { message: 'first' }, createdAt: START },
    { status: 'expired', closedBecause: 'The call was stopped.', answeredAt: START },
    {
      kind: 'roots',
      method: 'roots/list',
      status: 'accepted',
      answeredBy: 'rule',
      rootsSent: 2,
      answeredAt: START + 9000,
    },
  );
  const waiting = within(screen.getByRole('list', { name: 'Waiting' })).getAllByRole('listitem');
  expect(waiting.map((item) => /first|second/.exec(item.textContent)?.[0])).toEqual(['first', 'second']);
  expect(waiting[0]?.textContent).toContain('orders-db asks for input');
  const answered = within(screen.getByRole('region', { name: 'Answered' })).getAllByRole('button');
  expect(answered[0]?.textContent).toContain('roots sent, 2 folders');
  expect(answered[1]?.textContent).toContain('The call was stopped');
  expect(document.activeElement).toBe(within(waiting[0] as HTMLElement).getByRole('button', { name: 'Answer' }));
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('[ELIC-05] [ELIC-08] [ELIC-09] a form is filled in, checked by its schema and sent', async () => {
  const { host, user } = await open({ params: FORM });
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  const amount = await screen.findByRole('textbox', { name: /Refund amount/ });
  expect(document.activeElement).toBe(amount);
  expect((screen.getByRole('radio', { name: /Damaged/ }) as HTMLInputElement).checked).toBe(true);
  expect(screen.getByRole('switch', { name: /Tell the customer/ }).getAttribute('aria-checked')).toBe('true');
  host.on('schema.check', () => ({
    checked: true,
    problems: [{ path: '/amount', message: 'Enter 248.90 or less.', keyword: 'maximum' }],
  }));
  await user.type(amount, '260');
  await user.click(screen.getByRole('button', { name: /Accept and send/ }));
  expect(await screen.findByText('Enter 248.90 or less.')).toBeTruthy();
  expect(host.inputs('pending.answer')).toEqual([]);
  expect(document.activeElement).toBe(amount);
  host.on('schema.check', () => ({ checked: true, problems: [] }));
  await user.clear(amount);
  await user.type(amount, '240.5');
  await user.click(screen.getByRole('radio', { name: /Wrong item/ }));
  await user.click(screen.getByRole('button', { name: 'vip' }));
  await user.keyboard('{Control>}{Enter}{/Control}');
  const content = { amount: 240.5, reason: 'wrong_item', labels: ['vip'], notify: true };
  await waitFor(() =>
    expect(host.inputs('pending.answer')).toEqual([{ id: 'ask1', reply: { action: 'accept', content } }]),
  );
  // Nothing more waits: there is no empty box in the way.
  expect(await screen.findByText('closed')).toBeTruthy();
  expect(await screen.findByText('Nothing more waits for you')).toBeTruthy();
});

test('Escape puts an ask aside with what was typed, and never answers', async () => {
  const { host, user } = await open({ params: FORM });
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  await user.type(await screen.findByRole('textbox', { name: /Refund amount/ }), '12');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Answer' }));
  const amount = (await screen.findByRole('textbox', { name: /Refund amount/ })) as HTMLInputElement;
  expect(amount.value).toBe('12');
  await user.keyboard('{Escape}{Escape}');
  expect(await screen.findByText('closed')).toBeTruthy();
  expect(host.inputs('pending.answer')).toEqual([]);
});

test('[ELIC-22] all requests of one server are declined at once; those of others stay, and one that is over is no fault', async () => {
  const other = { sessionId: 'ses2', serverId: 'srv2', operationId: 'op2' };
  const { host, user, container } = await open({ params: FORM }, other, { kind: 'url', params: { message: 'page' } });
  host.put('server', 'srv2', server({ id: 'srv2', name: 'mail', sessionId: 'ses2' }));
  expect(screen.queryByRole('button', { name: 'Decline all from mail' })).toBeNull();
  const all = await screen.findByRole('button', { name: 'Decline all from orders-db' });
  expect(screen.getByText('orders-db has 2 requests waiting')).toBeTruthy();
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
  host.on('pending.answer', ({ id }) => {
    if (id === 'ask1') throw new HostError('NOT_FOUND', 'This question is over.');
    throw new HostError('IO', 'The pipe broke.');
  });
  await user.click(all);
  expect((await screen.findByRole('alert')).textContent).toBe('1 reply did not arrive. The pipe broke.');
  const reply = { action: 'decline' };
  expect(host.inputs('pending.answer')).toEqual([
    { id: 'ask1', reply },
    { id: 'ask3', reply },
  ]);
});

test('[ELIC-03] what is asked beside every call says so', async () => {
  const { user } = await open({ params: FORM, operationId: undefined });
  expect(screen.getByRole('list', { name: 'Waiting' }).textContent).toContain('not part of a call: How should');
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  expect((await screen.findByRole('dialog')).textContent).toMatch(/not part of a call, waiting \d/);
});

test('decline and cancel are different replies', async () => {
  const { host, user } = await open({ params: FORM }, { params: FORM });
  await user.click(screen.getAllByRole('button', { name: 'Answer' })[0] as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'Cancel request' }));
  await waitFor(() => expect(host.inputs('pending.answer')).toEqual([{ id: 'ask1', reply: { action: 'cancel' } }]));
  const button = await screen.findByRole('button', { name: 'Answer' });
  button.focus();
  await user.keyboard('d');
  await waitFor(() => expect(host.inputs('pending.answer')[1]).toEqual({ id: 'ask2', reply: { action: 'decline' } }));
  expect(await screen.findByText('closed')).toBeTruthy();
});

test('the lists give way to a press beside them and to another place, and answer nothing by that', async () => {
  const { host, user, wirebench } = await open({ params: FORM });
  await user.click(screen.getByRole('heading', { name: 'Waiting for you' }));
  expect(screen.queryByText('closed')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Beside' }));
  expect(await screen.findByText('closed')).toBeTruthy();
  wirebench.page.getState().set({ inboxOpen: true });
  await screen.findByRole('dialog', { name: 'Waiting for you' });
  wirebench.page.getState().openTab('srv1', 'traffic');
  expect(await screen.findByText('closed')).toBeTruthy();
  // An open ask is no popover: what it is about lies beside it.
  wirebench.page.getState().set({ inboxOpen: true });
  await user.click(await screen.findByRole('button', { name: 'Answer' }));
  await screen.findByRole('textbox', { name: /Refund amount/ });
  await user.click(screen.getByRole('button', { name: 'Beside' }));
  wirebench.page.getState().openTab('srv1', 'tools');
  expect(screen.getByRole('textbox', { name: /Refund amount/ })).toBeTruthy();
  expect(host.inputs('pending.answer')).toEqual([]);
});

test('why the last one ended without a reply stays to be read; the keys of asks are named while there are some', async () => {
  const { host } = await open({ params: FORM });
  expect(screen.getByText('Decline', { selector: '.inbox-f *' })).toBeTruthy();
  host.patch('pending', 'ask1', { status: 'expired', answeredAt: START + 1, closedBecause: 'The call was stopped.' });
  expect(await screen.findByText('Nothing waits for you.')).toBeTruthy();
  expect(screen.getByText(/The call was stopped/)).toBeTruthy();
  expect(screen.queryByText('Decline', { selector: '.inbox-f *' })).toBeNull();
});

test('the second click of a double one on Decline does not decline what moves into its place', async () => {
  const { host } = await open({ params: FORM }, { params: FORM });
  const [first, second] = screen.getAllByRole('button', { name: 'Decline' }) as [HTMLElement, HTMLElement];
  fireEvent.mouseDown(first, { detail: 1 });
  fireEvent.click(first, { detail: 1 });
  await waitFor(() => expect(host.inputs('pending.answer')).toHaveLength(1));
  fireEvent.mouseDown(second, { detail: 2 });
  fireEvent.click(second, { detail: 2 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(host.inputs('pending.answer').map(({ id }) => id)).toEqual(['ask1']);
});

test('[ELIC-09] the exact reply can be written as JSON, also one that does not fit', async () => {
  const { host, user } = await open({ params: FORM });
  const amount = { path: '/amount', message: 'This is no number.', keyword: 'type' };
  host.on('schema.check', () => ({ checked: true, problems: [amount] }));
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  await user.click(await screen.findByRole('button', { name: 'Reply and request as JSON' }));
  const text = screen.getByRole('textbox', { name: 'Exact reply' });
  await user.clear(text);
  await user.click(text);
  await user.paste('{"action":"maybe"}');
  expect(await screen.findByText(/A reply has an action/)).toBeTruthy();
  await user.clear(text);
  await user.click(text);
  await user.paste('{"action":"accept","content":{"amount":"nothing"}}');
  await user.click(screen.getByRole('button', { name: /Accept and send/ }));
  expect(await screen.findByText('amount: This is no number.')).toBeTruthy();
  expect(host.inputs('pending.answer')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Send anyway' }));
  const reply = { action: 'accept', resultText: '{"action":"accept","content":{"amount":"nothing"}}' };
  await waitFor(() => expect(host.inputs('pending.answer')).toEqual([{ id: 'ask1', reply }]));
});

test('[ELIC-24] a form that asks for a secret is warned of', async () => {
  const params = { message: 'Sign in', requestedSchema: { properties: { password: { type: 'string' } } } };
  const { user } = await open({ params });
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  expect(await screen.findByText('This form seems to ask for a secret')).toBeTruthy();
});

test('[SAMP-14] [SEC-10] a model reply shows what is asked and sends a result', async () => {
  const params = {
    messages: [{ role: 'user', content: { type: 'text', text: 'Why did revenue drop?' } }],
    systemPrompt: 'Use plain words.',
    maxTokens: 600,
  };
  const { host, user } = await open({ kind: 'sampling', method: 'sampling/createMessage', params });
  await user.click(screen.getByRole('button', { name: 'Review' }));
  expect(await screen.findByText('Use plain words.')).toBeTruthy();
  expect(screen.getByText('Why did revenue drop?')).toBeTruthy();
  expect(screen.getByText('600')).toBeTruthy();
  expect((screen.getByRole('button', { name: /Send reply/ }) as HTMLButtonElement).disabled).toBe(true);
  screen.getByRole('textbox', { name: 'Text' }).focus();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Write the reply, or decline.')).toBeTruthy();
  expect(host.inputs('pending.answer')).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'Fewer orders.');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Stop reason' }), 'maxTokens');
  await user.click(screen.getByRole('button', { name: /Send reply/ }));
  const content = {
    role: 'assistant',
    content: { type: 'text', text: 'Fewer orders.' },
    model: 'written-by-hand',
    stopReason: 'maxTokens',
  };
  await waitFor(() =>
    expect(host.inputs('pending.answer')).toEqual([{ id: 'ask1', reply: { action: 'accept', content } }]),
  );
});

test('[ELIC-17] [SEC-11] what a server writes into a form is no link, no picture and no markup', async () => {
  const said = '[here](https://evil.example) <a href="https://evil.example">x</a> ![i](https://evil.example/i.png)';
  const requestedSchema = {
    type: 'object',
    properties: {
      name: { type: 'string', title: said, description: said, default: said },
      pick: { type: 'string', oneOf: [{ const: 'a', title: said }], description: said },
    },
  };
  const { user } = await open({ params: { message: said, requestedSchema } });
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  expect((await screen.findAllByText(said, { exact: false })).length).toBeGreaterThan(2);
  expect(screen.queryByRole('link')).toBeNull();
  expect(document.querySelector('a, img')).toBeNull();
});

test('[SAMP-03] [SAMP-12] the limit of a reply and the choice of tools are shown, a reply over the limit is remarked', async () => {
  const params = {
    messages: [],
    maxTokens: 2,
    tools: [{ name: 'look', inputSchema: { type: 'object' } }],
    toolChoice: { mode: 'required' },
  };
  const { host, user } = await open({ kind: 'sampling', method: 'sampling/createMessage', params });
  await user.click(screen.getByRole('button', { name: 'Review' }));
  expect(await screen.findByText('1 tool')).toBeTruthy();
  expect(screen.getByText('required')).toBeTruthy();
  const text = screen.getByRole('textbox', { name: 'Text' });
  await user.type(text, 'two words');
  expect(screen.queryByText(/would have stopped at the limit/)).toBeNull();
  await user.type(text, ' more');
  expect(screen.getByText(/A model would have stopped at the limit/)).toBeTruthy();
  // A use of a tool, as the choice asks for it, is written as JSON.
  await user.click(screen.getByRole('tab', { name: 'JSON' }));
  const content = { role: 'assistant', content: { type: 'tool_use', id: 't1', name: 'look', input: {} }, model: 'm' };
  const json = screen.getByRole('textbox', { name: /result|reply/i });
  await user.clear(json);
  await user.click(json);
  await user.paste(JSON.stringify(content));
  await user.click(screen.getByRole('button', { name: /Send reply/ }));
  await waitFor(() =>
    expect(host.inputs('pending.answer')).toEqual([{ id: 'ask1', reply: { action: 'accept', content } }]),
  );
});

test('a call that ends while its form is open says so and takes no reply', async () => {
  const { host, user } = await open({ params: FORM });
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  await screen.findByRole('textbox', { name: /Refund amount/ });
  host.patch('pending', 'ask1', { status: 'expired', closedBecause: 'The server stopped.' });
  expect(await screen.findByText('The server stopped')).toBeTruthy();
  expect((screen.getByRole('button', { name: /Accept and send/ }) as HTMLButtonElement).disabled).toBe(true);
  expect((screen.getByRole('button', { name: 'Decline' }) as HTMLButtonElement).disabled).toBe(true);
});

test('a reply that the host refuses is told and can be sent again', async () => {
  const { host, user } = await open({ params: FORM });
  host.on('pending.answer', () => {
    throw new Error('This request is gone.');
  });
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  await user.click(await screen.findByRole('button', { name: 'Decline' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The reply did not arrive');
  expect((screen.getByRole('button', { name: 'Decline' }) as HTMLButtonElement).disabled).toBe(false);
});

test('two quick presses answer once', async () => {
  const { host, user } = await open({ params: FORM });
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  await user.type(await screen.findByRole('textbox', { name: /Refund amount/ }), '12');
  await user.keyboard('{Control>}{Enter}{Enter}{/Control}');
  await waitFor(() => expect(host.inputs('pending.answer').length).toBeGreaterThan(0));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /Refund amount/ })).toBeNull());
  expect(host.inputs('pending.answer')).toHaveLength(1);
});

test('a default that is no date is seen, and an optional switch can be left out again', async () => {
  const requestedSchema = {
    type: 'object',
    properties: {
      day: { type: 'string', format: 'date', default: 'tomorrow' },
      fast: { type: 'boolean' },
    },
  };
  const { user, container } = await open({ params: { message: 'When?', requestedSchema } });
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  const day = await screen.findByRole('textbox', { name: /day/ });
  expect(day).toHaveProperty('value', 'tomorrow');
  await user.click(screen.getByRole('switch'));
  await user.click(screen.getByRole('button', { name: 'Do not send' }));
  expect(screen.getByText('not sent')).toBeTruthy();
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('a request that is too large is drawn as no form; it can be declined', async () => {
  const { host, user } = await open({ params: FORM, cutFrom: 3_400_000 });
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  await screen.findByText('This request is too large for a form');
  expect(screen.getByText(/It has 3\.4 MB, and requests are drawn up to 256 KB/)).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: /Refund amount/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(host.inputs('pending.answer')).toEqual([{ id: 'ask1', reply: { action: 'decline' } }]));
});

test('[ELIC-19] a page that was opened waits in the inbox with its own buttons', async () => {
  const params = { mode: 'url', message: 'Connect.', url: 'https://hosting.example/' };
  const { host, user } = await open({ kind: 'url', params, openedAt: START });
  expect(await screen.findByText(/Waiting for you in the browser/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Open again' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Cancel request' })).toBeTruthy();
  // A person who comes back from the page and types has not declined it.
  screen.getByRole('button', { name: 'I am done, retry' }).focus();
  await user.keyboard('d');
  expect(host.inputs('pending.answer')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'I am done, retry' }));
  await waitFor(() => expect(host.inputs('pending.answer')).toEqual([{ id: 'ask1', reply: { action: 'accept' } }]));
});

test('[ELIC-25] a legacy server knows of the consent already: the page is done or opened again, nothing is refused', async () => {
  const params = { mode: 'url', message: 'Connect.', url: 'https://hosting.example/', elicitationId: 'e1' };
  const page = { kind: 'url' as const, params, via: 'server-request' as const, openedAt: START, consentedAt: START };
  const { host, user } = await open(page);
  host.put('pending', 'ask2', pending({ ...page, id: 'ask2', operationId: 'op1' }));
  await waitFor(() => expect(screen.getAllByText(/Waiting for you in the browser/)).toHaveLength(2));
  expect(screen.queryByRole('button', { name: /Decline all/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Cancel request' })).toBeNull();
  const [done] = screen.getAllByRole('button', { name: 'I am done' });
  done?.focus();
  await user.keyboard('d');
  expect(host.inputs('pending.answer')).toEqual([]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(host.inputs('pending.answer')).toEqual([{ id: 'ask1', reply: { action: 'accept' } }]));
  await user.click(screen.getAllByRole('button', { name: 'Stop the call' })[0] as HTMLElement);
  await waitFor(() => expect(host.inputs('operation.cancel')).toHaveLength(1));
});

test('[ELIC-25] of a round the page is a step: the consent closes, the sheet says where the person is', async () => {
  const params = { mode: 'url', message: 'Connect.', url: 'https://hosting.example/' };
  const { host, user } = await open({ kind: 'url', params, group: 'g1', key: 'page', via: 'input-required' });
  host.put('pending', 'ask2', pending({ id: 'ask2', group: 'g1', key: 'form', via: 'input-required' }));
  await user.click(await screen.findByRole('button', { name: 'Answer 2 requests' }));
  await screen.findByRole('alertdialog');
  // It names the button that there will be, and closing it leads back to the sheet of the round.
  const dialog = within(screen.getByRole('alertdialog'));
  expect(dialog.queryByRole('button', { name: 'Keep for later in the Inbox' })).toBeNull();
  expect(dialog.getByRole('button', { name: 'Close' })).toBeTruthy();
  expect(screen.getByText('The call waits. Come back and choose I am done.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Open in browser' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  host.patch('pending', 'ask1', { openedAt: START });
  await user.click(await screen.findByRole('button', { name: 'I am done' }));
  // It is kept until the other one has a reply, too.
  expect(await screen.findByRole('button', { name: '1 of 2, accept' })).toBeTruthy();
  expect(host.inputs('pending.answer')).toEqual([]);
});

test('[ELIC-20] [ELIC-18] a page of a round that the server says is done makes way for the next one; after the last the sheet closes', async () => {
  const page = (name: string) => {
    const params = { mode: 'url', message: `Visit ${name}.`, url: `https://${name}.example/`, elicitationId: name };
    return { kind: 'url' as const, params, group: 'g1', key: name, via: 'input-required' as const };
  };
  const { host, user } = await open(page('one'), page('two'));
  const over = { status: 'accepted' as const, answeredAt: START, answeredBy: 'person' as const, doneAt: START };
  await user.click(await screen.findByRole('button', { name: 'Answer 2 requests' }));
  await within(await screen.findByRole('alertdialog')).findByText('Visit one.');
  await user.click(await screen.findByRole('button', { name: 'Open in browser' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  host.patch('pending', 'ask1', { openedAt: START, ...over });
  const second = await screen.findByRole('alertdialog');
  expect(within(second).getByText('Visit two.')).toBeTruthy();
  await user.click(within(second).getByRole('button', { name: 'Open in browser' }));
  host.patch('pending', 'ask2', { openedAt: START, ...over });
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.queryByRole('tablist', { name: 'Requests of this round' })).toBeNull();
  expect(host.inputs('pending.answer')).toEqual([]);
});

test('[ELIC-20] what was said to one page is sent when the other ends by itself', async () => {
  const params = { mode: 'url', message: 'Visit.', url: 'https://x.example/', elicitationId: 'e1' };
  const page = { kind: 'url' as const, params, group: 'g1', via: 'input-required' as const, openedAt: START };
  const { host, user } = await open({ ...page, key: '0' }, { ...page, key: '1' });
  await user.click(await screen.findByRole('button', { name: 'Answer 2 requests' }));
  await user.click(await screen.findByRole('button', { name: 'I am done' }));
  expect(host.inputs('pending.answer')).toEqual([]);
  host.patch('pending', 'ask2', { status: 'accepted', answeredAt: START, answeredBy: 'person', doneAt: START });
  await waitFor(() => expect(host.inputs('pending.answer')).toEqual([{ id: 'ask1', reply: { action: 'accept' } }]));
});
