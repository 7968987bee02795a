import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ToolsTab } from '../../../../src/renderer/features/tools/tools-tab.tsx';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { operation, server, session, traffic } from '../../support/samples.ts';

/** The plain text field of the code editor stays; the real one needs a browser. */
const noEditor = () => new Promise<never>(() => undefined);

function Tab() {
  const entry = useEntity('server', 'srv1');
  const current = useEntity('session', 'ses1');
  return entry ? <ToolsTab server={entry} session={current} loadEditor={noEditor} /> : null;
}

const tool = (name: string, properties: object = {}) => ({ name, inputSchema: { type: 'object', properties } });
const SEARCH = tool('orders_search', { customer: { type: 'string' } });

function prepared(tools = [SEARCH, tool('orders_cancel'), tool('refund_quote'), tool('refund_create')]): FakeHost {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session());
  host.setItems('ses1', 'tools', tools);
  return host;
}

test('the tool that is shown first is the place that back leads to, and a later one stays chosen', async () => {
  const host = prepared();
  const { wirebench, user } = await renderView(host, <Tab />);
  await waitFor(() => expect(wirebench.page.getState().selected['srv1/tools']).toBe('orders_search'));
  await user.click(await screen.findByRole('option', { name: /^orders_cancel/ }));
  expect(wirebench.page.getState().selected['srv1/tools']).toBe('orders_cancel');
  host.setItems('ses1', 'tools', [SEARCH]);
  await screen.findByRole('heading', { name: /orders_search/ });
  expect(wirebench.page.getState().selected['srv1/tools']).toBe('orders_cancel');
});

test('Show in Traffic chooses the row of the call', async () => {
  const host = prepared();
  host.put('operation', 'op9', operation({ id: 'op9', label: 'orders_search', status: 'done', exchangeIds: ['ex7'] }));
  host.on('log.page', () => ({ total: 2, from: 0, traffic: [traffic(0), traffic(1, { exchangeId: 'ex7' })] }));
  const { wirebench, user } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('button', { name: 'Show in Traffic' }));
  await waitFor(() => expect(wirebench.page.getState().selected['ses1/traffic']).toBe('1'));
  expect(wirebench.page.getState().tabs.srv1).toBe('traffic');
});

test('Copy as hides what the form hides, says how much, and includes it when told to; a link leads to the tool', async () => {
  const properties = { user: { type: 'string' }, pin: { type: 'string', format: 'password' } };
  const host = prepared([tool('login', properties)]);
  const { user } = await renderView(host, <Tab />);
  await user.type(await screen.findByLabelText('user'), 'maya');
  await user.type(screen.getByLabelText('pin'), '1234');
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  const copied = async (name: RegExp) => {
    await user.click(await screen.findByRole('menuitem', { name }));
    return write.mock.lastCall?.[0];
  };
  const open = () => user.click(screen.getByRole('button', { name: 'Copy as' }));
  await open();
  expect(screen.getByRole('menuitemcheckbox', { name: /^Include secrets.*1 value hidden/ })).toBeTruthy();
  expect(JSON.parse((await copied(/^JSON/)) ?? '')).toEqual({ user: 'maya', pin: '<pin>' });
  await open();
  await user.click(screen.getByRole('menuitemcheckbox', { name: /^Include secrets/ }));
  expect(JSON.parse((await copied(/^JSON/)) ?? '')).toEqual({ user: 'maya', pin: '1234' });
  await open();
  expect(await copied(/^Deep link/)).toBe('wirebench://server/srv1/tools/login');
});

test('a click with Shift lays the definition of another tool beside that of the chosen one', async () => {
  const { wirebench, user } = await renderView(prepared(), <Tab />);
  await user.click(await screen.findByRole('option', { name: /^orders_cancel/ }));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('option', { name: /^refund_quote/ }));
  const side = (name: string) => ({ of: 'catalog', sessionId: 'ses1', kind: 'tools', name });
  expect(wirebench.page.getState().compare).toMatchObject({ a: side('orders_cancel'), b: side('refund_quote') });
  expect(wirebench.page.getState().selected['srv1/tools']).toBe('orders_cancel');
});

test('Format writes the JSON anew and changes nothing in it', async () => {
  const { user } = await renderView(prepared(), <Tab />);
  await user.click(await screen.findByRole('tab', { name: 'JSON' }));
  const editor = screen.getByRole('textbox', { name: /as JSON$/ });
  await user.clear(editor);
  expect(screen.queryByRole('button', { name: 'Format' })).toBeNull();
  await user.click(editor);
  await user.paste('{"customer":"a",  "id":12345678901234567890,"id":1.50}');
  await user.click(screen.getByRole('button', { name: 'Format' }));
  expect((editor as HTMLTextAreaElement).value).toBe(
    '{\n  "customer": "a",\n  "id": 12345678901234567890,\n  "id": 1.50\n}',
  );
});
