import { screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, test, vi } from 'vitest';
import { InboxLayer } from '../../../../src/renderer/app/inbox-layer.tsx';
import { moveToRegion } from '../../../../src/renderer/app/regions.ts';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { operation, pending, START, server, session } from '../../support/samples.ts';

vi.setConfig({ testTimeout: 30_000 });

/** The inbox is a chunk of its own, which is loaded first. */
const LOADED = { timeout: 15_000 };
const FORM = { message: 'How?', requestedSchema: { type: 'object', properties: { amount: { type: 'number' } } } };

test('asks of one round are one entry; as a pane the inbox stays while an ask is open in its sheet', async () => {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session());
  host.put('operation', 'op1', operation({ label: 'refund_create', status: 'waiting' }));
  const put = (id: string, over: object = {}) =>
    host.put('pending', id, pending({ id, operationId: 'op1', createdAt: START, params: FORM, ...over }));
  put('ask1', { group: 'g' });
  put('ask2', { group: 'g' });
  put('ask3', { createdAt: START + 1000 });
  const { user, wirebench, container } = await renderView(host, <InboxLayer />);
  wirebench.page.getState().set({ inboxOpen: true });
  const inbox = within(await screen.findByRole('dialog', { name: 'Waiting for you' }, LOADED));
  expect(inbox.getAllByRole('listitem')).toHaveLength(2);
  expect(inbox.getByText(/1 of 2, How\?/)).toBeTruthy();
  expect(inbox.getByText('Timeouts paused')).toBeTruthy();
  await user.click(inbox.getByRole('button', { name: 'Keep the inbox at the right' }));
  const pane = within(await screen.findByRole('complementary', { name: 'Waiting for you' }, LOADED));
  expect(screen.queryByRole('dialog')).toBeNull();
  const first = pane.getByRole('button', { name: 'Answer 2 requests' });
  await waitFor(() => expect(document.activeElement).toBe(first));
  await user.click(pane.getByRole('button', { name: 'Answer 2 requests' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Waiting for you' }, LOADED));
  expect(sheet.getByRole('group', { name: 'Requests of this round' })).toBeTruthy();
  expect(pane.getByRole('button', { name: 'Answer' })).toBeTruthy();
  first.focus();
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([new DOMRect()] as unknown as DOMRectList);
  moveToRegion(1);
  const { activeElement } = document;
  expect(screen.getByRole('dialog').contains(activeElement)).toBe(true);
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(host.inputs('pending.answer')).toEqual([]);
  await user.click(pane.getByRole('button', { name: 'Close the inbox' }));
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
});

test('arrow keys go from ask to ask, and a key answers none that was scrolled out of sight', async () => {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session());
  for (const [at, id] of ['ask1', 'ask2', 'ask3'].entries())
    host.put('pending', id, pending({ id, createdAt: START + at, params: FORM }));
  const { user, wirebench } = await renderView(host, <InboxLayer />);
  wirebench.page.getState().set({ inboxOpen: true });
  const inbox = within(await screen.findByRole('dialog', { name: 'Waiting for you' }, LOADED));
  const [first, second, third] = inbox.getAllByRole('button', { name: 'Answer' });
  await waitFor(() => expect(document.activeElement).toBe(first));
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(second);
  await user.keyboard('jj');
  expect(document.activeElement).toBe(third);
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(second);
  const entry = second?.closest('li') as HTMLElement;
  const place = vi.spyOn(entry, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -300, 300, 80));
  entry.scrollIntoView = () => place.mockRestore();
  await user.keyboard('d');
  expect(host.inputs('pending.answer')).toEqual([]);
  await user.keyboard('d');
  await waitFor(() => expect(host.inputs('pending.answer')).toEqual([{ id: 'ask2', reply: { action: 'decline' } }]));
});
