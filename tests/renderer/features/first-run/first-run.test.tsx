import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Detection } from '#shared/candidates.ts';
import { FirstRun } from '../../../../src/renderer/features/first-run/first-run.tsx';
import { stubDom } from '../../support/dom.ts';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { server, stdio } from '../../support/samples.ts';

vi.setConfig({ testTimeout: 20_000 });
beforeAll(() => stubDom());

const found: Detection = {
  kind: 'servers',
  form: 'command',
  title: 'Command line for a local server, named everything',
  detail: 'Runs /usr/bin/npx with 3 arguments.',
  candidates: [{ name: 'everything', endpoint: stdio(), warnings: [] }],
};

function detecting(): FakeHost {
  const host = new FakeHost();
  host.on('server.detect', ({ text }) => {
    if (text.trim() === '') return { kind: 'empty' };
    return text.startsWith('{')
      ? { kind: 'problem', title: 'This is not valid JSON', detail: 'Line 1 ends early.' }
      : found;
  });
  return host;
}
const field = () => screen.getByRole('textbox', { name: 'Command, URL or config' });

test('the field has focus, and Enter on a detected text opens the review with exactly that text', async () => {
  const { user, wirebench } = await renderView(detecting(), <FirstRun />);
  expect(document.activeElement).toBe(field());
  await user.type(field(), 'npx everything');
  expect(await screen.findByRole('button', { name: /Review and add/ })).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(wirebench.page.getState().review).toEqual({ text: 'npx everything', source: 'paste' });
});

test('Shift+Enter adds a line, Enter on nothing does nothing', async () => {
  const { user, wirebench } = await renderView(detecting(), <FirstRun />);
  await user.keyboard('{Enter}');
  await user.type(field(), 'a{Shift>}{Enter}{/Shift}b');
  expect(field()).toHaveProperty('value', 'a\nb');
  expect(wirebench.page.getState().review).toBeUndefined();
});

test('a text that is nothing usable says why and offers no review', async () => {
  const { user, wirebench } = await renderView(detecting(), <FirstRun />);
  await user.type(field(), '{{ "a":');
  expect(await screen.findByText('Line 1 ends early.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Review and add/ })).toBeNull();
  await user.keyboard('{Enter}');
  expect(wirebench.page.getState().review).toBeUndefined();
});

test('a command line is told with the program that would run', async () => {
  const host = detecting();
  host.on('server.preview', () => ({ command: ['/opt/homebrew/bin/npx', 'a', 'b'], cwd: '/', env: [], problems: [] }));
  const { user } = await renderView(host, <FirstRun />);
  await user.type(field(), 'npx everything');
  const row = await screen.findByRole('status');
  await waitFor(() => expect(row.textContent).toContain('Command line for a local server, named everything'));
  await waitFor(() => expect(row.textContent).toContain('Runs /opt/homebrew/bin/npx with 1 argument.'));
});

test('clients found on this computer are listed; Choose opens all servers of one', async () => {
  const host = detecting();
  const path = '/home/maya/.cursor/mcp.json';
  host.on('import.scan', () => ({
    found: [
      { client: 'cursor', title: 'Cursor', path, servers: 3 },
      { client: 'zed', title: 'Zed', path: '/z.json', servers: 0, problem: 'Line 3 is not valid JSON.' },
      {
        client: 'claude-desktop',
        title: 'Claude Desktop',
        path: '/c.json',
        servers: 1,
        misplaced: 'It belongs into /right.json.',
      },
    ],
  }));
  host.on('import.path', () => ({ ...found, form: 'json', title: 'Cursor, 3 servers' }));
  const { user, wirebench } = await renderView(host, <FirstRun />);
  const list = await screen.findByRole('list', { name: 'Clients on this computer' });
  expect(within(list).getByText('3 servers')).toBeTruthy();
  expect(within(list).getByText('Line 3 is not valid JSON.').closest('.c-err')).toBeTruthy();
  expect(within(list).getByText('It belongs into /right.json.').closest('.c-err')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Choose from Zed' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Choose from Cursor' }));
  await waitFor(() => expect(wirebench.page.getState().review).toMatchObject({ source: 'client' }));
  expect(host.inputs('import.path')).toEqual([{ path }]);
});

test('without other clients the box says so and keeps the place for files', async () => {
  await renderView(detecting(), <FirstRun />);
  expect(await screen.findByText('No other MCP clients found')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Open a file' })).toBeTruthy();
});

test('a chosen file goes to the host byte by byte and opens the review under its name', async () => {
  const host = detecting();
  host.on('import.bytes', () => found);
  const { user, wirebench } = await renderView(host, <FirstRun />);
  await user.upload(screen.getByLabelText('Config file or bundle'), new File(['{"ä":1}'], 'mcp.json'));
  await waitFor(() => expect(wirebench.page.getState().review).toEqual({ source: 'mcp.json', found, text: '{"ä":1}' }));
  expect(host.inputs('import.bytes')).toEqual([
    { name: 'mcp.json', base64: Buffer.from('{"ä":1}').toString('base64') },
  ]);
});

test('a file over 32 MB is refused with what to do instead', async () => {
  const host = detecting();
  const { user } = await renderView(host, <FirstRun />);
  const file = new File(['x'], 'big.mcpb');
  Object.defineProperty(file, 'size', { value: 33 * 1024 * 1024 });
  await user.upload(screen.getByLabelText('Config file or bundle'), file);
  expect((await screen.findByRole('alert')).textContent).toContain('wirebench import big.mcpb');
  expect(host.inputs('import.bytes')).toEqual([]);
});

test('the demo is one click: saved, selected, started', async () => {
  const host = detecting();
  const { user, wirebench } = await renderView(host, <FirstRun />);
  await user.click(screen.getByRole('button', { name: 'Start the demo' }));
  await waitFor(() => expect(host.inputs('session.start')).toHaveLength(1));
  expect(host.inputs('server.save')[0]).toMatchObject({ name: 'demo', endpoint: { kind: 'builtin', name: 'demo' } });
  expect(wirebench.page.getState().serverId).toBe(host.inputs('session.start')[0]?.serverId);
});

test('a second demo server has a name of its own', async () => {
  const host = detecting();
  const demo = server({ name: 'demo' });
  host.put('server', demo.id, demo);
  const { user } = await renderView(host, <FirstRun />);
  await user.click(screen.getByRole('button', { name: 'Start the demo' }));
  await waitFor(() => expect(host.inputs('server.save')[0]).toMatchObject({ name: 'demo 2' }));
});
