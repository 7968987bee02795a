import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Detection } from '#shared/candidates.ts';
import { HostError } from '#shared/errors.ts';
import { ReviewDialog } from '../../../../src/renderer/features/add-server/review-dialog.tsx';
import { stubDom } from '../../support/dom.ts';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { failure, http, server, session, stdio } from '../../support/samples.ts';

// The plain text field stands in for the code editor, as it does while the editor loads.
vi.mock('../../../../src/renderer/ui/monaco-setup.ts', () => ({ setUpMonaco: () => new Promise(() => undefined) }));
vi.setConfig({ testTimeout: 20_000 });
beforeAll(() => stubDom());

const TOKEN = 'wh_live_8f2c61d0aa';
const two: Detection = {
  kind: 'servers',
  form: 'json',
  title: 'JSON config, 2 servers',
  detail: 'files, warehouse',
  candidates: [
    {
      name: 'files',
      endpoint: stdio({ command: 'npx', args: ['-y', 'server-filesystem', './my data'] }),
      warnings: [{ code: 'runner', text: 'npx may download a package.' }],
    },
    { name: 'warehouse', endpoint: stdio({ command: 'uv', env: { WAREHOUSE_TOKEN: TOKEN } }), warnings: [] },
  ],
};

function reviewing(): FakeHost {
  const host = new FakeHost();
  host.on('server.detect', ({ text }) => {
    if (text.trim() === '') return { kind: 'empty' };
    return text.includes('broken')
      ? { kind: 'problem', title: 'This is not valid JSON', detail: 'A comma is missing.', line: 4 }
      : two;
  });
  host.on('server.preview', ({ endpoint }) =>
    endpoint.kind === 'stdio'
      ? {
          command: [`/opt/bin/${endpoint.command}`, ...endpoint.args],
          cwd: '/home/maya',
          foundIn: '/opt/bin',
          env: [],
          problems: endpoint.command === 'uv' ? [failure({ title: 'uv is not installed', todo: 'Install uv.' })] : [],
        }
      : { command: [], cwd: '', env: [], problems: [] },
  );
  return host;
}

async function review(host: FakeHost, text = '{"mcpServers":{}}', serverId?: string) {
  const view = await renderView(host, <ReviewDialog />);
  const given = serverId === undefined ? { text, source: 'paste' } : { text: '', source: 'edit', serverId };
  view.wirebench.page.getState().set({ review: given });
  return view;
}

const button = (name: RegExp | string) => screen.findByRole('button', { name });

test('[SEC-01] the exact command is shown whole and quoted, and nothing is saved or started by looking', async () => {
  const host = reviewing();
  await review(host);
  expect(await screen.findByText("/opt/bin/npx -y server-filesystem './my data'")).toBeTruthy();
  expect(screen.getByRole('region', { name: 'This exact command will run as you' })).toBeTruthy();
  expect(screen.getByText('npx may download a package.')).toBeTruthy();
  expect(screen.getByText('2 servers, nothing started yet')).toBeTruthy();
  expect(host.calls.map((call) => call.name).filter((name) => !/^server\.(detect|preview)$/.test(name))).toEqual([]);
});

test('[SEC-01] [SEC-07] cancelling saves and starts nothing', async () => {
  const host = reviewing();
  const { user, wirebench } = await review(host);
  await user.click(await button('Cancel'));
  await waitFor(() => expect(wirebench.page.getState().review).toBeUndefined());
  expect([...host.inputs('server.save'), ...host.inputs('session.start')]).toEqual([]);
});

test('only ticked servers are added; without starting means without', async () => {
  const host = reviewing();
  const { user, wirebench } = await review(host);
  await user.click(await screen.findByRole('checkbox', { name: 'Add warehouse' }));
  expect(screen.getByText('1 server, nothing started yet')).toBeTruthy();
  await user.click(await button('Add without starting'));
  await waitFor(() => expect(wirebench.page.getState().review).toBeUndefined());
  expect(host.inputs('server.save').map((input) => input.name)).toEqual(['files']);
  expect(host.inputs('session.start')).toEqual([]);
});

test('Mod+Enter adds and connects all', async () => {
  const host = reviewing();
  const { wirebench } = await review(host);
  fireEvent.keyDown(await screen.findByRole('textbox', { name: 'Name' }), { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(host.inputs('session.start')).toHaveLength(2));
  await waitFor(() => expect(wirebench.page.getState().review).toBeUndefined());
});

test('a secret is covered, can be shown, and moves to the secret store as a reference', async () => {
  const host = reviewing();
  const { user } = await review(host);
  await user.click(await button(/^warehouse/));
  const value = await screen.findByLabelText('Value of WAREHOUSE_TOKEN');
  expect(value.getAttribute('type')).toBe('password');
  await user.click(await button('Show the value of WAREHOUSE_TOKEN'));
  expect(value.getAttribute('type')).toBe('text');
  await user.click(await button('Move to secrets'));
  expect(await screen.findByText('Secret warehouse/WAREHOUSE_TOKEN')).toBeTruthy();
  expect(host.inputs('secret.save')).toEqual([{ name: 'warehouse/WAREHOUSE_TOKEN', value: TOKEN }]);
  await user.click(await button('Add without starting'));
  await waitFor(() => expect(host.inputs('server.save')).toHaveLength(2));
  expect(JSON.stringify(host.inputs('server.save'))).not.toContain(TOKEN);
});

test('what stands in the way of a start is said in place', async () => {
  const { user } = await review(reviewing());
  await user.click(await button(/^warehouse/));
  expect(await screen.findByText('uv is not installed')).toBeTruthy();
  expect(screen.getByText('Install uv.')).toBeTruthy();
});

test('a secret in an argument is told in words, one in a variable beside its row only', async () => {
  const host = reviewing();
  const told = (name: string) => `${name} looks like a secret and is written here in plain text.`;
  const endpoint = stdio({ command: 'npx', args: ['--token', TOKEN], env: { API_TOKEN: TOKEN } });
  const warnings = ['--token', 'API_TOKEN'].map((name) => ({ code: 'secret-plain', text: told(name) }));
  host.on('server.detect', () => ({ ...two, candidates: [{ name: 'files', endpoint, warnings }] }));
  await review(host);
  expect(await screen.findByText(told('--token'))).toBeTruthy();
  expect(screen.getByText('API_TOKEN looks like a secret')).toBeTruthy();
  expect(screen.queryByText(told('API_TOKEN'))).toBeNull();
});

test('an entry that cannot be used is named beside those that can', async () => {
  const host = reviewing();
  host.on('server.detect', () => ({
    ...two,
    leftOut: [{ name: 'shop', reason: 'shop has neither “command” nor “url”.' }],
  }));
  await review(host);
  expect(await screen.findByText('1 entry is left out')).toBeTruthy();
  expect(screen.getByText('shop has neither “command” nor “url”.')).toBeTruthy();
  expect(await button(/Add and connect/)).toHaveProperty('disabled', false);
});

test('invalid JSON keeps what was found but takes the buttons away', async () => {
  const { user } = await review(reviewing());
  const editor = await screen.findByRole('textbox', { name: 'JSON config' });
  await screen.findByRole('checkbox', { name: 'Add files' });
  fireEvent.change(editor, { target: { value: '{ broken' } });
  expect(await button('Fix the JSON first')).toHaveProperty('disabled', true);
  expect(screen.getByRole('alert').textContent).toContain('This is not valid JSON, line 4');
  expect(screen.getByRole('checkbox', { name: 'Add files' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Add and connect/ })).toBeNull();
  fireEvent.change(editor, { target: { value: '{}' } });
  await user.click(await button(/Add and connect/));
});

test('a refused save is told in the dialog, and what was saved before is not saved twice', async () => {
  const host = reviewing();
  const saved: string[] = [];
  host.on('server.save', ({ name }) => {
    if (name === 'warehouse') throw new HostError('IO', 'The list of servers could not be written. The disk is full.');
    saved.push(name);
    return { serverId: name };
  });
  const { user } = await review(host);
  await screen.findByRole('checkbox', { name: 'Add files' });
  await user.click(await button('Add without starting'));
  expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.');
  await user.click(await button('Add without starting'));
  await waitFor(() => expect(host.inputs('server.save')).toHaveLength(3));
  expect(saved).toEqual(['files']);
});

test('a server is edited with everything it has, under its own id', async () => {
  const host = reviewing();
  host.put('session', 'ses1', session());
  const kept = { connectMs: 5000, requestMs: 0 };
  const env = { TOKEN: { secret: 'orders-db/TOKEN' } };
  host.put('server', 'srv1', server({ sessionId: 'ses1', timeouts: kept, endpoint: stdio({ env }) }));
  const { user } = await review(host, '', 'srv1');
  const args = await screen.findByRole('textbox', { name: 'Arguments' });
  await user.clear(args);
  await user.type(args, '--port{Enter}80 80');
  await user.click(await button(/Save and restart/));
  await waitFor(() => expect(host.inputs('session.restart')).toEqual([{ serverId: 'srv1' }]));
  expect(host.inputs('server.save')).toMatchObject([
    { id: 'srv1', timeouts: kept, endpoint: { args: ['--port', '80 80'], env } },
  ]);
});

test('an HTTP server shows its address, and an unencrypted one is warned about', async () => {
  const host = reviewing();
  const url = 'http://tools.example/mcp';
  host.put('server', 'srv1', server({ endpoint: http({ url }) }));
  const { user } = await review(host, '', 'srv1');
  const dialog = await screen.findByRole('dialog', { name: 'Edit orders-db' });
  const address = within(dialog).getByRole('textbox', { name: 'This exact address will be called' });
  expect(address).toHaveProperty('value', url);
  expect(within(dialog).getByText('This address is not encrypted')).toBeTruthy();
  await user.clear(address);
  expect(await button('Fix the marked fields first')).toHaveProperty('disabled', true);
  await user.type(address, 'https://tools.example/mcp');
  await user.click(await button('Add a header'));
  await user.type(screen.getByRole('textbox', { name: 'Name of the header' }), 'X-Team');
  await user.type(screen.getByRole('textbox', { name: 'Value of X-Team' }), 'blue');
  await user.click(await button(/Save and connect/));
  await waitFor(() => expect(host.inputs('session.start')).toEqual([{ serverId: 'srv1' }]));
  expect(host.inputs('server.save')[0]?.endpoint).toMatchObject({ headers: [{ name: 'X-Team', value: 'blue' }] });
});

test('a press beside the dialog does not throw away what was typed', async () => {
  const { user, wirebench } = await renderView(reviewing(), <ReviewDialog />);
  wirebench.page.getState().set({ review: { text: 'uvx server', source: 'paste' } });
  const command = await screen.findByRole('textbox', { name: 'Command line' });
  const scrim = document.querySelector('.scrim');
  if (scrim === null) throw new Error('There is nothing beside the dialog');
  await user.click(scrim);
  expect(command.isConnected).toBe(true);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(wirebench.page.getState().review).toBeUndefined());
});

test('the focus goes to the text, not to the buttons that say what it is', async () => {
  const { wirebench } = await renderView(reviewing(), <ReviewDialog />);
  wirebench.page.getState().set({ review: { text: '', source: 'new' } });
  const text = await screen.findByRole('textbox', { name: 'JSON config' });
  await waitFor(() => expect(document.activeElement).toBe(text));
});
