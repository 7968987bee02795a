import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { App } from '../../../src/renderer/app/app.tsx';
import { createAnnouncer } from '../../../src/renderer/ui/announcer.ts';
import { FeedbackProvider } from '../../../src/renderer/ui/feedback.tsx';
import { allowLetterKeys } from '../../../src/renderer/ui/letter-keys.ts';
import { ListPane } from '../../../src/renderer/ui/list-pane.tsx';
import { stubDom } from '../support/dom.ts';
import { FakeHost } from '../support/fake-host.ts';
import { renderView } from '../support/render-view.tsx';
import { server, session } from '../support/samples.ts';

const heard: string[] = [];
const GROUPS = [{ id: 'g', rows: ['one', 'two', 'three'].map((id) => ({ id, label: id })) }];
vi.mock('../../../src/renderer/features/tools/tools-tab.tsx', () => ({
  ToolsTab: () => (
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for a view that listens
    <div onKeyDown={(event) => heard.push(event.key)}>
      <ListPane label="Tools" groups={GROUPS} selectedId="one" onSelect={() => undefined} />
      <input aria-label="text" />
    </div>
  ),
}));
vi.mock('../../../src/renderer/features/dock/dock.tsx', () => ({ Dock: () => <section aria-label="Logs" /> }));

beforeAll(() => stubDom());
vi.setConfig({ testTimeout: 20_000 });
afterEach(() => {
  heard.length = 0;
  allowLetterKeys(true);
});

async function openApp(settings: { letterKeys?: boolean; shortcuts?: Record<string, unknown> }) {
  const host = new FakeHost();
  host.patch('settings', 'settings', settings);
  host.put('session', 'ses1', session());
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  const announcer = createAnnouncer(new AbortController().signal);
  const app = (
    <FeedbackProvider announcer={announcer}>
      <App />
    </FeedbackProvider>
  );
  const view = await renderView(host, app, { serverId: 'srv1' });
  await screen.findByRole('option', { name: 'one' });
  return { host, ...view };
}

const sheet = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' });

test('single characters do nothing while they are turned off; what else moves, stays', async () => {
  const { user, host } = await openApp({ letterKeys: false });
  screen.getByRole('option', { name: 'one' }).focus();
  await user.keyboard('jkrenpadJNC0/?');
  expect(heard).toEqual([]);
  expect(sheet()).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('option', { name: 'one' }));
  await user.keyboard('{ArrowDown}{Enter} ');
  expect(heard).toEqual(['ArrowDown', 'Enter', ' ']);
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'c', ctrlKey: true });
  expect(heard.at(-1)).toBe('c');
  host.patch('settings', 'settings', { letterKeys: true });
  await waitFor(async () => {
    await user.keyboard('k');
    expect(heard.at(-1)).toBe('k');
  });
});

test('text is typed as ever, and nothing names a key that does nothing', async () => {
  const { user } = await openApp({ letterKeys: false });
  const field = screen.getByRole('textbox', { name: 'text' });
  await user.type(field, 'jk/?');
  expect((field as HTMLInputElement).value).toBe('jk/?');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox'), '?pin');
  expect(screen.queryByRole('option', { name: /Pin the log/ })).toBeNull();
});

test('changed keys run the command, the old ones do not, and the sheet and the buttons show them', async () => {
  const { user } = await openApp({
    shortcuts: { 'inbox.toggle': 'f9', 'server.add': 'mod+shift+u', 'tab.at.1': 'mod+;' },
  });
  const inbox = screen.getByRole('button', { name: /^Inbox/ });
  await user.keyboard('{Control>}i{/Control}');
  expect(inbox.getAttribute('aria-expanded')).toBe('false');
  expect(inbox.getAttribute('aria-keyshortcuts')).toBe('F9');
  await user.keyboard('{F9}');
  await waitFor(() => expect(inbox.getAttribute('aria-expanded')).toBe('true'));
  await user.keyboard('{F9}');
  const add = screen.getAllByRole('button', { name: 'Add server' });
  expect(add.map((one) => one.getAttribute('aria-keyshortcuts'))).toContain('Control+Shift+U');
  await user.keyboard('?');
  const rows = await waitFor(() => within(sheet() ?? document.body).getByText('Open or close the inbox'));
  expect(rows.closest('.keys-row')?.textContent).toContain('F9');
});
