import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import type { ServerConfig } from '#shared/config.ts';
import type { SettingField } from '#shared/fix.ts';
import { EditServer } from '../../../../src/renderer/features/edit-server/edit-server.tsx';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { stubDom } from '../../support/dom.ts';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { http, server, session, stdio } from '../../support/samples.ts';

vi.setConfig({ testTimeout: 20_000 });
beforeAll(() => stubDom());

function Shown() {
  const entry = useEntity('server', 'srv1');
  return entry ? <EditServer server={entry} /> : null;
}

async function editing(host: FakeHost, over: Partial<ServerConfig> & { sessionId?: string }, field?: SettingField) {
  host.put('server', 'srv1', server(over));
  const view = await renderView(host, <Shown />);
  const review = { source: 'edit', serverId: 'srv1', ...(field === undefined ? {} : { field }) };
  view.wirebench.page.getState().set({ review });
  return view;
}

const changes = () => screen.getByRole('region', { name: 'What changed' });
const button = (name: RegExp | string) => screen.findByRole('button', { name });

test('a running server is saved with everything it has and restarted, under its own id', async () => {
  const host = new FakeHost();
  host.put('session', 'ses1', session());
  const timeouts = { connectMs: 5000, requestMs: 0 };
  const env = { TOKEN: { secret: 'orders-db/TOKEN' } };
  const origin = { from: 'cursor' as const, key: 'x', rest: { a: 1 } };
  const { user, wirebench } = await editing(host, { sessionId: 'ses1', timeouts, origin, endpoint: stdio({ env }) });
  expect(changes().textContent).toContain('Nothing yet');
  const args = await screen.findByRole('textbox', { name: 'Arguments' });
  await user.clear(args);
  await user.type(args, '--port{Enter}80 80');
  expect(changes().textContent).toContain("Argumentsserver.js--port '80 80'");
  await user.click(await button(/Save and restart/));
  await waitFor(() => expect(host.inputs('session.restart')).toEqual([{ serverId: 'srv1' }]));
  expect(host.inputs('server.save')).toMatchObject([
    { id: 'srv1', timeouts, origin, endpoint: { args: ['--port', '80 80'], env } },
  ]);
  await waitFor(() => expect(wirebench.page.getState().review).toBeUndefined());
});

test('What changed names fields old and new, secrets never in clear, and can be discarded', async () => {
  const host = new FakeHost();
  const endpoint = stdio({ env: { API_TOKEN: 'old-secret', LEVEL: 'info' } });
  const { user } = await editing(host, { endpoint });
  await user.selectOptions(await screen.findByLabelText('Connect'), 'At start of the app');
  await user.type(screen.getByLabelText('Value of LEVEL'), '2');
  await user.clear(screen.getByLabelText('Value of API_TOKEN'));
  await user.type(screen.getByLabelText('Value of API_TOKEN'), 'new-secret');
  const text = changes().textContent ?? '';
  expect(text).toContain('3 settings');
  expect(text).toContain('Only by handAt start of the app');
  expect(text).toContain('infoinfo2');
  expect(text).not.toContain('secret');
  await user.click(await button('Discard the changes'));
  expect(changes().textContent).toContain('Nothing yet');
  expect(screen.getByLabelText('Value of LEVEL')).toHaveProperty('value', 'info');
});

test('an emptied workspace folder and an emptied watch list are saved as empty', async () => {
  const host = new FakeHost();
  const { user } = await editing(host, { workspaceFolder: '/old', watch: ['src'] });
  await user.click(await screen.findByText('Advanced'));
  await user.clear(screen.getByLabelText('Workspace folder'));
  await user.clear(screen.getByLabelText('Restart when these files change'));
  await user.click(await button('Save'));
  await waitFor(() => expect(host.inputs('server.save')[0]).toMatchObject({ workspaceFolder: '', watch: [] }));
});

test('an HTTP server: address, headers and trust; what is wrong keeps it from being saved', async () => {
  const host = new FakeHost();
  const { user } = await editing(host, { endpoint: http({ url: 'http://tools.example/mcp' }) });
  const address = await screen.findByRole('textbox', { name: 'This exact address will be called' });
  expect(screen.getByText('This address is not encrypted')).toBeTruthy();
  await user.clear(address);
  expect(await button('Fix the marked fields first')).toHaveProperty('disabled', true);
  await user.type(address, 'https://tools.example/mcp');
  await user.type(screen.getByLabelText('Only this certificate (SHA-256)'), 'ab:cd');
  expect(screen.getByText('A SHA-256 fingerprint has 64 hexadecimal digits.')).toBeTruthy();
  await user.clear(screen.getByLabelText('Only this certificate (SHA-256)'));
  await user.type(screen.getByLabelText('File with further authorities (PEM)'), '/etc/ca.pem');
  await user.click(await button('Add a header'));
  await user.type(screen.getByRole('textbox', { name: 'Name of the header' }), 'X-Team');
  await user.type(screen.getByRole('textbox', { name: 'Value of X-Team' }), 'blue');
  await user.click(await button(/Save and connect/));
  await waitFor(() => expect(host.inputs('session.start')).toEqual([{ serverId: 'srv1' }]));
  const saved = { headers: [{ name: 'X-Team', value: 'blue' }], trust: { caFile: '/etc/ca.pem' } };
  expect(host.inputs('server.save')[0]?.endpoint).toMatchObject(saved);
});

test.each([
  ['cwd', 'Working folder'],
  ['command', 'Program'],
  ['args', 'Arguments'],
  ['timeouts', 'Limit for connecting'],
] as const)('a fix that points to %s lands on that field', async (field, label) => {
  await editing(new FakeHost(), {}, field);
  const control = await screen.findByLabelText(label);
  await waitFor(() => expect(document.activeElement).toBe(control));
});

test.each(['auth', 'proxy'] as const)(
  'a fix that points to %s lands on the line that says what works now',
  async (field) => {
    await editing(new FakeHost(), { endpoint: http() }, field);
    await waitFor(() => expect(document.activeElement?.getAttribute('data-field')).toBe(field));
  },
);

test('a fix that points to tls lands on the file of authorities', async () => {
  await editing(new FakeHost(), { endpoint: http() }, 'tls');
  const control = await screen.findByLabelText('File with further authorities (PEM)');
  await waitFor(() => expect(document.activeElement).toBe(control));
});

test('Show as JSON gives the text for a client, and its file is written only after the change was shown', async () => {
  const host = new FakeHost();
  host.on('export.text', ({ client }) => ({ text: `text for ${client}`, format: 'json', notes: ['No timeouts.'] }));
  const plan = { path: '/c/mcp.json', exists: true, before: 'a\nb\nc', after: 'a\nX\nc', notes: [] };
  host.on('export.plan', () => ({ token: 'tok', ...plan }));
  host.on('export.write', () => ({ path: '/c/mcp.json', backup: '/c/mcp.json.bak' }));
  const { user } = await editing(host, { origin: { from: 'cursor' } });
  await user.click(await button('Show as JSON'));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('text for cursor')).toBeTruthy();
  expect(within(dialog).getByText('No timeouts.')).toBeTruthy();
  await user.selectOptions(within(dialog).getByLabelText('Client'), 'Zed');
  expect(await within(dialog).findByText('text for zed')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Write into the file of Zed' }));
  const diff = await within(dialog).findByRole('region', { name: '/c/mcp.json' });
  expect(diff.textContent).toContain('1 line added, 1 removed');
  expect(diff.textContent).toContain('Removed: b');
  expect(diff.textContent).toContain('Added: X');
  expect(host.inputs('export.write')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Write, keep a backup' }));
  expect(await within(dialog).findByText('Written to /c/mcp.json')).toBeTruthy();
  expect(within(dialog).getByText(/is kept as \/c\/mcp\.json\.bak/)).toBeTruthy();
  expect(host.inputs('export.write')).toEqual([{ token: 'tok' }]);
});

test('the view has the focus when it opens', async () => {
  await editing(new FakeHost(), {});
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});
