import { screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { Settings } from '#shared/config.ts';
import type { Root } from '#shared/roots.ts';
import { Roots } from '../../../../src/renderer/features/settings/roots.tsx';
import { createAnnouncer } from '../../../../src/renderer/ui/announcer.ts';
import { FeedbackProvider } from '../../../../src/renderer/ui/feedback.tsx';
import { stubDom } from '../../support/dom.ts';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { server } from '../../support/samples.ts';

vi.setConfig({ testTimeout: 20_000 });
beforeAll(() => stubDom());

const ROOTS: Root[] = [
  { uri: 'file:///home/maya/code/orders', name: 'Orders code' },
  { uri: 'file:///home/maya/reports', name: 'Reports', servers: ['srv1'] },
  { uri: 'file:///mnt/archive', name: 'Old warehouse', off: true },
];

async function show(roots: Root[] = ROOTS) {
  const host = new FakeHost();
  host.put('settings', 'settings', Settings.parse({ roots }));
  host.put('server', 'srv1', server());
  host.put('server', 'srv2', server({ id: 'srv2', name: 'build-runner', order: 1 }));
  host.on('root.check', ({ uris }) => ({
    troubles: uris.filter((uri) => uri.includes('/mnt/')).map((uri) => ({ uri, text: 'Folder not found' })),
  }));
  const announcer = createAnnouncer(new AbortController().signal);
  const view = await renderView(
    host,
    <FeedbackProvider announcer={announcer}>
      <Roots />
    </FeedbackProvider>,
  );
  const saved = () => host.inputs('settings.save').at(-1)?.roots;
  return { host, saved, ...view };
}

const row = (name: string) => screen.getByDisplayValue(name).closest('tr') as HTMLElement;

test('[ROOT-04] each root shows whether it is told, to whom, and whether its folder is there', async () => {
  const { container } = await show();
  await within(row('Old warehouse')).findByText('Folder not found');
  expect(row('Old warehouse').querySelector('.root-uri')?.className).toContain('c-err');
  expect(within(row('Old warehouse')).getByRole('checkbox')).toHaveProperty('checked', false);
  expect(row('Orders code').textContent).toContain('All servers');
  expect(row('Reports').textContent).toContain('orders-db only');
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('[ROOT-03] a root is turned off, given to chosen servers, renamed and removed, each saved at once', async () => {
  const { host, saved, user } = await show();
  await user.click(screen.getByRole('checkbox', { name: 'Tell servers of Orders code' }));
  await waitFor(() => expect(saved()?.[0]).toEqual({ ...ROOTS[0], off: true }));
  await user.click(screen.getByRole('checkbox', { name: 'Tell servers of Orders code' }));
  await waitFor(() => expect(saved()?.[0]).toEqual(ROOTS[0]));

  await user.click(within(row('Orders code')).getByRole('button', { name: /All servers/ }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'build-runner' }));
  await waitFor(() => expect(saved()?.[0]).toEqual({ ...ROOTS[0], servers: ['srv2'] }));
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'orders-db' }));
  await waitFor(() => expect(saved()?.[0]?.servers).toEqual(['srv2', 'srv1']));
  expect(within(row('Orders code')).getByText('2 servers')).toBeTruthy();
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'All servers' }));
  await waitFor(() => expect(saved()?.[0]).toEqual(ROOTS[0]));

  const name = screen.getByDisplayValue('Reports');
  await user.clear(name);
  await user.type(name, 'Weekly{Enter}');
  await waitFor(() => expect(saved()?.[1]).toEqual({ ...ROOTS[1], name: 'Weekly' }));
  await user.click(screen.getByRole('button', { name: 'Remove Old warehouse' }));
  await waitFor(() => expect(saved()).toHaveLength(2));
  await user.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1) as HTMLElement);
  await waitFor(() => expect(saved()).toHaveLength(3));
  expect(host.inputs('settings.save').every((patch) => Object.keys(patch).join() === 'roots')).toBe(true);
});

const button = (name: string) => screen.getByRole('button', { name });

test('[ROOT-02] a folder is added by its path; one that is missing with a second press', async () => {
  const { host, saved, user } = await show([]);
  host.on('root.fromPath', ({ path }) => {
    if (!path.startsWith('/')) throw new Error('Write the whole path of the folder.');
    return { uri: `file://${path}`, name: 'code', ...(path.includes('gone') ? { trouble: 'Folder not found' } : {}) };
  });
  await user.click(screen.getByRole('button', { name: 'Add a folder' }));
  const field = await screen.findByRole('textbox', { name: /Folder/ });
  await user.type(field, 'code');
  await user.click(button('Add'));
  expect(await screen.findByText('Write the whole path of the folder.')).toBeTruthy();
  await user.clear(field);
  await user.type(field, '/home/maya/code');
  await user.click(button('Add'));
  await waitFor(() => expect(saved()).toEqual([{ uri: 'file:///home/maya/code', name: 'code' }]));

  await user.click(screen.getByRole('button', { name: 'Add a folder' }));
  await user.type(await screen.findByRole('textbox', { name: /Folder/ }), '/gone');
  await user.click(button('Add'));
  expect((await screen.findByRole('alert')).textContent).toContain('Folder not found on this computer.');
  expect(saved()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Add anyway' }));
  await waitFor(() => expect(saved()).toHaveLength(2));
});

test('[ROOT-02] any address can be added; one of another scheme is warned of first', async () => {
  const { saved, user } = await show([]);
  await user.click(screen.getByRole('button', { name: 'Add an address' }));
  const field = await screen.findByRole('textbox', { name: /Address/ });
  await user.type(field, '/home/maya');
  await user.click(button('Add'));
  expect(await screen.findByText(/not a whole address/)).toBeTruthy();
  await user.clear(field);
  await user.type(field, 'https://repo.example/x');
  await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Repo');
  await user.click(button('Add'));
  expect((await screen.findByRole('alert')).textContent).toContain('only file addresses');
  expect(saved()).toBeUndefined();
  await user.click(screen.getByRole('button', { name: 'Add anyway' }));
  await waitFor(() => expect(saved()).toEqual([{ uri: 'https://repo.example/x', name: 'Repo' }]));
  await user.click(screen.getByRole('button', { name: 'Add an address' }));
  await user.type(await screen.findByRole('textbox', { name: /Address/ }), 'https://repo.example/x');
  await user.click(button('Add'));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(saved()).toHaveLength(1);
});
