import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { dropEndedAsks } from '../../../src/renderer/app/drop-ended-asks.ts';
import { AskSheet } from '../../../src/renderer/parts/ask/ask-sheet.tsx';
import { useEntity, type Wirebench } from '../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../support/fake-host.ts';
import { openWirebench, renderView } from '../support/render-view.tsx';
import { pending, server, session } from '../support/samples.ts';

function follow({ page, entities }: Wirebench) {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  dropEndedAsks(page, entities, ending.signal);
}

function keys({ page }: Wirebench) {
  const { askDrafts, heldReplies } = page.getState();
  return { drafts: Object.keys(askDrafts), held: Object.keys(heldReplies) };
}

test('what was typed for an ask is forgotten when it ends, and for a round when all of it has', async () => {
  const host = new FakeHost();
  for (const id of ['alone', 'open']) host.put('pending', id, pending({ id }));
  for (const id of ['one', 'two']) host.put('pending', id, pending({ id, group: 'g' }));
  const wirebench = await openWirebench(host);
  follow(wirebench);
  const askDrafts = { alone: { password: 'hunter2' }, open: {}, one: {} };
  wirebench.page.getState().set({ askDrafts, heldReplies: { one: { action: 'decline' } } });
  host.patch('pending', 'one', { status: 'declined' });
  host.patch('pending', 'alone', { status: 'expired' });
  await waitFor(() => expect(keys(wirebench)).toEqual({ drafts: ['open', 'one'], held: ['one'] }));
  host.patch('pending', 'two', { status: 'accepted' });
  await waitFor(() => expect(keys(wirebench)).toEqual({ drafts: ['open'], held: [] }));
});

test('saved texts wait for the mirror of the host to fill, and go with a host that is gone', async () => {
  const host = new FakeHost();
  const wirebench = await openWirebench(host, { askTexts: { late: '{}', gone: '{}', ended: '{}' } });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  follow(wirebench);
  const texts = () => Object.keys(wirebench.page.getState().askTexts);
  host.put('pending', 'late', pending({ id: 'late' }));
  host.put('pending', 'ended', pending({ id: 'ended', status: 'accepted' }));
  await vi.advanceTimersByTimeAsync(1000);
  expect(texts()).toEqual(['late', 'gone']);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(texts()).toEqual(['late']);
});

function Sheet() {
  const ask = useEntity('pending', 'ask1');
  return ask && <AskSheet ask={ask} serverName="orders-db" onKeep={() => undefined} onSent={() => undefined} />;
}

test('a form that is open when its call ends still shows what was typed', async () => {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session());
  const requestedSchema = { type: 'object', properties: { town: { type: 'string' } } };
  host.put('pending', 'ask1', pending({ params: { message: 'Where?', requestedSchema } }));
  const { user, wirebench } = await renderView(host, <Sheet />);
  follow(wirebench);
  const field = (await screen.findByRole('textbox', { name: /town/ })) as HTMLInputElement;
  await user.type(field, 'Oslo');
  host.patch('pending', 'ask1', { status: 'expired', closedBecause: 'The server stopped.' });
  await screen.findByText('The server stopped');
  expect(keys(wirebench).drafts).toEqual([]);
  expect((screen.getByRole('textbox', { name: /town/ }) as HTMLInputElement).value).toBe('Oslo');
});
