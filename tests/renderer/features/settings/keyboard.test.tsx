import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { SettingsPage } from '../../../../src/renderer/features/settings/settings-page.tsx';
import { createAnnouncer } from '../../../../src/renderer/ui/announcer.ts';
import { FeedbackProvider } from '../../../../src/renderer/ui/feedback.tsx';
import { stubDom } from '../../support/dom.ts';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';

beforeAll(() => stubDom());

async function openKeyboard(shortcuts: Record<string, unknown> = {}) {
  const host = new FakeHost();
  host.patch('settings', 'settings', { shortcuts });
  const announcer = createAnnouncer(new AbortController().signal);
  const view = await renderView(
    host,
    <FeedbackProvider announcer={announcer}>
      <SettingsPage />
    </FeedbackProvider>,
  );
  view.wirebench.page.getState().openSettings('keyboard');
  await screen.findByRole('region', { name: 'Keys of commands' });
  return { host, ...view };
}

const change = (title: string) => screen.getByRole('button', { name: `Change the keys of ${title}` });
const saved = (host: FakeHost) => host.inputs('settings.save');

test('the switch for single-letter keys is on at first and is saved', async () => {
  const { host, user } = await openKeyboard();
  const letters = screen.getByRole('switch', { name: 'Single-letter keys' });
  expect(letters.getAttribute('aria-checked')).toBe('true');
  await user.click(letters);
  expect(saved(host)).toEqual([{ letterKeys: false }]);
  await waitFor(() => expect(letters.getAttribute('aria-checked')).toBe('false'));
});

test('commands are listed by scope with their keys, and so are the fixed keys of views', async () => {
  await openKeyboard();
  expect(within(screen.getByRole('region', { name: 'Server' })).getByText('Control+N')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Tabs' })).getByText('Tab 9 of the workspace')).toBeTruthy();
  const tools = screen.getByRole('region', { name: 'Tools and prompts' });
  expect(within(tools).getByText('Control+Enter')).toBeTruthy();
  expect(within(tools).queryByRole('button')).toBeNull();
});

test('the next press is recorded; what is forbidden or taken is refused with the reason, and another may follow', async () => {
  const { host, user } = await openKeyboard();
  await user.click(change('Add server'));
  await user.keyboard('{Control>}k{/Control}');
  const row = screen.getByRole('region', { name: 'Server' });
  expect(within(row).getByRole('status').textContent).toMatch(/“Search or run a command” has these keys/);
  await user.keyboard('{Control>}{Alt>}u{/Alt}{/Control}');
  expect(within(row).getByRole('status').textContent).toMatch(/AltGr/);
  await user.keyboard('{Alt>}u{/Alt}');
  expect(within(row).getByRole('status').textContent).toMatch(/menus/);
  await user.keyboard('u');
  expect(within(row).getByRole('status').textContent).toMatch(/typing/);
  expect(saved(host)).toEqual([]);
  await user.keyboard('{Control>}{Shift>}U{/Shift}{/Control}');
  expect(saved(host)).toEqual([{ shortcuts: { 'server.add': 'mod+shift+u' } }]);
  expect(await within(row).findByText('Control+Shift+U')).toBeTruthy();
});

test('Escape leaves recording and nothing else; Tab goes on', async () => {
  const { host, user, wirebench } = await openKeyboard();
  await user.click(change('Add server'));
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(change('Add server'));
  expect(wirebench.page.getState().settingsAt).toBe('keyboard');
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Press keys for Add server' })).toBeTruthy();
  await user.tab();
  expect(document.activeElement).toBe(change('Open a config or bundle…'));
  expect(saved(host)).toEqual([]);
});

test('one row or all are reset, which can be undone', async () => {
  const kept = { 'server.add': 'mod+shift+u', 'view.dock': 'f9' };
  const { host, user } = await openKeyboard(kept);
  await user.click(screen.getByRole('button', { name: 'Reset the keys of Add server' }));
  expect(saved(host)).toEqual([{ shortcuts: { 'view.dock': 'f9' } }]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Reset the keys of Add server' })).toBeNull());
  expect(document.activeElement).toBe(change('Add server'));
  await user.click(screen.getByRole('button', { name: 'Reset all' }));
  expect(saved(host).at(-1)).toEqual({ shortcuts: {} });
  const all = (await screen.findByText('All commands: the keys they come with')).parentElement ?? document.body;
  await user.click(within(all).getByRole('button', { name: 'Undo' }));
  expect(saved(host).at(-1)).toEqual({ shortcuts: { 'view.dock': 'f9' } });
});

test('a row is not reset to keys that another command has by now', async () => {
  const { host, user } = await openKeyboard({ 'view.dock': 'f9', 'server.add': 'mod+j' });
  await user.click(screen.getByRole('button', { name: 'Reset the keys of Show or hide the logs' }));
  expect(within(screen.getByRole('region', { name: 'View' })).getByRole('status').textContent).toMatch(/“Add server”/);
  expect(saved(host)).toEqual([]);
});

test('kept changes that cannot be used are said, and forgotten on request', async () => {
  const { host, user } = await openKeyboard({ 'no.such': 'f9', 'view.dock': ['f9'], 'server.add': 'f9' });
  expect(screen.getByText('2 kept changes cannot be used')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'View' })).getByText('Control+J')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Forget' }));
  expect(saved(host)).toEqual([{ shortcuts: { 'server.add': 'f9' } }]);
});

test('keys that the browser acts on itself are said to be of no use in it', async () => {
  const { user } = await openKeyboard({ 'view.dock': 'f9' });
  const note = /browser keeps these keys/;
  const region = (name: string) => within(screen.getByRole('region', { name }));
  expect(region('View').queryByText(note)).toBeNull();
  expect(region('Server').getAllByText(note)).toHaveLength(1); // Ctrl+N
  await user.click(change('Open or close the inbox'));
  await user.keyboard('{Control>}t{/Control}');
  expect(await region('View').findByText(note)).toBeTruthy();
});

test('a second change of the same keys is told once', async () => {
  const { user } = await openKeyboard();
  for (const key of ['F9', 'F10']) {
    await user.click(change('Open or close the inbox'));
    await user.keyboard(`{${key}}`);
    await screen.findAllByText(key);
  }
  expect(await screen.findAllByText('Open or close the inbox: other keys')).toHaveLength(1);
});
