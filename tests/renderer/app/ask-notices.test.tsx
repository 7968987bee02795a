import { act, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Settings } from '#shared/config.ts';
import { useAskNotices } from '../../../src/renderer/app/use-ask-notices.ts';
import { FakeHost } from '../support/fake-host.ts';
import { renderView } from '../support/render-view.tsx';
import { pending, server } from '../support/samples.ts';

class FakeNotification {
  static permission: NotificationPermission = 'granted';
  static readonly shown: FakeNotification[] = [];
  onclick: (() => void) | undefined;
  closed = false;
  readonly title: string;
  readonly options: NotificationOptions;
  constructor(title: string, options: NotificationOptions) {
    this.title = title;
    this.options = options;
    FakeNotification.shown.push(this);
  }
  close() {
    this.closed = true;
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Page() {
  useAskNotices();
  return null;
}

async function show({ focus = false, wanted = true, permission = 'granted' as NotificationPermission } = {}) {
  FakeNotification.shown.length = 0;
  FakeNotification.permission = permission;
  vi.stubGlobal('Notification', FakeNotification);
  vi.spyOn(document, 'hasFocus').mockReturnValue(focus);
  vi.spyOn(window, 'focus').mockImplementation(() => undefined);
  const host = new FakeHost();
  host.put('settings', 'settings', Settings.parse({ askNotices: wanted }));
  host.put('server', 'srv1', server());
  const view = await renderView(host, <Page />);
  const ask = async (id: string) => {
    host.put('pending', id, pending({ id, params: { message: 'The secret plan?' } }));
    await waitFor(() => expect(view.wirebench.entities.getState().pending.has(id)).toBe(true));
  };
  return { host, ask, ...view };
}

test('a page in the background tells of a question without its content; a click opens the inbox', async () => {
  const { host, ask, wirebench } = await show();
  await ask('ask1');
  const [notice] = FakeNotification.shown;
  expect([notice?.title, notice?.options]).toEqual(['orders-db asks for input', { tag: 'wirebench-ask' }]);
  await ask('ask2');
  expect(FakeNotification.shown.at(-1)?.options.body).toBe('2 requests wait for you.');
  expect(JSON.stringify(FakeNotification.shown)).not.toContain('plan');
  act(() => FakeNotification.shown.at(-1)?.onclick?.());
  expect(wirebench.page.getState().inboxOpen).toBe(true);
  expect(window.focus).toHaveBeenCalledOnce();
  host.patch('pending', 'ask1', { status: 'declined' });
  host.patch('pending', 'ask2', { status: 'declined' });
  await waitFor(() => expect(FakeNotification.shown.at(-1)?.closed).toBe(true));
});

test.each([
  ['who looks at the page', { focus: true }],
  ['who turned it off', { wanted: false }],
  ['whose browser was not allowed to', { permission: 'default' as const }],
])('%s gets no notice', async (_who, given) => {
  const { ask } = await show(given);
  await ask('ask1');
  expect(FakeNotification.shown).toEqual([]);
});
