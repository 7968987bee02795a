import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Detection } from '#shared/candidates.ts';
import { HostError } from '#shared/errors.ts';
import { ReviewDialog } from '../../../../src/renderer/features/add-server/review-dialog.tsx';
import type { Review } from '../../../../src/renderer/store/page.ts';
import { stubDom } from '../../support/dom.ts';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { failure, http, server, stdio } from '../../support/samples.ts';

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

function reviewing(found = two): FakeHost {
  const host = new FakeHost();
  host.on('server.detect', ({ text }) => {
    if (text.trim() === '') return { kind: 'empty' };
    return text.includes('broken')
      ? { kind: 'problem', title: 'This is not valid JSON', detail: 'A comma is missing.', line: 4 }
      : found;
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

async function review(host: FakeHost, given: Review = { text: '{"mcpServers":{}}', source: 'paste' }) {
  const view = await renderView(host, <ReviewDialog />);
  view.wirebench.page.getState().set({ review: given });
  return view;
}

/** A reference as configs write it. */
const NOT_SET = ['$', '{NOT_SET}'].join('');
const reference = (id: string) => `\${input:${id}}`;

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

test('[SEC-02] risky parts of a command are named, with the rights it has; they go when the command changes', async () => {
  const endpoint = stdio({ command: 'bash', args: ['-c', 'curl https://x.example/i.sh | sh'] });
  const warning = { code: 'risky', text: 'Code from the web is run unseen. As the host says.' };
  const host = reviewing({ ...two, candidates: [{ name: 'risky', endpoint, warnings: [warning] }] } as Detection);
  const { user } = await review(host);
  expect(await screen.findByText('Code from the web is run unseen')).toBeTruthy();
  // The host says it as well, for the command line; here it is told once.
  expect(screen.queryByText(/As the host says/)).toBeNull();
  expect(screen.getByText(/A program with your rights/)).toBeTruthy();
  await user.click(await button('Change'));
  fireEvent.change(await screen.findByRole('textbox', { name: /^Arguments/ }), { target: { value: 'a.js' } });
  await waitFor(() => expect(screen.queryByText('Code from the web is run unseen')).toBeNull());
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
  expect(host.inputs('secret.save')).toEqual([]);
  await user.click(await button('Add without starting'));
  await waitFor(() => expect(host.inputs('server.save')).toHaveLength(2));
  expect(host.inputs('secret.save')).toEqual([{ name: 'warehouse/WAREHOUSE_TOKEN', value: TOKEN }]);
  expect(JSON.stringify(host.inputs('server.save'))).not.toContain(TOKEN);
});

test('what stands in the way of a start is said in place', async () => {
  const { user } = await review(reviewing());
  await user.click(await button(/^warehouse/));
  expect(await screen.findByText('uv is not installed')).toBeTruthy();
  expect(screen.getByText('Install uv.')).toBeTruthy();
});

test('a secret in an argument can be moved to the secrets, and its warning goes with it', async () => {
  const host = reviewing();
  const told = (name: string) => `${name} looks like a secret and is written here in plain text.`;
  const endpoint = stdio({ command: 'npx', args: ['--token', TOKEN], env: { API_TOKEN: TOKEN } });
  const warnings = ['--token', 'API_TOKEN'].map((name) => ({ code: 'secret-plain', text: told(name) }));
  host.on('server.detect', () => ({ ...two, candidates: [{ name: 'files', endpoint, warnings }] }));
  const { user } = await review(host);
  expect(await screen.findByText('--token looks like a secret')).toBeTruthy();
  expect(screen.getByText('API_TOKEN looks like a secret')).toBeTruthy();
  const [first, second] = await screen.findAllByRole('button', { name: 'Move to secrets' });
  if (!first || !second) throw new Error('two secrets, two buttons');
  await user.click(second);
  await user.click(first);
  await waitFor(() => expect(screen.queryByText('--token looks like a secret')).toBeNull());
  await user.click(await button('Add without starting'));
  await waitFor(() => expect(host.inputs('server.save')).toHaveLength(1));
  const saved = host.inputs('server.save')[0];
  expect(saved?.endpoint).toMatchObject({
    args: ['--token', reference('token')],
    env: { API_TOKEN: { secret: 'files/API_TOKEN' } },
  });
  expect(saved?.inputs).toMatchObject({ token: { secret: true, value: { secret: 'files/token' } } });
  expect(
    host
      .inputs('secret.save')
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['files/API_TOKEN', 'files/token']);
  expect(JSON.stringify(saved)).not.toContain(TOKEN);
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

test('an entry that is left out can be corrected in the text', async () => {
  const host = reviewing();
  const text = '{\n"mcpServers": {\n"good": {},\n"shop": {}\n}}';
  host.on('import.bytes', () => two);
  const found = { ...two, leftOut: [{ name: 'shop', reason: 'shop has neither “command” nor “url”.' }] };
  const { user } = await review(host, { source: 'mcp.json', found, text });
  await user.click(await button('Correct shop'));
  expect(await screen.findByRole('textbox', { name: 'JSON config' })).toHaveProperty('value', text);
});

test('[SEC-01] what came in a file says so, is added without starting first, and starts by hand', async () => {
  const host = reviewing();
  const { wirebench } = await review(host, { source: 'team.json', found: two, text: '{}' });
  expect(await screen.findByText(/From the file team\.json: JSON config, 2 servers/)).toBeTruthy();
  expect((await button(/Add without starting/)).className).toContain('pri');
  expect((await button(/Add and connect/)).className).not.toContain('pri');
  fireEvent.keyDown(await screen.findByRole('textbox', { name: 'Name' }), { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(wirebench.page.getState().review).toBeUndefined());
  expect(host.inputs('server.save').map(({ connect }) => connect)).toEqual(['hand', 'hand']);
  expect(host.inputs('session.start')).toEqual([]);
  expect(host.inputs('server.detect')).toEqual([]);
});

test('what a source switches off or the list has already is not ticked', async () => {
  const host = reviewing();
  host.put('server', 'srv1', server({ name: 'mine', endpoint: stdio({ command: 'uv' }) }));
  const [files, warehouse] = two.candidates;
  if (!files || !warehouse) throw new Error('two candidates');
  const candidates = [
    { ...files, disabled: true },
    { ...warehouse, endpoint: stdio({ command: 'uv', env: { A: '1' } }) },
  ];
  await review(host, { source: 'client', found: { ...two, candidates } });
  expect(await screen.findByRole('checkbox', { name: 'Add files' })).toHaveProperty('checked', false);
  expect(screen.getByRole('checkbox', { name: 'Add warehouse' })).toHaveProperty('checked', false);
  expect(screen.getByText('already added')).toBeTruthy();
  expect(await button('Add without starting')).toHaveProperty('disabled', true);
});

test('what a config asks for is a form; connecting waits for the required answers, secrets go to the store', async () => {
  const host = reviewing();
  const ask = { kind: 'text' as const, secret: false, required: false };
  const inputs = {
    key: { ...ask, title: 'API key', secret: true, required: true },
    folders: { ...ask, title: 'Folders', kind: 'folder' as const, multiple: true },
    mode: { ...ask, title: 'Mode', kind: 'choice' as const, choices: ['fast', 'slow'], default: 'fast' },
    deep: { ...ask, title: 'Deep', kind: 'boolean' as const },
    limit: { ...ask, title: 'Most rows', kind: 'number' as const, max: 5 },
  };
  const origin = { from: 'vscode' as const, key: 'files', rest: { gallery: true } };
  const endpoint = stdio({ args: [reference('key'), reference('folders')] });
  const candidates = [{ name: 'files', endpoint, inputs, origin, warnings: [] }];
  const { user } = await review(host, { source: 'client', found: { ...two, candidates } });
  expect(await button(/Add and connect/)).toHaveProperty('disabled', true);
  expect(screen.getByText('To connect, files needs: API key')).toBeTruthy();
  await user.type(screen.getByLabelText(/API key/), TOKEN);
  expect(screen.getByLabelText(/API key/).getAttribute('type')).toBe('password');
  await user.type(screen.getByLabelText(/Folders/), '/a{Enter}/b');
  await user.selectOptions(screen.getByLabelText(/Mode/), 'slow');
  await user.click(screen.getByRole('checkbox', { name: 'Deep' }));
  await user.type(screen.getByLabelText(/Most rows/), '9');
  expect(await screen.findByText('At most 5.')).toBeTruthy();
  await user.clear(screen.getByLabelText(/Most rows/));
  await user.type(screen.getByLabelText(/Most rows/), '5');
  expect(JSON.stringify(host.inputs('server.preview'))).not.toContain(TOKEN);
  await user.click(await button(/Add and connect/));
  await waitFor(() => expect(host.inputs('session.start')).toHaveLength(1));
  expect(host.inputs('secret.save')).toEqual([{ name: 'files/key', value: TOKEN }]);
  expect(host.inputs('server.save')[0]).toMatchObject({
    origin,
    connect: 'open',
    inputs: {
      key: { value: { secret: 'files/key' } },
      folders: { value: ['/a', '/b'] },
      mode: { value: 'slow' },
      deep: { value: 'true' },
      limit: { value: '5' },
    },
  });
});

test('a bundle shows what it says of itself and where it goes, and is unpacked only when it is added', async () => {
  const host = reviewing();
  const about = [{ label: 'Version', text: '1.2.0' }];
  const unpack = { token: 'tok1', dir: '/home/maya/.local/share/wirebench/mcpb/tok1' };
  const candidates = [{ name: 'bundle', endpoint: stdio(), about, unpack, warnings: [] }];
  const { user } = await review(host, { source: 'x.mcpb', found: { ...two, form: 'mcpb', candidates } });
  expect(await screen.findByText('1.2.0')).toBeTruthy();
  expect(screen.getByText(unpack.dir)).toBeTruthy();
  expect(host.inputs('import.unpack')).toEqual([]);
  let full = true;
  host.on('server.save', () => {
    if (full) throw new HostError('IO', 'The disk is full.');
    return { serverId: 'srv1' };
  });
  await user.click(await button(/Add without starting/));
  expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.');
  full = false;
  await user.click(await button(/Add without starting/));
  await waitFor(() => expect(host.inputs('server.save')).toHaveLength(2));
  expect(host.inputs('import.unpack')).toEqual([{ token: 'tok1' }]);
});

test('a relative path can be made absolute, and a program that is not found can be named', async () => {
  const host = reviewing();
  const candidates = [{ name: 'x', endpoint: stdio({ command: 'uv', args: ['./server.py'] }), warnings: [] }];
  const fixes = [{ label: 'Use /opt/uv', action: { do: 'set-command' as const, command: '/opt/uv' } }];
  host.on('server.preview', ({ endpoint }) => ({
    command: endpoint.kind === 'stdio' ? [endpoint.command, ...endpoint.args] : [],
    cwd: '/srv/app',
    env: [],
    problems:
      endpoint.kind === 'stdio' && endpoint.command === 'uv' ? [failure({ title: 'uv is not installed', fixes })] : [],
  }));
  const { user } = await review(host, { source: 'paste', found: { ...two, candidates } });
  await user.click(await button('Make absolute'));
  await user.click(await button('Use /opt/uv'));
  expect(await screen.findByText('/opt/uv /srv/app/server.py')).toBeTruthy();
  expect(screen.queryByText('uv is not installed')).toBeNull();
  await user.click(await button('Change'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Program' })));
});

test('the variables a server gets can be seen before it starts, with their source and what is held back', async () => {
  const host = reviewing();
  host.on('server.preview', () => ({
    command: ['/usr/bin/node'],
    cwd: '/srv',
    foundIn: '/usr/bin',
    foundBy: 'shell',
    env: [
      { name: 'PATH', value: '/usr/bin', source: 'shell' },
      { name: 'NOT_SET', source: 'missing', inShell: true },
      { name: 'KEY_FILE', value: '/k', source: 'file', from: '.env' },
    ],
    heldBack: ['HTTPS_PROXY', 'EDITOR'],
    notes: ['~ stands for /home/maya.'],
    problems: [],
  }));
  const { user } = await review(host);
  expect(await screen.findByText(/was found in your login shell, in/)).toBeTruthy();
  expect(screen.getByText('~ stands for /home/maya.')).toBeTruthy();
  await user.click(screen.getByText(/All 2 variables it gets/));
  expect(screen.getByText('HTTPS_PROXY EDITOR')).toBeTruthy();
  expect(screen.getByText(/missing, your login shell has it/)).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('What else it gets'), 'Everything this app has');
  await waitFor(() => expect(host.inputs('server.preview').at(-1)?.endpoint).toMatchObject({ inherit: 'all' }));
});

test('case http-header-nonascii: a header that cannot be sent points at the character and offers two ways', async () => {
  const host = reviewing();
  const headers = [
    { name: 'X-User', value: 'žofie 🐎' },
    { name: 'X-Token', value: 'abc\n' },
    { name: 'X-Empty', value: NOT_SET },
  ];
  const candidates = [{ name: 'remote', endpoint: http({ headers }), warnings: [] }];
  host.on('server.preview', () => ({
    command: [],
    cwd: '',
    env: [{ name: 'NOT_SET', source: 'missing' }],
    problems: [],
  }));
  const { user } = await review(host, { source: 'client', found: { ...two, candidates } });
  expect(await screen.findByText(/X-User: character 1 is ž \(U\+017E\)/)).toBeTruthy();
  expect(screen.getByText(/X-Token: character 4 is a line end \(U\+000A\)/)).toBeTruthy();
  expect(await screen.findByText('Not set on this computer: NOT_SET')).toBeTruthy();
  expect(await button('Fix remote first')).toHaveProperty('disabled', true);
  await user.click(await button('Remove blanks at the ends'));
  await user.click((await screen.findAllByRole('button', { name: 'Percent-encode' }))[0] as HTMLElement); // one per header, this is the first
  await user.click(await button('Add without starting'));
  await waitFor(() => expect(host.inputs('server.save')).toHaveLength(1));
  expect(host.inputs('server.save')[0]?.endpoint).toMatchObject({
    headers: [{ value: '%C5%BEofie%20%F0%9F%90%8E' }, { value: 'abc' }, { value: NOT_SET }],
  });
});

test('[SEC-01] a pasted link is treated like one that was handed over', async () => {
  const host = reviewing();
  host.on('server.detect', () => ({ ...two, form: 'link', title: 'Link for VS Code' }));
  const { user } = await review(host, { text: 'vscode:mcp/install?x', source: 'paste' });
  expect(await screen.findByText(/From a link: Link for VS Code/)).toBeTruthy();
  const save = await button(/Add without starting/);
  expect(save.className).toContain('pri');
  await user.click(save);
  await waitFor(() => expect(host.inputs('server.save').map(({ connect }) => connect)).toEqual(['hand', 'hand']));
});
