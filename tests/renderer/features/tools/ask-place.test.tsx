import { screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HostError } from '#shared/errors.ts';
import { dropEndedAsks } from '../../../../src/renderer/app/drop-ended-asks.ts';
import { ToolsTab } from '../../../../src/renderer/features/tools/tools-tab.tsx';
import { openAsk } from '../../../../src/renderer/parts/ask/open-ask.ts';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { operation, pending, START, server, session } from '../../support/samples.ts';

vi.setConfig({ testTimeout: 20_000 });

const noEditor = () => new Promise<never>(() => undefined);

function Tab() {
  const entry = useEntity('server', 'srv1');
  const current = useEntity('session', entry?.sessionId);
  return entry ? <ToolsTab server={entry} session={current} loadEditor={noEditor} /> : null;
}

const TOOL = { name: 'refund_create', inputSchema: { type: 'object', properties: { order: { type: 'string' } } } };
const FORM = {
  operationId: 'op1',
  params: { message: 'How?', requestedSchema: { type: 'object', properties: { amount: { type: 'number' } } } },
};

async function open() {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session());
  host.setItems('ses1', 'tools', [TOOL]);
  host.on('operation.run', ({ sessionId }) => {
    host.put('operation', 'op1', operation({ id: 'op1', sessionId, label: 'refund_create', startedAt: START }));
    return { operationId: 'op1' };
  });
  const view = await renderView(host, <Tab />);
  const asks = (id = 'ask1', over: object = {}) => {
    host.patch('operation', 'op1', { status: 'waiting' });
    host.put('pending', id, pending({ id, ...FORM, ...over }));
  };
  const order = await screen.findByRole('textbox', { name: /order/ });
  return { host, asks, order, ...view };
}

const sheet = () => screen.findByRole('region', { name: 'orders-db asks for input' });

test('the ask of a call that was just run stands in the place of its arguments and takes the focus', async () => {
  const { asks, order, user, container, host } = await open();
  await user.type(order, 'ord_1');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(host.inputs('operation.run')).toHaveLength(1));
  asks();
  const amount = await within(await sheet()).findByRole('textbox', { name: /amount/ });
  await waitFor(() => expect(document.activeElement).toBe(amount));
  expect(order.closest('[hidden]')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Arguments, locked while running' }));
  expect((await screen.findAllByText(/ord_1/)).some((one) => one.closest('.ask-locked'))).toBe(true);
  expect(screen.getByRole('tab', { name: /Thread/ }).getAttribute('aria-selected')).toBe('true');
  expect(screen.getByText('Timeout paused')).toBeTruthy();
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
  // The key of the run sends the reply here; what comes of it is told a moment later.
  host.on('pending.answer', () => undefined);
  amount.focus();
  await user.keyboard('12{Control>}{Enter}{/Control}');
  await waitFor(() =>
    expect(host.inputs('pending.answer')).toEqual([
      { id: 'ask1', reply: { action: 'accept', content: { amount: 12 } } },
    ]),
  );
  expect(host.inputs('operation.run')).toHaveLength(1);
  // While a reply is on its way its buttons are disabled, and the window gives their focus to a neighbour.
  screen.getByRole('tab', { name: /Thread/ }).focus();
  // The next round opens in the same place.
  host.patch('pending', 'ask1', { status: 'accepted' });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Result' })));
  asks('ask2', { round: 2 });
  await waitFor(() => expect(document.activeElement?.closest('.ask-sheet')).toBeTruthy());
});

test('what is kept goes on at its button; a stopped call locks no arguments', async () => {
  const { asks, user, host } = await open();
  await user.click(screen.getByRole('button', { name: /^Run/ }));
  await waitFor(() => expect(host.inputs('operation.run')).toHaveLength(1));
  asks();
  await user.click(within(await sheet()).getByRole('button', { name: 'Keep for later in the Inbox' }));
  const answer = await screen.findByRole('button', { name: 'Answer' });
  await waitFor(() => expect(document.activeElement).toBe(answer));
  await user.keyboard('{Enter}');
  await user.type(await within(await sheet()).findByRole('textbox', { name: /amount/ }), '12');
  host.patch('operation', 'op1', { status: 'cancelled', endedAt: START + 5 });
  host.patch('pending', 'ask1', { status: 'expired', closedBecause: 'You stopped the call.' });
  expect(await screen.findByRole('button', { name: 'Arguments of the call' })).toBeTruthy();
  expect(screen.queryByText('Arguments, locked while running')).toBeNull();
});

test('an ask that is shown in two places is answered once, and both know of it', async () => {
  const { asks, user, host, wirebench } = await open();
  const steps = [{ kind: 'waiting' as const, title: 'Waiting for you in the browser', after: 1 }];
  host.on('exchange.thread', () => ({ steps, phases: [], passed: [], found: [] }));
  await user.click(screen.getByRole('button', { name: /^Run/ }));
  await waitFor(() => expect(host.inputs('operation.run')).toHaveLength(1));
  host.patch('operation', 'op1', { exchangeIds: ['ex1'] });
  const params = { url: 'https://x.example/', message: 'Visit' };
  asks('page1', { kind: 'url', params, openedAt: START, via: 'input-required' });
  const thread = within(await screen.findByRole('list', { name: 'Steps of the call' }));
  const done = await thread.findByRole<HTMLButtonElement>('button', { name: 'I am done, retry' });
  // As the inbox leaves it: a reply is under way, or did not arrive.
  wirebench.page.getState().set({ askSends: { page1: { sending: true } } });
  await waitFor(() => expect(done.disabled).toBe(true));
  wirebench.page.getState().set({ askSends: { page1: { sending: false, problem: 'The pipe broke.' } } });
  expect(await thread.findByText(/The pipe broke/)).toBeTruthy();
  host.on('pending.answer', () => {
    throw new HostError('NOT_FOUND', 'This question is over.');
  });
  await user.click(done);
  await waitFor(() => expect(wirebench.page.getState().askSends).toEqual({}));
});

test('nobody who types loses the field they type in; the sheet opens when they want it', async () => {
  const { asks, order, user, host } = await open();
  await user.click(screen.getByRole('button', { name: /^Run/ }));
  await waitFor(() => expect(host.inputs('operation.run')).toHaveLength(1));
  const edit = screen.queryByRole('button', { name: 'Edit arguments' });
  if (edit) await user.click(edit);
  await user.type(screen.getByRole('textbox', { name: /order/ }), 'next');
  const typedIn = document.activeElement;
  asks();
  expect(await screen.findByText('The call waits for you. Its timeout is paused.')).toBeTruthy();
  expect(document.activeElement).toBe(typedIn);
  expect(order.closest('[hidden]')).toBeNull();
  await user.click(within(screen.getByRole('region', { name: 'Arguments' })).getByRole('button', { name: 'Answer' }));
  expect(await sheet()).toBeTruthy();
});

test('Escape and the minus put the ask aside and answer nothing; the inbox brings it back to its place', async () => {
  const { asks, user, host, wirebench } = await open();
  await user.click(screen.getByRole('button', { name: /^Run/ }));
  await waitFor(() => expect(host.inputs('operation.run')).toHaveLength(1));
  asks();
  await within(await sheet()).findByRole('textbox', { name: /amount/ });
  await user.keyboard('7{Escape}');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'orders-db asks for input' })).toBeNull());
  openAsk(wirebench.page, host.get('pending', 'ask1'));
  const amount = await within(await sheet()).findByRole('textbox', { name: /amount/ });
  expect(amount).toHaveProperty('value', '7');
  await waitFor(() => expect(document.activeElement).toBe(amount));
  // It is shown once, not in a sheet over the page as well.
  expect(wirebench.page.getState().inboxOpen).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Keep for later in the Inbox' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'orders-db asks for input' })).toBeNull());
  expect(host.inputs('pending.answer')).toEqual([]);
});

test('a kept ask has one button beside the call, and a page that was opened has its own in the thread', async () => {
  const { asks, user, host, wirebench } = await open();
  const steps = [{ kind: 'waiting' as const, title: 'Waiting for you in the browser', after: 1 }];
  host.on('exchange.thread', () => ({ steps, phases: [], passed: [], found: [] }));
  await user.click(screen.getByRole('button', { name: /^Run/ }));
  await waitFor(() => expect(host.inputs('operation.run')).toHaveLength(1));
  host.patch('operation', 'op1', { exchangeIds: ['ex1'] });
  asks();
  await user.click(within(await sheet()).getByRole('button', { name: 'Keep for later in the Inbox' }));
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Answer' })).toHaveLength(1));
  host.patch('pending', 'ask1', { status: 'accepted' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Answer' })).toBeNull());
  // A page comes to the same place, with no dialog before somebody asks for it; once it was opened the thread goes on.
  const params = { mode: 'url', url: 'https://x.example/', message: 'Visit' };
  asks('page1', { kind: 'url', params, via: 'input-required' });
  const page = await screen.findByRole('region', { name: 'orders-db wants to open a web page' });
  expect(within(page).getByText('Visit')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await user.click(within(page).getByRole('button', { name: 'Review and open…' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Close' }));
  expect(host.inputs('pending.answer')).toEqual([]);
  // The inbox asks for the same page in its dialog.
  openAsk(wirebench.page, host.get('pending', 'page1'));
  expect(wirebench.page.getState()).toMatchObject({ inboxOpen: true, askAlone: true });
  wirebench.page.getState().set({ inboxOpen: false });
  host.patch('pending', 'page1', { openedAt: START });
  const thread = within(await screen.findByRole('list', { name: 'Steps of the call' }));
  expect(await thread.findByRole('button', { name: 'Open again' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Answer' })).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'Result' }));
  expect(await screen.findByText('Waiting for you in the browser')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'I am done, retry' }));
  await waitFor(() => expect(host.inputs('pending.answer')).toEqual([{ id: 'page1', reply: { action: 'accept' } }]));
});

test('of several pages that were opened each says which one it is, in the thread and beside the result', async () => {
  const { asks, user, host } = await open();
  const steps = [{ kind: 'waiting' as const, title: 'Waiting for you in the browser', after: 1 }];
  host.on('exchange.thread', () => ({ steps, phases: [], passed: [], found: [] }));
  await user.click(screen.getByRole('button', { name: /^Run/ }));
  await waitFor(() => expect(host.inputs('operation.run')).toHaveLength(1));
  host.patch('operation', 'op1', { exchangeIds: ['ex1'] });
  const page = (message: string) => ({ kind: 'url', params: { url: 'https://x.example/', message }, openedAt: START });
  asks('page1', { ...page('First factor'), via: 'input-required' });
  asks('page2', { ...page('Second factor'), via: 'input-required' });
  const thread = within(await screen.findByRole('list', { name: 'Steps of the call' }));
  await thread.findByRole('group', { name: 'First factor' });
  expect(thread.getByRole('group', { name: 'Second factor' })).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: 'Result' }));
  const second = within(await screen.findByRole('group', { name: 'Second factor' }));
  await user.click(second.getByRole('button', { name: 'I am done, retry' }));
  await waitFor(() => expect(host.inputs('pending.answer').map(({ id }) => id)).toEqual(['page2']));
});

test('in the legacy era a call that asks without end is not said to be stopped by itself', async () => {
  const { asks, user, host } = await open();
  host.put('session', 'ses1', session({ hello: { ...session().hello, era: 'legacy' } as never }));
  await user.click(screen.getByRole('button', { name: /^Run/ }));
  await waitFor(() => expect(host.inputs('operation.run')).toHaveLength(1));
  asks();
  host.patch('operation', 'op1', { rounds: 11 });
  expect(await screen.findByText('It goes on asking until you stop it.')).toBeTruthy();
  expect(screen.queryByText(/stopped by itself/)).toBeNull();
});

test('[ELIC-03] of several asks of a call the one that is chosen in the inbox opens in the place, and then the oldest', async () => {
  const { asks, user, host, wirebench } = await open();
  await user.click(screen.getByRole('button', { name: /^Run/ }));
  await waitFor(() => expect(host.inputs('operation.run')).toHaveLength(1));
  for (const [at, id] of ['ask1', 'ask2', 'ask3'].entries())
    asks(id, { createdAt: START + at, params: { ...FORM.params, message: `Question ${id}` } });
  await screen.findByText('Question ask1');
  await waitFor(() => expect(wirebench.entities.getState().pending.size).toBe(3));
  openAsk(wirebench.page, host.get('pending', 'ask2'));
  await screen.findByText('Question ask2');
  host.patch('pending', 'ask2', { status: 'accepted' });
  await screen.findByText('Question ask1');
});

test('[MRTR-09] a call that has asked ten times says so, with the way to stop it; the thread tells how far the reply is', async () => {
  const { asks, user, host, wirebench } = await open();
  const steps = [{ kind: 'waiting' as const, title: 'Your reply', after: 1 }];
  host.on('exchange.thread', () => ({ steps, phases: [], passed: [], found: [] }));
  await user.click(screen.getByRole('button', { name: /^Run/ }));
  await waitFor(() => expect(host.inputs('operation.run')).toHaveLength(1));
  asks();
  host.patch('operation', 'op1', { rounds: 10, exchangeIds: ['ex1'] });
  expect(await screen.findByText('This call has asked 10 times')).toBeTruthy();
  expect(screen.getByText('It is stopped by itself after 12 rounds.')).toBeTruthy();
  wirebench.page.getState().set({ askDrafts: { ask1: { entries: {}, problems: 1 } } });
  const thread = within(await screen.findByRole('list', { name: 'Steps of the call' }));
  expect(await thread.findByText('draft, 1 problem')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Keep for later in the Inbox' }));
  expect(await thread.findByText('kept for later, draft, 1 problem')).toBeTruthy();
  await user.click(screen.getAllByRole('button', { name: /Stop the call/ })[0] as HTMLElement);
  await waitFor(() => expect(host.inputs('operation.cancel')).toEqual([{ operationId: 'op1' }]));
});

/** A run whose ask has an amount typed into it, in a page that forgets what was typed for ended asks. */
async function typeAmount() {
  const opened = await open();
  const { asks, user, host, wirebench } = opened;
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  dropEndedAsks(wirebench.page, wirebench.entities, ending.signal);
  await user.click(screen.getByRole('button', { name: /^Run/ }));
  await waitFor(() => expect(host.inputs('operation.run')).toHaveLength(1));
  asks();
  await user.type(await within(await sheet()).findByRole('textbox', { name: /amount/ }), '12');
  return opened;
}

test('[CANC-08] case elicit-orphan: what was typed stays for copying when the server takes its question back', async () => {
  const { user, host } = await typeAmount();
  host.patch('pending', 'ask1', { status: 'expired', closedBecause: 'The server took the question back.' });
  await within(await sheet()).findByText('The server took the question back');
  const amount = within(await sheet()).getByRole('textbox', { name: /amount/ }) as HTMLInputElement;
  expect(amount.value).toBe('12');
  expect(within(await sheet()).getByRole<HTMLButtonElement>('button', { name: /^Accept/ }).disabled).toBe(true);
  await user.click(within(await sheet()).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'orders-db asks for input' })).toBeNull());
  expect(screen.queryByText('The call waits for you. Its timeout is paused.')).toBeNull();
});

test('what was typed stays for copying when the server is started again, until its sheet is closed', async () => {
  const { user, host, wirebench } = await typeAmount();
  host.setItems('ses2', 'tools', [TOOL]);
  host.put('session', 'ses2', session({ id: 'ses2' }));
  host.patch('operation', 'op1', { status: 'cancelled', endedAt: START + 5 });
  host.patch('pending', 'ask1', { status: 'expired', closedBecause: 'You stopped the session.' });
  host.patch('server', 'srv1', { sessionId: 'ses2' });
  await screen.findByRole('button', { name: 'Arguments of the call' });
  await screen.findByText('You stopped the session');
  const amount = within(await sheet()).getByRole('textbox', { name: /amount/ }) as HTMLInputElement;
  expect(amount.value).toBe('12');
  expect(Object.keys(wirebench.page.getState().askDrafts)).toEqual(['ask1']);
  await user.click(within(await sheet()).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'orders-db asks for input' })).toBeNull());
  expect(screen.getByRole('textbox', { name: /order/ })).toBeTruthy();
  await waitFor(() => expect(wirebench.page.getState().askDrafts).toEqual({}));
});
