import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Finding } from '#shared/records.ts';
import { TrafficTab } from '../../../../src/renderer/features/traffic/traffic-tab.tsx';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { exchange, line, START, server, session, traffic } from '../../support/samples.ts';
import { withFeedback } from './act/act-kit.tsx';

function Tab() {
  const entry = useEntity('server', 'srv1');
  const current = useEntity('session', 'ses1');
  return entry ? <TrafficTab server={entry} session={current} /> : null;
}

function prepared(): FakeHost {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put(
    'session',
    'ses1',
    session({ counts: { wire: 6, traffic: 4, stderr: 0, notices: 1, client: 0, errors: 1 } }),
  );
  host.addTraffic(
    'ses1',
    [
      traffic(0, { method: 'server/discover', bytes: 812 }),
      traffic(1, { method: 'tools/call', name: 'create_issue', worst: 'warn' }),
      traffic(2, {
        kind: 'notice',
        method: 'notifications/progress',
        preview: '1 of 3',
        status: '',
        parent: 1,
        dir: 'in',
        seq: 9,
      }),
      traffic(3, { method: 'tools/call', name: 'close_issue', status: 'error' }),
    ].map(({ exchangeId, ...row }) => (row.kind === 'notice' ? row : { ...row, exchangeId })),
  );
  host.on('exchange.get', ({ exchangeId }) => ({
    exchange: exchange({
      id: exchangeId,
      name: 'create_issue',
      findings: [
        {
          rule: 'RPC-04',
          severity: 'warn',
          seq: 4,
          text: 'The result has no resultType.',
          ref: '2026-07-28 basic',
        },
      ],
    }),
    http: [],
  }));
  host.setBody('ses1', 3, '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_issue"}}');
  host.setBody('ses1', 4, '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}');
  host.setBody('ses1', 9, '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}');
  return host;
}

const rowOf = (text: string) => {
  const row = within(screen.getByRole('treegrid')).getByText(text).closest('[role="row"]');
  if (!(row instanceof HTMLElement)) throw new Error(`no row with ${text}`);
  return row;
};

test('rows carry number, kind, method, status, size, time taken and a waterfall in words', async () => {
  await renderView(prepared(), <Tab />);
  await screen.findByText('create_issue');
  const table = screen.getByRole('treegrid', { name: 'Exchanges' });
  expect(table.getAttribute('aria-rowcount')).toBe('5');
  const row = within(rowOf('create_issue'));
  expect(row.getByRole('img', { name: 'Call' })).toBeTruthy();
  expect(row.getByRole('img', { name: 'Protocol warning' })).toBeTruthy();
  expect(row.getByRole('img', { name: 'starts at 1 ms, takes 184 ms' })).toBeTruthy();
  expect(row.getByText('184 ms')).toBeTruthy();
  expect(within(rowOf('server/discover')).getByText('812 B')).toBeTruthy();
  expect(within(rowOf('1 of 3')).getByText('on #2')).toBeTruthy();
  expect(screen.getByText('4 of 4 rows')).toBeTruthy();
});

test('choosing a row shows its request; keys move on; Enter goes into the inspector; closing comes back', async () => {
  const { user } = await renderView(prepared(), <Tab />);
  await user.click(await screen.findByText('create_issue'));
  const inspector = await screen.findByRole('complementary', { name: 'Inspector' });
  await user.click(await within(inspector).findByRole('tab', { name: 'Request' }));
  expect(await within(inspector).findByRole('tree', { name: 'Request' })).toBeTruthy();
  expect(within(inspector).getByText('The result has no resultType.')).toBeTruthy();
  expect(within(inspector).getByText('1 warning')).toBeTruthy();
  await user.click(within(inspector).getByRole('tab', { name: 'Raw' }));
  expect(await within(inspector).findByText('{"jsonrpc":"2.0","id":1,"result":{"content":[]}}')).toBeTruthy();
  screen.getByRole('treegrid').focus();
  await user.keyboard('j');
  expect(rowOf('1 of 3').getAttribute('aria-selected')).toBe('true');
  expect(await within(inspector).findByText('Belongs to')).toBeTruthy();
  await user.keyboard('{Home}{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('complementary', { name: 'Inspector' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('treegrid'));
  await user.keyboard('j');
  expect(await screen.findByRole('complementary', { name: 'Inspector' })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('treegrid'));
});

test('kinds and text are filtered by the host, and a filter without a match can be cleared', async () => {
  const host = prepared();
  const { user } = await renderView(host, <Tab />);
  await screen.findByText('create_issue');
  await user.click(screen.getByRole('button', { name: /Errors/ }));
  await waitFor(() => expect(screen.queryByText('create_issue')).toBeNull());
  expect(await screen.findByText('close_issue')).toBeTruthy();
  expect(screen.getByText('1 of 4 rows')).toBeTruthy();
  await user.type(screen.getByRole('combobox', { name: 'Filter' }), 'nothing has this');
  await screen.findByText('Nothing matches “nothing has this”');
  await user.click(screen.getByRole('button', { name: 'Clear the filter' }));
  expect(await screen.findByText('create_issue')).toBeTruthy();
});

test('the key of the errors works on what stands in the place of the table, too', async () => {
  const { user } = await renderView(prepared(), <Tab />);
  await screen.findByText('create_issue');
  await user.type(screen.getByRole('combobox', { name: 'Filter' }), 'create_issue');
  await waitFor(() => expect(screen.queryByText('close_issue')).toBeNull());
  screen.getByRole('treegrid').focus();
  await user.keyboard('e');
  // With the table gone, the focus is here.
  (await screen.findByRole('button', { name: 'Clear the filter' })).focus();
  await user.keyboard('e');
  expect(await screen.findByText('create_issue')).toBeTruthy();
});

test('a row that changes is drawn anew, and its exchange is read again', async () => {
  const host = prepared();
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByText('close_issue'));
  await waitFor(() => expect(host.inputs('exchange.get')).toHaveLength(1));
  host.addTraffic('ses1', [traffic(3, { rev: 2, name: 'close_issue', status: 'timed out' })]);
  expect(await screen.findByText('timed out')).toBeTruthy();
  await waitFor(() => expect(host.inputs('exchange.get')).toHaveLength(2));
});

test('[DBG-04] what was found about a record of its own is shown, also when it comes later', async () => {
  const host = prepared();
  const found: Finding[] = [];
  host.on('log.findings', () => ({ findings: [...found] }));
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByText('1 of 3'));
  const inspector = await screen.findByRole('complementary', { name: 'Inspector' });
  expect(await within(inspector).findByText('nothing found')).toBeTruthy();
  const { seq } = host.inputs('log.findings')[0] ?? { seq: -1 };
  found.push({ rule: 'PROG-03', severity: 'warn', seq, text: 'params.total is "3".', ref: '2026-07-28 basic' });
  const { exchangeId: _none, ...row } = traffic(2, {
    rev: 9,
    kind: 'notice',
    method: 'notifications/progress',
    preview: '1 of 3',
    parent: 1,
    dir: 'in',
    seq,
    worst: 'warn',
  });
  host.addTraffic('ses1', [row]);
  expect(await within(inspector).findByText('params.total is "3".')).toBeTruthy();
  expect(within(inspector).getByText('1 warning')).toBeTruthy();
});

test('[DBG-04] a stray line on the wire shows what was found about it', async () => {
  const host = prepared();
  host.addLines('ses1', 'wire', [line(0, '{"jsonrpc":"2.0","result":{}}', { k: 'noise', dir: 'in' })]);
  host.on('log.findings', ({ seq }) => ({
    findings: [{ rule: 'RPC-02', severity: 'warn', seq, text: 'An answer without an id belongs to no request.' }],
  }));
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('tab', { name: 'Wire' }));
  await user.click(await screen.findByText('{"jsonrpc":"2.0","result":{}}'));
  const pane = screen.getByRole('complementary', { name: 'Selected line' });
  expect(await within(pane).findByText('An answer without an id belongs to no request.')).toBeTruthy();
  expect(within(pane).getByRole('img', { name: 'Warning' })).toBeTruthy();
});

test('headers appear for HTTP only, the ones of the protocol first', async () => {
  const host = prepared();
  host.on('exchange.get', () => ({
    exchange: exchange(),
    http: [
      {
        ch: 'h1',
        method: 'POST',
        url: 'https://mcp.example/mcp',
        requestHeaders: [
          ['Accept', 'application/json'],
          ['Mcp-Method', 'tools/call'],
        ],
        status: 200,
        responseHeaders: [],
        startedAt: START * 1000,
        chunks: 1,
      },
    ],
  }));
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByText('create_issue'));
  await user.click(await screen.findByRole('tab', { name: 'Headers' }));
  const names = within(screen.getByRole('region', { name: 'Request headers' })).getAllByRole('term');
  expect(names.map((name) => name.textContent)).toEqual(['Mcp-Method', 'Accept']);
});

test('the wire view shows every line in order, marks what is no message and explains it', async () => {
  const host = prepared();
  host.addLines('ses1', 'wire', [
    line(0, '{"jsonrpc":"2.0","id":1,"method":"ping"}', { k: 'frame', dir: 'out' }),
    line(1, 'DEBUG opening customers.csv', { k: 'noise', dir: 'in', bytes: 37 }),
    line(2, '{"jsonrpc":"2.0","id":1,"result":{}}', { k: 'frame', dir: 'in' }),
    line(3, '{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"no"}}', { k: 'frame', dir: 'in' }),
  ]);
  host.setBody('ses1', 2, 'DEBUG opening customers.csv (41 KB)');
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('tab', { name: 'Wire' }));
  const noise = await screen.findByText('DEBUG opening customers.csv');
  expect(noise.closest('[role="row"]')?.className).toContain('bad');
  const marks = within(screen.getByRole('treegrid')).getAllByRole('img');
  expect(marks.map((mark) => mark.getAttribute('aria-label'))).toEqual([
    'Sent',
    'Received, not a message',
    'Received',
    'Received, error',
  ]);
  await user.click(noise);
  const pane = screen.getByRole('complementary', { name: 'Selected line' });
  expect(within(pane).getByText('Message 2 is not JSON-RPC')).toBeTruthy();
  expect(within(pane).getByText(/send logs to stderr/)).toBeTruthy();
  expect(await within(pane).findByText('DEBUG opening customers.csv (41 KB)')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Sent' }));
  await waitFor(() => expect(screen.getByText('1 of 6 lines')).toBeTruthy());
});

test('without a session it says what to do', async () => {
  const host = new FakeHost();
  host.put('server', 'srv1', server());
  await renderView(host, <Tab />);
  expect(await screen.findByText('No traffic yet')).toBeTruthy();
});

test('a question inside an answer has no size, and R on it says what can be sent again', async () => {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session());
  const ask = { kind: 'ask', method: 'elicitation/create', status: 'answered', dir: 'in', bytes: 0 } as const;
  host.addTraffic('ses1', [traffic(0, ask)]);
  host.on('exchange.get', ({ exchangeId }) => ({ exchange: exchange({ id: exchangeId }), http: [] }));
  const { user } = await renderView(host, withFeedback(<Tab />));
  const table = await screen.findByRole('treegrid');
  await user.click(await within(table).findByText('elicitation/create'));
  expect(within(table).queryByText('0 B')).toBeNull();
  table.focus();
  await user.keyboard('r');
  expect(await screen.findByText('Only a request that this app sent can be sent again.')).toBeTruthy();
});
