import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { TrafficRow } from '#shared/exchange.ts';
import type { Session } from '#shared/session.ts';
import { belongsTo } from '../../../../src/renderer/features/notifications/notice-facts.ts';
import { NotificationsTab } from '../../../../src/renderer/features/notifications/notifications-tab.tsx';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { exchange, operation, START, server, session, traffic } from '../../support/samples.ts';

function Tab() {
  const entry = useEntity('server', 'srv1');
  const current = useEntity('session', 'ses1');
  return entry ? <NotificationsTab server={entry} session={current} /> : null;
}

const notice = (row: number, over: Partial<TrafficRow>): TrafficRow => {
  const { exchangeId: _none, tookUs: _took, name: _name, rpcId: _id, ...base } = traffic(row);
  return { ...base, kind: 'notice', dir: 'in', status: '', method: 'notifications/message', ...over };
};

function withLogging(over: Partial<Session> = {}): FakeHost {
  const host = new FakeHost();
  const base = session();
  const hello = base.hello && { ...base.hello, capabilities: { logging: {} } };
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session({ ...(hello ? { hello } : {}), ...over }));
  return host;
}

function filled(): FakeHost {
  const host = withLogging({ counts: { wire: 0, traffic: 0, stderr: 0, notices: 4, client: 0, errors: 0 } });
  const rows = [
    notice(0, { method: 'notifications/tools/list_changed' }),
    notice(1, { level: 'info', logger: 'importer', preview: 'Import started', exchangeId: 'x15', parent: 7 }),
    notice(2, { level: 'emergency', logger: 'importer.csv', preview: 'disk full', seq: 388 }),
    notice(3, { method: 'notifications/progress', preview: '1 of 3' }),
  ];
  host.addTraffic('ses1', rows, 'notices');
  host.on('exchange.get', ({ exchangeId }) => ({
    exchange: exchange({ id: exchangeId, name: 'import_files', rpcId: 61 }),
    http: [],
  }));
  host.setBody('ses1', 388, '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"emergency"}}');
  host.setBody('ses1', 3, '{"jsonrpc":"2.0","method":"notifications/message"}');
  return host;
}

test.each(['constructor', 'toString', '__proto__'])(
  '[SEC-13] a notification and a level named %s are shown',
  async (name) => {
    const host = withLogging({ counts: { wire: 0, traffic: 0, stderr: 0, notices: 2, client: 0, errors: 0 } });
    host.addTraffic('ses1', [notice(0, { method: name }), notice(1, { level: name, preview: 'hello' })], 'notices');
    await renderView(host, <Tab />);
    const row = (await screen.findByText('hello')).closest('[role="row"]');
    expect(row?.querySelector('.chip')?.className).toMatch(/\bk-ntf\b/);
    expect(screen.getAllByText(name).length).toBeGreaterThan(0);
  },
);

test('[LOG-03] the table names level, logger or method, message and owner', async () => {
  await renderView(filled(), <Tab />);
  await screen.findByText('Import started');
  const texts = within(screen.getByRole('treegrid', { name: 'Notifications' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('gridcell')
        .slice(1)
        .map((cell) => cell.textContent),
    );
  expect(texts).toEqual([
    ['event', 'tools/list_changed', 'The list of tools changed', ''],
    ['info', 'importer', 'Import started', '#8'],
    ['emergency', 'importer.csv', 'disk full', ''],
    ['progress', 'progress', '1 of 3', ''],
  ]);
  expect(screen.getByText('4 of 4')).toBeTruthy();
});

test('[LOG-05] a level that is off takes away its log messages and nothing else; types narrow further', async () => {
  const { user } = await renderView(filled(), <Tab />);
  await screen.findByText('disk full');
  await user.click(screen.getByRole('button', { name: /^error and up/ }));
  await waitFor(() => expect(screen.queryByText('disk full')).toBeNull());
  expect(await screen.findByText('tools/list_changed')).toBeTruthy();
  expect(screen.getByText('3 of 4')).toBeTruthy();
  await user.click(screen.getByText('Progress'));
  await waitFor(() => expect(screen.getByText('1 of 4')).toBeTruthy());
  await user.click(screen.getByText('Changes'));
  expect(await screen.findByText('tools/list_changed')).toBeTruthy();
});

test('[LOG-05] a word finds the messages that have it', async () => {
  const { user } = await renderView(filled(), <Tab />);
  await screen.findByText('disk full');
  await user.type(screen.getByRole('combobox', { name: 'Filter by text, logger or request' }), 'import');
  await waitFor(() => expect(screen.getByText('1 of 4')).toBeTruthy());
  expect(await screen.findByText('Import started')).toBeTruthy();
});

test('the chosen notification shows its message and leads to the exchange it belongs to', async () => {
  const { user, wirebench } = await renderView(filled(), <Tab />);
  await user.click(await screen.findByText('disk full'));
  const detail = screen.getByRole('complementary', { name: 'Notification' });
  const tree = await within(detail).findByRole('tree', { name: 'Message' });
  expect(within(tree).getByText('"emergency"')).toBeTruthy();
  expect(within(detail).getByRole('button', { name: 'Copy as' })).toBeTruthy();
  await user.click(screen.getByText('Import started'));
  await user.click(await within(detail).findByRole('button', { name: 'tools/call import_files, id 61' }));
  const page = wirebench.page.getState();
  expect(page.tabs.srv1).toBe('traffic');
  expect(page.selected['ses1/traffic']).toBe('7');
});

test('what it belongs to is a request or a stream by its id, else its row', () => {
  const on = (over: Partial<TrafficRow>) => belongsTo(notice(0, over));
  expect(on({ rpcId: 61, parent: 3 })).toBe('id 61');
  expect(on({ rpcId: 4, parent: 3, onStream: true })).toBe('stream 4');
  expect(on({ parent: 3, onStream: true })).toBe('stream #4');
  expect(on({ parent: 3 })).toBe('#4');
  expect(on({})).toBeUndefined();
});

test('the notifications are exported alone, all of them or those that are shown', async () => {
  const host = filled();
  host.on('log.export', () => ({
    name: 'n.jsonl',
    path: '/data/n.jsonl',
    bytes: 0,
    hidden: 0,
    headersKept: false,
    notes: [],
  }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByText('Progress'));
  await user.click(screen.getByRole('button', { name: 'Export notifications' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Export notifications' }));
  await user.click(dialog.getByRole('button', { name: 'Export' }));
  await dialog.findByText(/^The file is|A copy is saved/);
  await user.click(dialog.getByRole('radio', { name: 'All notifications of the session' }));
  await user.click(dialog.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(host.inputs('log.export')).toHaveLength(2));
  const only = { kinds: ['notice'], dir: 'in' };
  expect(host.inputs('log.export')).toEqual([
    { sessionId: 'ses1', format: 'jsonl', filter: { ...only, methods: ['notifications/progress'] } },
    { sessionId: 'ses1', format: 'jsonl', filter: only },
  ]);
});

test('[LOG-06] what a log message says is text: no markup, no colours, hidden characters named', async () => {
  const host = withLogging({ counts: { wire: 0, traffic: 0, stderr: 0, notices: 1, client: 0, errors: 0 } });
  const evil = '<img src=x onerror=alert(1)> \u001b[31mred\u001b[0m \u202egnp.exe';
  host.addTraffic('ses1', [notice(0, { level: 'info', logger: '<b>db</b>', preview: evil, seq: 7 })], 'notices');
  const message = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: evil } };
  host.setBody('ses1', 7, JSON.stringify(message));
  const { container, user } = await renderView(host, <Tab />);
  await user.click(await screen.findByText(/onerror=alert/));
  const detail = screen.getByRole('complementary', { name: 'Notification' });
  await within(detail).findByRole('tree', { name: 'Message' });
  expect(container.textContent).toContain('<b>db</b>');
  expect(container.querySelector('img, b')).toBeNull();
  for (const hidden of ['\u001b', '\u202e']) expect(container.textContent).not.toContain(hidden);
  expect(container.textContent).toContain('U+202E');
});

test.each([
  ['text', '"data":"text"'],
  [3.5, '"data":3.5'],
  [null, '"data":null'],
  [true, '"data":true'],
  [['a', 1], '"a"'],
  [{ rows: 12 }, '"rows":12'],
])('[LOG-03] a log message with the data %j is shown whole', async (data, words) => {
  const host = withLogging({ counts: { wire: 0, traffic: 0, stderr: 0, notices: 1, client: 0, errors: 0 } });
  const row = notice(0, { level: 'info', logger: 'db', preview: 'as the fold cut it', seq: 7 });
  host.addTraffic('ses1', [row], 'notices');
  const params = { level: 'info', logger: 'db', data };
  host.setBody('ses1', 7, JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params }));
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByText('as the fold cut it'));
  const tree = await screen.findByRole('tree', { name: 'Message' });
  await waitFor(() => expect(tree.textContent?.replace(/\s/g, '')).toContain(words));
});

test('without a level asked for, a modern server is silent: it says so and offers to change it', async () => {
  const host = withLogging();
  const { user, wirebench } = await renderView(host, <Tab />);
  expect(await screen.findByText('Log messages are off. Turn on info and up.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Turn on info and up' }));
  await waitFor(() =>
    expect(host.inputs('operation.run')).toEqual([
      { sessionId: 'ses1', verb: 'logging.level', input: { level: 'info' } },
    ]),
  );
  const select = screen.getByRole('combobox', { name: 'Ask the server for' });
  await waitFor(() => expect(wirebench.entities.getState().operation.size).toBe(1));
  // The level is the server's once it took it.
  expect((select as HTMLSelectElement).value).toBe('off');
  for (const id of wirebench.entities.getState().operation.keys()) host.finish(id, {});
  host.patch('session', 'ses1', { logLevel: 'info' });
  await waitFor(() => expect((select as HTMLSelectElement).value).toBe('info'));
  expect(screen.queryByRole('button', { name: 'Turn on info and up' })).toBeNull();
});

test('a refused level is told', async () => {
  const host = withLogging();
  host.on('operation.run', () => {
    const fault = { kind: 'protocol' as const, code: -32602, message: 'The server does not know this level.' };
    host.put('operation', 'op9', operation({ id: 'op9', verb: 'logging.level', status: 'failed', fault }));
    return { operationId: 'op9' };
  });
  const { user } = await renderView(host, <Tab />);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Ask the server for' }), 'debug');
  expect((await screen.findByRole('alert')).textContent).toContain('The server does not know this level.');
  expect(screen.getByRole('combobox', { name: 'Ask the server for' })).toHaveProperty('value', 'off');
});

test('a server without logging cannot be asked', async () => {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session());
  await renderView(host, <Tab />);
  expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Ask the server for' })).disabled).toBe(true);
  expect(screen.queryByText(/Log messages are off/)).toBeNull();
});

test('a click on what it belongs to leads to the row in Traffic', async () => {
  const { user, wirebench } = await renderView(filled(), <Tab />);
  await user.click(await screen.findByText('#8'));
  expect(wirebench.page.getState().selected['ses1/traffic']).toBe('7');
  expect(wirebench.page.getState().tabs.srv1).toBe('traffic');
  // The row itself was not chosen by it.
  expect(screen.queryByRole('complementary', { name: 'Notification' })).toBeNull();
});

test('a notification that no protocol knows is marked, with its params as they came', async () => {
  const host = filled();
  host.addTraffic('ses1', [notice(4, { method: 'notifications/acme/shipped', preview: '{"orders":[1]}' })], 'notices');
  await renderView(host, <Tab />);
  const row = (await screen.findByText('{"orders":[1]}')).closest('[role="row"]');
  expect(row?.textContent).toContain('unknown');
  expect(row?.textContent).toContain('acme/shipped');
});

test('levels have their counts, and the figure says in words when how many came', async () => {
  const host = filled();
  host.on('log.rates', ({ everyMs, count }) => {
    const series = (...last: number[]) => [...Array.from({ length: count - last.length }, () => 0), ...last];
    const levels = { info: series(2, 0), emergency: series(0, 1), progress: series(1, 4) };
    return { until: START, everyMs, levels, totals: { info: 1204, emergency: 1, error: 2, progress: 5 } };
  });
  const { user } = await renderView(host, <Tab />);
  expect(await screen.findByRole('button', { name: 'info 1,204' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'error and up 3' })).toBeTruthy();
  const words = () => screen.getByRole('img', { name: /in the last/ }).getAttribute('aria-label');
  expect(words()).toMatch(/^8 notifications in the last 120 seconds, 1 error, at most 5 in one second, at /);
  await user.click(screen.getByText('Progress'));
  await waitFor(() => expect(words()).toMatch(/^5 notifications in the last 120 seconds, at most 4/));
});

test('paused, the view stays as it is and says how many it holds back', async () => {
  const host = filled();
  const { user } = await renderView(host, <Tab />);
  await screen.findByText('disk full');
  await user.click(screen.getByRole('button', { name: 'Pause view' }));
  host.addTraffic('ses1', [notice(4, { level: 'info', preview: 'held back' })], 'notices');
  host.patch('session', 'ses1', { counts: { wire: 0, traffic: 0, stderr: 0, notices: 5, client: 0, errors: 0 } });
  expect(await screen.findByText('View paused, still capturing, 1 new')).toBeTruthy();
  expect(screen.queryByText('held back')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  expect(await screen.findByText('held back')).toBeTruthy();
  expect(screen.queryByText(/View paused/)).toBeNull();
});

test('the filter is the query language: the host gets it as such', async () => {
  const host = filled();
  const { user } = await renderView(host, <Tab />);
  await screen.findByText('disk full');
  await user.click(screen.getByRole('combobox', { name: 'Filter by text, logger or request' }));
  await user.paste('foo:bar disk');
  expect(await screen.findByText('No filter named foo')).toBeTruthy();
});

test('a notification that is chosen while it is on its way is chosen when it comes', async () => {
  const host = filled();
  let come: () => void = () => undefined;
  const coming = new Promise<void>((resolve) => {
    come = resolve;
  });
  host.on('log.page', async (input) => {
    await coming;
    return host.logs.page(input);
  });
  const { user } = await renderView(host, <Tab />);
  const grid = await screen.findByRole('treegrid', { name: 'Notifications' });
  grid.focus();
  await user.keyboard('{End}');
  expect(grid.querySelector('[aria-selected="true"]')).toBeNull();
  come();
  await waitFor(() => expect(within(grid).getAllByRole('row').at(-1)?.getAttribute('aria-selected')).toBe('true'));
});
