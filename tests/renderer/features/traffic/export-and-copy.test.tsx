import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { HostError } from '#shared/errors.ts';
import { TrafficTab } from '../../../../src/renderer/features/traffic/traffic-tab.tsx';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { config, exchange, http, server, session, traffic } from '../../support/samples.ts';

function Tab() {
  const entry = useEntity('server', 'srv1');
  const current = useEntity('session', 'ses1');
  return entry ? <TrafficTab server={entry} session={current} /> : null;
}

const REQUEST = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","_meta":{"k":"{{secret:a}}"}}}';

function prepared(): FakeHost {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session({}));
  host.addTraffic('ses1', [traffic(0, { method: 'tools/call', name: 'echo' })]);
  host.on('exchange.get', ({ exchangeId }) => ({ exchange: exchange({ id: exchangeId }), http: [] }));
  host.setBody('ses1', 3, REQUEST);
  host.setBody('ses1', 4, '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}');
  return host;
}

afterEach(() => vi.restoreAllMocks());

test('Copy as offers every form, and copies the chosen one', async () => {
  const { user } = await renderView(prepared(), <Tab />, { tabs: { srv1: 'traffic' } });
  await user.click(await screen.findByText('echo'));
  const inspector = await screen.findByRole('complementary', { name: 'Inspector' });
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(await within(inspector).findByRole('button', { name: 'Copy as' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual([
    'JSON',
    'JSON with _meta',
    'One-line JSON-RPC',
    'curlIt did not go over HTTP.',
    'Wirebench command line',
    'TypeScript call',
    'Markdown for an issue',
    'Deep link',
  ]);
  await user.click(screen.getByRole('menuitem', { name: 'One-line JSON-RPC' }));
  await waitFor(() => expect(write).toHaveBeenCalledWith(REQUEST));
  await user.click(within(inspector).getByRole('button', { name: 'Copy as' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Deep link' }));
  await waitFor(() =>
    expect(write).toHaveBeenLastCalledWith(expect.stringMatching(/^wirebench:\/\/server\/srv1\/traffic\//)),
  );
});

test('Mod+C that comes before the exchange was read copies it once it is there, and no row that is chosen later', async () => {
  const host = prepared();
  host.addTraffic('ses1', [traffic(1, { method: 'tools/call', name: 'other' })]);
  const ways: (() => void)[] = [];
  host.on('exchange.get', async ({ exchangeId }) => {
    await new Promise<void>((resolve) => ways.push(resolve));
    return { exchange: exchange({ id: exchangeId }), http: [] };
  });
  const { user } = await renderView(host, <Tab />, { tabs: { srv1: 'traffic' } });
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(await screen.findByText('echo'));
  await user.keyboard('{Control>}c{/Control}');
  await user.click(await screen.findByText('other'));
  await waitFor(() => expect(ways).toHaveLength(2));
  for (const open of ways) open();
  const inspector = await screen.findByRole('complementary', { name: 'Inspector' });
  await within(inspector).findByRole('button', { name: 'Copy as' });
  expect(write).not.toHaveBeenCalled();
  await user.click(screen.getByText('echo'));
  await user.keyboard('{Control>}c{/Control}');
  await waitFor(() => expect(ways).toHaveLength(3));
  ways[2]?.();
  await waitFor(() => expect(write).toHaveBeenCalledOnce());
  expect(JSON.parse(String(write.mock.calls[0]?.[0]))).toMatchObject({ method: 'tools/call' });
});

test('Export asks for the form and the part, downloads it and says what is hidden', async () => {
  const host = prepared();
  host.on('log.export', () => ({
    name: 'w.md',
    path: '/data/exports/w.md',
    bytes: 4,
    hidden: 2,
    headersKept: false,
    notes: ['A note.'],
  }));
  host.on('log.exportPart', ({ from }) =>
    from === 0 ? { text: 'ab', next: 2, more: true } : { text: 'cd', next: 4, more: false },
  );
  const made: Blob[] = [];
  // jsdom has no object addresses.
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${made.push(blob)}`, revokeObjectURL: () => undefined });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user } = await renderView(host, <Tab />);
  await user.type(await screen.findByRole('combobox', { name: 'Filter' }), 'echo');
  await user.click(screen.getByRole('button', { name: 'Export traffic' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Export traffic' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Format' }), 'Markdown');
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /What the filter shows/ }).checked).toBe(true);
  await user.click(dialog.getByRole('button', { name: 'Export' }));
  await dialog.findByText('2 hidden values in it are placeholders.');
  expect(dialog.getByText('A note.')).toBeTruthy();
  expect(host.inputs('log.export')).toEqual([{ sessionId: 'ses1', format: 'md', filter: { query: 'echo' } }]);
  expect(click).toHaveBeenCalledOnce();
  expect(made[0]?.size).toBe(4);
});

test('Export takes the part between two records, and says when an end is none', async () => {
  const host = prepared();
  host.on('log.export', () => ({
    ...{ name: 'w.har', path: '/data/exports/w.har', bytes: 4, hidden: 0, headersKept: false, notes: [] },
  }));
  host.on('log.exportPart', () => ({ text: '', next: 4, more: false }));
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('button', { name: 'Export traffic' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Export traffic' }));
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Export' });
  await user.click(dialog.getByRole('radio', { name: /Between two records/ }));
  await user.type(dialog.getByRole('textbox', { name: 'From record' }), '50');
  await user.type(dialog.getByRole('textbox', { name: 'Until record' }), '4');
  expect(dialog.getByText('A whole number from 50, or nothing')).toBeTruthy();
  expect(button.disabled).toBe(true);
  await user.type(dialog.getByRole('textbox', { name: 'Until record' }), '{Backspace}51');
  await user.click(button);
  await dialog.findByText('No hidden value is in it.');
  expect(host.inputs('log.export')).toEqual([{ sessionId: 'ses1', format: 'har', from: 50, to: 51 }]);
});

test('an export that fails says why', async () => {
  const host = prepared();
  host.on('log.export', () => {
    throw new HostError('IO', 'The disk is full.');
  });
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('button', { name: 'Export traffic' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Export traffic' }));
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /What the filter shows/ }).disabled).toBe(true);
  await user.click(dialog.getByRole('button', { name: 'Export' }));
  await dialog.findByText('The disk is full.');
});

test('a log that keeps the values of sign-in headers says so above Traffic, before an export and after it', async () => {
  const host = prepared();
  host.put('session', 'ses1', session({ config: config({ endpoint: http(), log: { headerValues: 'kept' } }) }));
  host.on('log.export', () => ({
    ...{ name: 'w.har', path: '/data/exports/w.har', bytes: 4, hidden: 0, headersKept: true, notes: [] },
  }));
  host.on('log.exportPart', () => ({ text: '', next: 4, more: false }));
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user } = await renderView(host, <Tab />);
  const warning = await screen.findByText(/Values of sign-in and cookie headers are in this log as they are\./);
  await user.click(screen.getByRole('tab', { name: 'Wire' }));
  expect(warning.isConnected).toBe(true);
  await user.click(await screen.findByRole('button', { name: 'Export traffic' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Export traffic' }));
  expect(dialog.queryByText(/so they are in no export/)).toBeNull();
  dialog.getByText('Whoever has this file can sign in with it');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Format' }), 'Markdown');
  expect(dialog.queryByText('Whoever has this file can sign in with it')).toBeNull();
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Format' }), 'HAR 1.2');
  await user.click(dialog.getByRole('button', { name: 'Export' }));
  await dialog.findByText('Values of sign-in and cookie headers are in it as they are.');
});
