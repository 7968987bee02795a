import { screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { HostError } from '#shared/errors.ts';
import { Providers } from '../../../../src/renderer/features/settings/providers.tsx';
import { createAnnouncer } from '../../../../src/renderer/ui/announcer.ts';
import { FeedbackProvider } from '../../../../src/renderer/ui/feedback.tsx';
import { stubDom } from '../../support/dom.ts';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';

vi.setConfig({ testTimeout: 20_000 });
beforeAll(() => stubDom());

async function show(fill: (host: FakeHost) => void = () => undefined) {
  const host = new FakeHost();
  fill(host);
  const announcer = createAnnouncer(new AbortController().signal);
  const view = await renderView(
    host,
    <FeedbackProvider announcer={announcer}>
      <Providers />
    </FeedbackProvider>,
  );
  return { host, ...view };
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });

test('a provider is added by its known address; its key is asked for and not shown again', async () => {
  const { host, user } = await show();
  await screen.findByText('None is set up.');
  await user.click(button('Add a provider'));
  await user.click(screen.getByRole('radio', { name: 'OpenAI' }));
  const key = screen.getByLabelText(/^Key/) as HTMLInputElement;
  expect(key.type).toBe('password');
  await user.type(key, 'sk-1');
  await user.click(button('Save'));
  const row = await screen.findByRole('region', { name: 'OpenAI' });
  expect(host.inputs('provider.save')).toEqual([
    { name: 'OpenAI', baseUrl: 'https://api.openai.com/v1', model: '', key: 'sk-1' },
  ]);
  expect(row.textContent).toContain('key kept');
  await user.click(button('Edit OpenAI'));
  expect((screen.getByLabelText(/^Key/) as HTMLInputElement).value).toBe('');
  await user.click(screen.getByRole('checkbox', { name: 'Remove the kept key' }));
  await user.click(button('Save'));
  await waitFor(() => expect(host.inputs('provider.save').at(-1)).toMatchObject({ was: 'OpenAI', key: null }));
});

test('a refused address is told, and nothing typed is lost', async () => {
  const { host, user } = await show();
  host.on('provider.save', () => {
    throw new HostError('BAD_INPUT', 'The base URL carries a user name.');
  });
  await user.click(button('Add a provider'));
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Mine');
  await user.type(screen.getByRole('textbox', { name: /^Base URL/ }), 'https://a:b@x.test');
  await user.click(button('Save'));
  expect((await screen.findByRole('alert')).textContent).toContain('carries a user name');
  expect(screen.getByDisplayValue('https://a:b@x.test')).toBeTruthy();
});

test('a test says what the provider answers, or what is wrong and what to do', async () => {
  const { host, user } = await show(({ providers }) => providers.add({ name: 'Local', model: 'm' }, ['m', 'n']));
  await user.click(await screen.findByRole('button', { name: 'Test' }));
  await screen.findByText('Answers in 12 ms, 2 models');
  const problem = { kind: 'key' as const, what: 'Local wants a key.', why: 'Status 401.', todo: 'Enter the key.' };
  host.on('provider.test', () => ({ ok: false, problem }));
  await user.click(button('Test'));
  await screen.findByText(/Local wants a key\. Status 401\. Enter the key\./);
});

test('a provider is removed with its key, and everything has a name for a screen reader', async () => {
  const { host, user, container } = await show(({ providers }) => {
    providers.add({ name: 'Lan', host: '10.0.0.2', local: false, key: true, warning: 'http is not encrypted.' });
    providers.add({ name: 'Local' });
  });
  const lan = await screen.findByRole('region', { name: 'Lan' });
  expect(within(lan).getByText('http is not encrypted.')).toBeTruthy();
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
  await user.click(button('Remove Lan'));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Lan' })).toBeNull());
  expect(host.inputs('provider.remove')).toEqual([{ name: 'Lan' }]);
  await screen.findByText('Lan and its key are removed');
  await user.click(button('Add a provider'));
  const dialog = await axe.run(screen.getByRole('dialog'), { rules: { 'color-contrast': { enabled: false } } });
  expect(dialog.violations.map(({ id }) => id)).toEqual([]);
});
