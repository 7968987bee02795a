import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Inbox } from '../../../../src/renderer/features/inbox/inbox.tsx';
import { usePage } from '../../../../src/renderer/store/wirebench.tsx';
import { createAnnouncer } from '../../../../src/renderer/ui/announcer.ts';
import { FeedbackProvider } from '../../../../src/renderer/ui/feedback.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { pending, START, server, session } from '../../support/samples.ts';

vi.setConfig({ testTimeout: 20_000 });
afterEach(() => void vi.useRealTimers());

function Page() {
  const open = usePage((state) => state.inboxOpen);
  return open ? <Inbox /> : <p>closed</p>;
}

/** The inbox with one ask that waits, opened by hand; the time of the page stands still from then on. */
async function open() {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session());
  host.put('pending', 'ask1', pending({ id: 'ask1', createdAt: START }));
  const announcer = createAnnouncer(new AbortController().signal);
  const { wirebench } = await renderView(
    host,
    <FeedbackProvider announcer={announcer}>
      <Page />
    </FeedbackProvider>,
  );
  const { page } = wirebench;
  act(() => page.getState().set({ inboxOpen: true }));
  await screen.findByRole('list', { name: 'Waiting' });
  vi.useFakeTimers();
  const settle = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const answered = async () => {
    host.patch('pending', 'ask1', { status: 'accepted', answeredBy: 'person', answeredAt: START + 1 });
    await settle(100);
    expect(screen.queryByRole('list', { name: 'Waiting' })).toBeNull();
  };
  const answeredAsk = () => screen.getByRole('region', { name: 'Answered' }).querySelector('button') as HTMLElement;
  return { page, settle, answered, answeredAsk };
}

test('it closes a moment after the reply to the last ask', async () => {
  const { settle, answered } = await open();
  await answered();
  await settle(5000);
  expect(screen.getByText('closed')).toBeTruthy();
});

test('it stays while a person reads an answered ask, and after they went back to the list', async () => {
  const { settle, answered, answeredAsk } = await open();
  await answered();
  fireEvent.click(answeredAsk());
  await settle(5000);
  expect(screen.queryByText('closed')).toBeNull();
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await settle(5000);
  expect(screen.queryByText('closed')).toBeNull();
  expect(answeredAsk()).toBeTruthy();
});

test('it stays when it is taken from the right over the page long after the last reply', async () => {
  const { page, settle, answered } = await open();
  act(() => page.getState().set({ inboxPinned: true }));
  await answered();
  await settle(60_000);
  act(() => page.getState().set({ inboxPinned: false }));
  await settle(5000);
  expect(screen.queryByText('closed')).toBeNull();
});
