import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { APP_MENU, MENU_LINE, MENU_MESSAGE } from '#shared/app-menu.ts';
import { App } from '../../../src/renderer/app/app.tsx';
import type { SavedPage } from '../../../src/renderer/store/page.ts';
import { createAnnouncer } from '../../../src/renderer/ui/announcer.ts';
import { FeedbackProvider } from '../../../src/renderer/ui/feedback.tsx';
import { stubDom } from '../support/dom.ts';
import { FakeHost } from '../support/fake-host.ts';
import { renderView } from '../support/render-view.tsx';
import { server, session, task } from '../support/samples.ts';

vi.mock('../../../src/renderer/features/tools/tools-tab.tsx', () => ({ ToolsTab: () => <p>tools view</p> }));
vi.mock('../../../src/renderer/features/dock/dock.tsx', () => ({ Dock: () => <section aria-label="Logs" /> }));

beforeAll(() => stubDom());
vi.setConfig({ testTimeout: 20_000 });

function twoServers(): FakeHost {
  const host = new FakeHost();
  host.put('session', 'ses1', session());
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses2', session({ id: 'ses2', serverId: 'srv2' }));
  host.put('server', 'srv2', server({ id: 'srv2', name: 'billing-api', sessionId: 'ses2', order: 1 }));
  host.setItems('ses1', 'tools', [{ name: 'refund_create', description: 'Refund an order' }, { name: 'orders_get' }]);
  host.setItems('ses2', 'tools', [{ name: 'list_refunds' }]);
  return host;
}

async function openPalette(host: FakeHost, saved: Partial<SavedPage> = {}) {
  const announcer = createAnnouncer(new AbortController().signal);
  const app = (
    <FeedbackProvider announcer={announcer}>
      <App />
    </FeedbackProvider>
  );
  const view = await renderView(host, app, saved);
  await view.user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox');
  return view;
}

const groups = () => screen.getAllByRole('group').flatMap((group) => group.getAttribute('aria-label') ?? []);
const options = () => screen.getAllByRole('option').map((option) => option.getAttribute('aria-label'));

test('an empty palette offers the places that were left last, and commands for what is looked at', async () => {
  await openPalette(twoServers(), {
    serverId: 'srv1',
    recent: [
      'wirebench://server/srv2/tools/list_refunds',
      'wirebench://server/gone/tools',
      'wirebench://server/srv1/info',
    ],
  });
  expect(groups()).toEqual(['Recent places', 'Commands']);
  expect(options().slice(0, 2)).toEqual(['list_refunds, Tools in billing-api', 'Server info, orders-db']);
  expect(options().length).toBe(7);
});

test('results come in the order items, commands, other servers; another server says how it is', async () => {
  const { user } = await openPalette(twoServers());
  await user.keyboard('ref');
  await screen.findByRole('option', { name: 'list_refunds, billing-api, connected' });
  expect(groups()).toEqual(['Tools in orders-db', 'Other servers']);
  expect(screen.getByRole('option', { selected: true }).getAttribute('aria-label')).toBe(
    'refund_create, Refund an order',
  );
  expect(within(screen.getByRole('dialog')).getByRole('status').textContent).toBe(
    '2 results, refund_create, tool in orders-db, 1 of 2',
  );
});

test('the row of what was opened takes the focus, also in a list that comes later', async () => {
  // jsdom lays nothing out: everything in the document counts as in sight.
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([new DOMRect()] as unknown as DOMRectList);
  const host = twoServers();
  host.setItems('ses1', 'prompts', [{ name: 'summarise' }, { name: 'weekly_report' }]);
  const { user } = await openPalette(host);
  await user.keyboard('weekly');
  await screen.findByRole('option', { name: /weekly_report/, selected: true });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('weekly_report'));
  expect(document.activeElement?.getAttribute('role')).toBe('option');
});

test('a task of the server is found, and Show all shows the rest of a group', async () => {
  const host = twoServers();
  host.put('task', 'task-77', task({ id: 'task-77', sessionId: 'ses1' }));
  host.setItems(
    'ses1',
    'tools',
    Array.from({ length: 8 }, (_, index) => ({ name: `job_${index}` })),
  );
  const { user } = await openPalette(host);
  await user.keyboard('job');
  await user.click(await screen.findByRole('option', { name: /^Show all 8/ }));
  await waitFor(() => expect(options().filter((name) => name?.startsWith('job_'))).toHaveLength(8));
  await user.clear(screen.getByRole('combobox'));
  await user.keyboard('task-77');
  await user.clear(screen.getByRole('combobox'));
  await user.keyboard('/');
  expect(await screen.findByText(/Nothing matches/)).toBeTruthy();
});

test('Tab goes into a server, whose tools and commands come then, and Backspace leaves it', async () => {
  const host = twoServers();
  const { user } = await openPalette(host);
  await user.keyboard('@billing');
  await screen.findByRole('option', { name: /^billing-api/, selected: true });
  await user.keyboard('{Tab}');
  await screen.findByRole('option', { name: /^list_refunds/ });
  expect(groups()[0]).toBe('Tools in billing-api');
  await user.keyboard('restart{Enter}');
  await waitFor(() => expect(host.inputs('session.restart')).toEqual([{ serverId: 'srv2' }]));
  await user.keyboard('{Control>}k{/Control}');
  await user.keyboard('@billing{Tab}');
  await user.keyboard('{Backspace}');
  expect(screen.getByRole('combobox')).toHaveProperty('value', '@');
});

test('Mod+Enter asks the view of a tool to run it, Alt+Enter opens a window; a command takes neither', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(window);
  const { user, wirebench } = await openPalette(twoServers());
  await user.keyboard('refund');
  await screen.findByRole('option', { name: /^refund_create/, selected: true });
  await user.keyboard('{Alt>}{Enter}{/Alt}');
  expect(String(open.mock.calls[0]?.[0])).toContain(
    `#place=${encodeURIComponent('wirebench://server/srv1/tools/refund_create')}`,
  );
  expect(wirebench.page.getState().selected['srv1/tools']).toBeUndefined();
  await user.keyboard('{Control>}k{/Control}');
  await user.keyboard('>restart');
  await screen.findByRole('option', { name: /^Restart/, selected: true });
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(screen.getByRole('combobox')).toBeTruthy();
  await user.clear(screen.getByRole('combobox'));
  await user.keyboard('refund');
  await screen.findByRole('option', { name: /^refund_create/, selected: true });
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(wirebench.page.getState()).toMatchObject({ serverId: 'srv1', runFor: 'srv1/tools/refund_create' });
});

test('every entry of the application menu is a command of the palette', async () => {
  const { user } = await openPalette(twoServers());
  await user.keyboard('{Escape}');
  const entries = Object.values(APP_MENU).flatMap((part) => part.filter((entry) => entry !== MENU_LINE));
  for (const entry of entries) {
    if (/^(file.open|tab.at|place|palette|help|server.edit|server.add|demo)/.test(entry.command)) continue;
    window.dispatchEvent(
      new MessageEvent('message', { source: window, data: { type: MENU_MESSAGE, command: entry.command } }),
    );
  }
  await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'));
  expect(screen.queryByText('There is no such tab, or no server yet.')).toBeNull();
  window.dispatchEvent(
    new MessageEvent('message', { source: window, data: { type: MENU_MESSAGE, command: 'nothing' } }),
  );
  expect(await screen.findByText('There is no such tab, or no server yet.')).toBeTruthy();
});
