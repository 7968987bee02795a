import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { SettingsPage } from '../../../../src/renderer/features/settings/settings-page.tsx';
import { createAnnouncer } from '../../../../src/renderer/ui/announcer.ts';
import { FeedbackProvider } from '../../../../src/renderer/ui/feedback.tsx';
import { stubDom } from '../../support/dom.ts';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';

beforeAll(() => stubDom());

async function openSettings(section = 'appearance') {
  const host = new FakeHost();
  const announcer = createAnnouncer(new AbortController().signal);
  const view = await renderView(
    host,
    <FeedbackProvider announcer={announcer}>
      <SettingsPage />
    </FeedbackProvider>,
  );
  view.wirebench.page.getState().openSettings(section);
  return { host, ...view };
}

const section = (name: string) => screen.getByRole('button', { name });

test('pages are listed at the left, the shown one is marked, the arrow keys go through them', async () => {
  const { user } = await openSettings();
  await waitFor(() => expect(section('Appearance').getAttribute('aria-current')).toBe('page'));
  section('Appearance').focus();
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(await screen.findByRole('region', { name: 'Time limits' })).toBeTruthy();
  expect(section('Connections').getAttribute('aria-current')).toBe('page');
});

test('a change is saved at once and can be undone', async () => {
  const { host, user } = await openSettings();
  await user.click(within(await screen.findByRole('group', { name: 'Theme' })).getByRole('button', { name: 'Dark' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(host.inputs('settings.save')).toEqual([{ theme: 'dark' }, { theme: 'system' }]);
});

test('a number is saved when the field is left; what is none is marked and changes nothing', async () => {
  const { host, user } = await openSettings('recording');
  const age = await screen.findByRole('textbox', { name: 'Age, days' });
  await user.clear(age);
  await user.type(age, 'soon{Enter}');
  expect(age.getAttribute('aria-invalid')).toBe('true');
  expect(host.inputs('settings.save')).toEqual([]);
  await user.clear(age);
  await user.type(age, '7{Enter}');
  await waitFor(() => expect(host.inputs('settings.save')).toEqual([{ retentionDays: 7 }]));
});

test('the search finds settings of every page', async () => {
  const { user } = await openSettings();
  const search = screen.getByRole('searchbox', { name: 'Search settings' });
  await user.type(search, 'disk');
  expect(await screen.findByRole('region', { name: 'Kept sessions' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Appearance' })).toBeNull();
  await user.clear(search);
  await user.type(search, 'nonesuch');
  expect(await screen.findByText('No setting matches')).toBeTruthy();
});

test('Escape empties the search, then closes the settings', async () => {
  const { user, wirebench } = await openSettings();
  await user.type(screen.getByRole('searchbox', { name: 'Search settings' }), 'disk{Escape}');
  expect(wirebench.page.getState().settingsAt).toBe('appearance');
  fireEvent.keyDown(section('Appearance'), { key: 'Escape' });
  expect(wirebench.page.getState().settingsAt).toBeUndefined();
});
