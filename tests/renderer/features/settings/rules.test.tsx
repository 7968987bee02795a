import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { HostError } from '#shared/errors.ts';
import { SettingsPage } from '../../../../src/renderer/features/settings/settings-page.tsx';
import { createAnnouncer } from '../../../../src/renderer/ui/announcer.ts';
import { FeedbackProvider } from '../../../../src/renderer/ui/feedback.tsx';
import { stubDom } from '../../support/dom.ts';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { server } from '../../support/samples.ts';

beforeAll(() => stubDom());

async function openAsks(host = new FakeHost()) {
  host.put('server', 'srv1', server());
  const announcer = createAnnouncer(new AbortController().signal);
  const view = await renderView(
    host,
    <FeedbackProvider announcer={announcer}>
      <SettingsPage />
    </FeedbackProvider>,
  );
  view.wirebench.page.getState().openSettings('asks');
  await screen.findByRole('region', { name: 'Requests from servers' });
  return { host, ...view };
}

const choice = (row: string, name: string) =>
  within(screen.getByRole('group', { name: row })).getByRole('button', { name });
const rules = (host: FakeHost) => host.get('rules', 'rules').profiles[0]?.rules ?? [];

test('a choice for all servers is a rule; Ask me takes it away, Undo brings it back', async () => {
  const { host, user } = await openAsks();
  await user.click(choice('Forms and questions', 'Decline'));
  await waitFor(() => expect(rules(host)).toMatchObject([{ kind: 'form', action: { do: 'decline' } }]));
  await waitFor(() => expect(choice('Forms and questions', 'Decline').getAttribute('aria-pressed')).toBe('true'));
  await user.click(choice('Forms and questions', 'Ask me'));
  await waitFor(() => expect(rules(host)).toEqual([]));
  const undos = await screen.findAllByRole('button', { name: 'Undo' });
  await user.click(undos.at(-1) as HTMLElement);
  await waitFor(() => expect(rules(host)).toHaveLength(1));
});

test('Undo brings a rule back into the profile it was in, whichever counts by then', async () => {
  const { host, user, wirebench } = await openAsks();
  await user.click(choice('Forms and questions', 'Decline'));
  await waitFor(() => expect(rules(host)).toHaveLength(1));
  await user.click(choice('Forms and questions', 'Ask me'));
  await waitFor(() => expect(rules(host)).toEqual([]));
  const client = wirebench.link.client();
  const { id } = await client['profile.save']({ name: 'Second' });
  await client['profile.use']({ id });
  await user.click((await screen.findAllByRole('button', { name: 'Undo' })).at(-1) as HTMLElement);
  await waitFor(() => expect(host.inputs('rule.save').at(-1)).toMatchObject({ profile: 'standard' }));
  expect(host.get('rules', 'rules').profiles.map(({ rules: kept }) => kept.length)).toEqual([1, 0]);
});

test('the only provider is taken; without one the dialog asks', async () => {
  const host = new FakeHost();
  host.providers.add({ name: 'Ollama' });
  const { user } = await openAsks(host);
  await waitFor(() => expect(host.inputs('provider.list').length).toBeGreaterThan(0));
  await user.click(choice('Model replies', 'Provider, then ask'));
  await waitFor(() => expect(rules(host)).toMatchObject([{ action: { do: 'provider', provider: 'Ollama' } }]));
  await user.click(choice('Model replies', 'Fixed reply'));
  expect(await screen.findByRole('dialog', { name: 'Edit the rule' })).toBeTruthy();
});

test('a rule for a server and a tool is made, changed and removed', async () => {
  const { host, user } = await openAsks();
  await user.click(screen.getByRole('button', { name: 'Add a rule' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a rule' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Server' }), 'orders-db');
  await user.type(dialog.getByRole('textbox', { name: 'Tool' }), 'refund');
  await user.selectOptions(
    dialog.getByRole('combobox', { name: 'What happens' }),
    'Made-up values that fit the schema',
  );
  await user.type(dialog.getByRole('textbox', { name: /^Delay/ }), '1.5');
  await user.click(dialog.getByRole('button', { name: /Save/ }));
  const rule = { kind: 'form', serverId: 'srv1', tool: 'refund', action: { do: 'random' }, delayMs: 1500 };
  await waitFor(() => expect(rules(host)).toMatchObject([rule]));
  const title = 'Made-up values for forms of orders-db, tool refund';
  await user.click(await screen.findByRole('button', { name: `Edit: ${title}` }));
  const edit = within(await screen.findByRole('dialog', { name: 'Edit the rule' }));
  await user.selectOptions(edit.getByRole('combobox', { name: 'What happens' }), 'Not offered');
  expect(edit.queryByRole('textbox', { name: 'Tool' })).toBeNull();
  await user.click(edit.getByRole('button', { name: /Save/ }));
  await waitFor(() =>
    expect(rules(host)).toEqual([{ id: 'made1', kind: 'form', serverId: 'srv1', action: { do: 'withhold' } }]),
  );
  await user.click(await screen.findByRole('button', { name: 'Remove: Do not offer forms of orders-db' }));
  await waitFor(() => expect(rules(host)).toEqual([]));
});

test('what the host refuses is said in the dialog, and what was typed stays', async () => {
  const host = new FakeHost();
  host.on('rule.save', () => {
    throw new HostError('BAD_INPUT', 'The reply holds what looks like a secret (/password).');
  });
  const { user } = await openAsks(host);
  await user.click(screen.getByRole('button', { name: 'Add a rule' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a rule' }));
  await user.type(dialog.getByRole('textbox', { name: 'Tool' }), 'login');
  await user.click(dialog.getByRole('button', { name: /Save/ }));
  expect((await dialog.findByRole('alert')).textContent).toContain('looks like a secret');
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Tool' }).value).toBe('login');
});

test('profiles are made, switched and removed', async () => {
  const { host, user } = await openAsks();
  await user.click(screen.getByRole('button', { name: 'New profile' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Talk{Enter}');
  await user.click(await screen.findByRole('radio', { name: /^Talk/ }));
  await waitFor(() => expect(host.get('rules', 'rules').active).toBe('made1'));
  await user.click(screen.getByRole('button', { name: 'More for Standard' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  await waitFor(() => expect(host.get('rules', 'rules').profiles.map(({ name }) => name)).toEqual(['Talk']));
});

test('an exported profile says where it went; a file that is none says so beside the list', async () => {
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  onTestFinished(() => click.mockRestore());
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  const host = new FakeHost();
  host.on('profile.export', () => ({ name: 'Standard', text: '{}' }));
  host.on('profile.import', () => {
    throw new HostError('BAD_INPUT', 'This is no profile of reply rules.');
  });
  const { user } = await openAsks(host);
  await user.click(screen.getByRole('button', { name: 'More for Standard' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Export as a file' }));
  expect(await screen.findByText(/^standard\.profile\.json is saved /)).toBeTruthy();
  expect(saved).toEqual(['standard.profile.json']);
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  const odd = new File(['{}'], 'odd.json', { type: 'application/json' });
  await user.upload(input as HTMLInputElement, Object.assign(odd, { text: () => Promise.resolve('{}') }));
  expect((await screen.findByRole('alert')).textContent).toContain('odd.json: This is no profile of reply rules.');
});

test('a long fixed reply is shown with a sign where it is cut', async () => {
  const host = new FakeHost();
  await openAsks(host);
  const text = JSON.stringify({ remark: 'x'.repeat(200) });
  host.patch('rules', 'rules', {
    profiles: [
      { id: 'standard', name: 'Standard', rules: [{ id: 'r1', kind: 'form', action: { do: 'reply', text } }] },
    ],
  });
  expect(await screen.findByText(`${text.slice(0, 120)}…`)).toBeTruthy();
});
