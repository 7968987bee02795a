import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { HostError } from '#shared/errors.ts';
import { App } from '../../../src/renderer/app/app.tsx';
import type { SavedPage } from '../../../src/renderer/store/page.ts';
import { createAnnouncer } from '../../../src/renderer/ui/announcer.ts';
import { FeedbackProvider } from '../../../src/renderer/ui/feedback.tsx';
import { stubDom } from '../support/dom.ts';
import { FakeHost } from '../support/fake-host.ts';
import { renderView } from '../support/render-view.tsx';
import { failure, http, opening, operation, pending, server, session } from '../support/samples.ts';

vi.mock('../../../src/renderer/features/tools/tools-tab.tsx', () => ({ ToolsTab: () => <p>tools view</p> }));
vi.mock('../../../src/renderer/features/resources/resources-tab.tsx', () => ({
  ResourcesTab: () => <p>resources view</p>,
}));
vi.mock('../../../src/renderer/features/prompts/prompts-tab.tsx', () => ({ PromptsTab: () => <p>prompts view</p> }));
vi.mock('../../../src/renderer/features/traffic/traffic-tab.tsx', () => ({ TrafficTab: () => <p>traffic view</p> }));
vi.mock('../../../src/renderer/features/server-info/server-info-tab.tsx', () => ({
  ServerInfoTab: () => <p>info view</p>,
}));
vi.mock('../../../src/renderer/features/dock/dock.tsx', () => ({
  Dock: () => <section aria-label="Logs" className="dock" />,
}));
vi.mock('../../../src/renderer/features/inbox/inbox.tsx', () => ({
  Inbox: () => <aside aria-label="Inbox">inbox view</aside>,
}));

beforeAll(() => stubDom());
vi.setConfig({ testTimeout: 20_000 });

async function openApp(host: FakeHost, saved: Partial<SavedPage> = {}) {
  const announcer = createAnnouncer(new AbortController().signal);
  const app = (
    <FeedbackProvider announcer={announcer}>
      <App />
    </FeedbackProvider>
  );
  return renderView(host, app, saved);
}

/** orders-db ready, weather-dev failed, acme-issues off. */
function threeServers(): FakeHost {
  const host = new FakeHost();
  host.put('session', 'ses1', session());
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  const state = {
    at: 'closed' as const,
    reason: 'failed' as const,
    failure: failure(),
    exit: { code: 1, signal: null },
  };
  host.put('session', 'ses2', opening(state, { id: 'ses2', serverId: 'srv2' }));
  host.put('server', 'srv2', server({ id: 'srv2', name: 'weather-dev', sessionId: 'ses2', order: 1 }));
  host.put('server', 'srv3', server({ id: 'srv3', name: 'acme-issues', endpoint: http(), order: 2 }));
  return host;
}

const tab = (name: RegExp | string) => screen.findByRole('tab', { name });
const selected = () => screen.getByRole('tab', { selected: true }).textContent;

describe('frame', () => {
  test('rail groups servers, names their state, and the first one is shown', async () => {
    await openApp(threeServers());
    const rail = screen.getByRole('navigation', { name: 'Servers' });
    expect(
      within(rail)
        .getAllByRole('link')
        .map((link) => link.getAttribute('aria-label')),
    ).toEqual([
      'orders-db, Connected, stdio, 2026-07-28',
      'weather-dev, Exited with code 1',
      'acme-issues, Not connected',
    ]);
    expect(within(rail).getByRole('region', { name: 'Remote' }).textContent).toContain('acme-issues');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('orders-db');
    expect(await screen.findByText('tools view')).toBeTruthy();
  });

  test('a start that was cancelled leaves no list that waits for ever', async () => {
    const host = new FakeHost();
    host.put('session', 'ses1', opening({ at: 'closed', reason: 'user' }));
    host.put('server', 'srv1', server({ sessionId: 'ses1' }));
    await openApp(host);
    expect(await screen.findByText('orders-db is not connected')).toBeTruthy();
    expect(screen.queryByText('tools view')).toBeNull();
  });

  test('without servers the first run fills the workspace', async () => {
    await openApp(new FakeHost());
    expect(await screen.findByRole('heading', { name: 'Connect an MCP server' })).toBeTruthy();
    expect(screen.getByText('Servers you add appear here.')).toBeTruthy();
  });

  test('a server that never ran offers Connect and nothing else starts', async () => {
    const host = threeServers();
    const { user } = await openApp(host, { serverId: 'srv3' });
    expect(await screen.findByText('acme-issues is not connected')).toBeTruthy();
    expect(host.inputs('session.start')).toEqual([]);
    await user.click(within(screen.getByRole('tabpanel')).getByRole('button', { name: 'Connect' }));
    expect(host.inputs('session.start')).toEqual([{ serverId: 'srv3' }]);
  });

  test('asks are counted in the title bar and on the server', async () => {
    const host = threeServers();
    host.put('pending', 'ask1', pending());
    host.put('pending', 'ask2', pending({ id: 'ask2', status: 'accepted' }));
    const { user } = await openApp(host);
    await user.click(screen.getByRole('button', { name: /Inbox.*1 request waiting/ }));
    expect(await screen.findByText('inbox view')).toBeTruthy();
    expect(screen.getByRole('link', { name: /orders-db.*1 request waiting/ })).toBeTruthy();
  });
});

describe('Diagnosis', () => {
  test('a failed server shows it first and selected, without the tabs that need an answer', async () => {
    await openApp(threeServers(), { serverId: 'srv2' });
    expect(await screen.findByRole('heading', { name: 'Likely cause: WEATHER_API_KEY is missing' })).toBeTruthy();
    expect(screen.getAllByRole('tab').map((each) => each.textContent)).toEqual(
      expect.arrayContaining(['Diagnosis', 'Server info']),
    );
    expect(screen.queryByRole('tab', { name: /Tools/ })).toBeNull();
  });

  test('it comes forward when a running server fails, and the tab before returns with the next success', async () => {
    const host = threeServers();
    const { user } = await openApp(host);
    await user.click(await tab(/Resources/));
    host.patch('session', 'ses1', { state: { at: 'closed', reason: 'exited', exit: { code: 1, signal: null } } });
    await waitFor(() => expect(selected()).toBe('Diagnosis'));
    host.patch('session', 'ses1', { state: { at: 'ready' } });
    await waitFor(() => expect(selected()).toContain('Resources'));
  });

  test('it stays back when the view at hand already shows a call lost with the server', async () => {
    const host = threeServers();
    await openApp(host);
    await tab(/Tools/);
    host.put('operation', 'op1', operation({ status: 'failed', fault: { kind: 'lost', message: 'gone' } }));
    host.patch('session', 'ses1', { state: { at: 'closed', reason: 'exited' } });
    await tab('Diagnosis');
    expect(selected()).toContain('Tools');
  });
});

describe('commands', () => {
  test('keys open tabs, toggle the rail and restart', async () => {
    const host = threeServers();
    const { user } = await openApp(host);
    await tab(/Traffic/);
    await user.keyboard('{Control>}[Digit4]{/Control}');
    expect(await screen.findByText('traffic view')).toBeTruthy();
    await user.keyboard('{Control>}b{/Control}');
    expect(screen.queryByRole('navigation', { name: 'Servers' })).toBeNull();
    await user.keyboard('{Control>}r{/Control}');
    await waitFor(() => expect(host.inputs('session.restart')).toEqual([{ serverId: 'srv1' }]));
  });

  test('fetching again asks only for what the server offers', async () => {
    const host = threeServers();
    const hello = session().hello;
    if (hello) host.patch('session', 'ses1', { hello: { ...hello, capabilities: { tools: {} } } });
    const { user } = await openApp(host);
    await user.keyboard('{Control>}{Shift>}R{/Shift}{/Control}');
    await waitFor(() => expect(host.inputs('operation.run').map((input) => input.verb)).toEqual(['tools.list']));
  });

  test('the palette finds a tool of the current server and opens it', async () => {
    const host = threeServers();
    host.setItems('ses1', 'tools', [{ name: 'refund_create' }, { name: 'orders_get' }]);
    const { user, wirebench } = await openApp(host);
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'refund');
    const option = await screen.findByRole('option', { name: /refund_create/ });
    expect(option.getAttribute('aria-selected')).toBe('true');
    await user.keyboard('{Enter}');
    expect(wirebench.page.getState().selected['srv1/tools']).toBe('refund_create');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('the palette opens a resource by its address, and its page keys stop at the ends of a short list', async () => {
    const host = threeServers();
    host.setItems('ses1', 'resources', [{ uri: 'orders://one' }, { uri: 'orders://two' }]);
    const { user, wirebench } = await openApp(host);
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), '/orders');
    const [first, last] = await screen.findAllByRole('option');
    await user.keyboard('{PageUp}');
    expect(first?.getAttribute('aria-selected')).toBe('true');
    await user.keyboard('{PageDown}');
    expect(last?.getAttribute('aria-selected')).toBe('true');
    await user.keyboard('{PageUp}{Enter}');
    expect(wirebench.page.getState().selected['srv1/resources']).toBe('u:orders://one');
  });

  test('a command that cannot run says why and stays open', async () => {
    const host = threeServers();
    const { user } = await openApp(host, { serverId: 'srv3' });
    await user.keyboard('{Control>}{Shift>}P{/Shift}{/Control}');
    await screen.findByRole('combobox');
    await user.keyboard('disconnect');
    expect(screen.getByRole('combobox')).toHaveProperty('value', '>disconnect');
    const option = await screen.findByRole('option', { name: /acme-issues is not connected/ });
    expect(option.getAttribute('aria-disabled')).toBe('true');
    await user.keyboard('{Enter}');
    expect(screen.getByRole('dialog', { name: 'Command palette' })).toBeTruthy();
    expect(host.inputs('session.stop')).toEqual([]);
  });

  test('removing asks once, Cancel has the focus', async () => {
    const host = threeServers();
    const { user } = await openApp(host);
    await user.click(screen.getByRole('button', { name: 'More server actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove orders-db?' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('weather-dev'));
    expect(screen.queryByRole('link', { name: /^orders-db/ })).toBeNull();
    expect(host.inputs('server.remove')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('link', { name: /^orders-db/ })).toBeTruthy();
    window.dispatchEvent(new Event('pagehide'));
    expect(host.inputs('server.remove')).toEqual([]);
  });

  test('a server that was removed and not brought back is gone when the page closes', async () => {
    const host = threeServers();
    const { user } = await openApp(host);
    await user.click(screen.getByRole('button', { name: 'More server actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    window.dispatchEvent(new Event('pagehide'));
    await waitFor(() => expect(host.inputs('server.remove')).toEqual([{ serverId: 'srv1' }]));
  });

  test('opening a server starts it when its settings say so, once, and not when a person stopped it', async () => {
    const host = threeServers();
    host.put('server', 'srv9', server({ id: 'srv9', name: 'later', order: 9, connect: 'open' }));
    const { user } = await openApp(host);
    await user.click(await screen.findByRole('link', { name: /^later/ }));
    await waitFor(() => expect(host.inputs('session.start')).toEqual([{ serverId: 'srv9' }]));
    await waitFor(() => expect(screen.getByRole('link', { name: /^later/ }).getAttribute('aria-current')).toBe('page'));
    await user.click(screen.getByRole('link', { name: /^orders-db/ }));
    await user.click(screen.getByRole('link', { name: /^later/ }));
    expect(host.inputs('session.start')).toHaveLength(1);
  });

  test('Edit server replaces the workspace, keeps what was typed while another server is looked at, and saves', async () => {
    const host = threeServers();
    const { user } = await openApp(host);
    await user.click(screen.getByRole('button', { name: 'More server actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit server' }));
    const name = await screen.findByRole('textbox', { name: 'Name' });
    expect(screen.queryByRole('tablist', { name: 'Server workspace' })).toBeNull();
    await user.type(name, '-2');
    await user.click(screen.getByRole('link', { name: /^weather-dev/ }));
    expect(await screen.findByRole('tablist', { name: 'Server workspace' })).toBeTruthy();
    await user.click(screen.getByRole('link', { name: /^orders-db/ }));
    await user.click(screen.getByRole('button', { name: 'More server actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit server' }));
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'orders-db-2');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(host.get('server', 'srv1').config.name).toBe('orders-db-2'));
    expect(await screen.findByRole('tablist', { name: 'Server workspace' })).toBeTruthy();
  });

  test('a dropped file opens the review; a link in the address is only shown there', async () => {
    const host = threeServers();
    host.on('server.detect', () => ({ kind: 'empty' }));
    host.on('import.bytes', () => ({ kind: 'problem', title: 'No server', detail: 'Nothing.' }));
    const { wirebench } = await openApp(host);
    const file = new File(['{}'], 'mcp.json', { type: 'application/json' });
    const dataTransfer = { types: ['Files'], items: [{ kind: 'file', type: 'application/json' }], files: [file] };
    fireEvent.dragOver(window, { dataTransfer });
    expect(await screen.findByText('Review the servers of this config')).toBeTruthy();
    fireEvent.drop(window, { dataTransfer });
    await waitFor(() => expect(wirebench.page.getState().review).toMatchObject({ source: 'mcp.json', text: '{}' }));
    expect(screen.queryByText('Review the servers of this config')).toBeNull();
    location.hash = `#add=${encodeURIComponent('vscode:mcp/install?x')}`;
    window.dispatchEvent(new HashChangeEvent('hashchange'));
    await waitFor(() =>
      expect(wirebench.page.getState().review).toEqual({ text: 'vscode:mcp/install?x', source: 'link' }),
    );
    expect(location.hash).toBe('');
    expect([...host.inputs('server.save'), ...host.inputs('session.start')]).toEqual([]);
  });

  test('what the host refuses is shown', async () => {
    const host = threeServers();
    host.on('session.restart', () => {
      throw new HostError('CONFLICT', 'orders-db is stopping. Wait a moment, then restart.');
    });
    const { user } = await openApp(host);
    await user.click(screen.getByRole('button', { name: 'Restart' }));
    expect(await screen.findByText(/orders-db is stopping/)).toBeTruthy();
  });

  test('bare keys are text in a text field', async () => {
    const { user } = await openApp(new FakeHost());
    await user.type(await screen.findByRole('textbox', { name: 'Command, URL or config' }), '?');
    expect(screen.queryByRole('dialog')).toBeNull();
    (document.activeElement as HTMLElement | null)?.blur(); // the element typed into just above
    await user.keyboard('?');
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(sheet).getByText('Filter the list')).toBeTruthy();
    expect(screen.queryByRole('tooltip')).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('Mod+, opens the settings in the place of the workspace; a server of the rail, or Escape, leads back', async () => {
    const host = threeServers();
    const { user } = await openApp(host);
    await tab(/^Tools/);
    await user.keyboard('{Control>},{/Control}');
    expect(await screen.findByRole('main', { name: 'Settings' })).toBeTruthy();
    expect(screen.queryByText('tools view')).toBeNull();
    await user.click(screen.getByRole('link', { name: /^orders-db/ }));
    expect(await screen.findByText('tools view')).toBeTruthy();
    await user.keyboard('{Control>},{/Control}');
    await user.click(await screen.findByRole('button', { name: 'Connections' }));
    await user.keyboard('{Escape}');
    expect(await screen.findByText('tools view')).toBeTruthy();
  });

  test('the palette switches the profile of reply rules', async () => {
    const host = threeServers();
    const talk = { id: 'p2', name: 'Talk', rules: [] };
    host.put('rules', 'rules', {
      active: 'standard',
      profiles: [{ id: 'standard', name: 'Standard', rules: [] }, talk],
    });
    const { user } = await openApp(host);
    await tab(/^Tools/);
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'profile talk{Enter}');
    await waitFor(() => expect(host.inputs('profile.use')).toEqual([{ id: 'p2' }]));
  });

  test('the theme is a setting of the host', async () => {
    const host = threeServers();
    const { user } = await openApp(host);
    await user.click(screen.getByRole('button', { name: 'Settings' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Dark theme' }));
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'));
    expect(host.get('settings', 'settings').theme).toBe('dark');
  });
});

test('a lost link says so, keeps the view, and the bar goes when the host is back', async () => {
  const host = threeServers();
  await openApp(host);
  await screen.findByText('tools view');
  act(() => host.lose());
  expect(await screen.findByText('Not connected to the host.')).toBeTruthy();
  expect(screen.getByText('tools view')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Not connected to the host.')).toBeNull(), { timeout: 5000 });
});

describe('a server that ends', () => {
  test('case crash-on-start: Retry is offered where the failure is explained', async () => {
    const { user } = await openApp(threeServers(), { serverId: 'srv2' });
    expect(await screen.findByRole('heading', { name: /^Likely cause/ })).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Retry' }).length).toBeGreaterThan(0);
    await user.click(screen.getByRole('link', { name: /orders-db/ }));
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  test('case ignore-sigterm: it reads Stopping meanwhile, and everything else goes on', async () => {
    const host = threeServers();
    const { user } = await openApp(host);
    host.patch('session', 'ses1', { state: { at: 'closing', rung: 'asked to end' } });
    expect(await screen.findByText('Stopping', { selector: '.chip' })).toBeTruthy();
    await user.click(await tab(/^Traffic/));
    expect(await screen.findByText('traffic view')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: /weather-dev/ }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('weather-dev');
  });

  test('case dies-idle: it can be connected again from its header', async () => {
    const host = threeServers();
    const { user } = await openApp(host);
    const exit = { code: 3, signal: null };
    host.patch('session', 'ses1', { state: { at: 'closed', reason: 'exited', exit } });
    const again = await screen.findAllByRole('button', { name: 'Retry' });
    await user.click(again[0] ?? document.body);
    await waitFor(() => expect(host.inputs('session.start')).toEqual([{ serverId: 'srv1' }]));
  });
});
