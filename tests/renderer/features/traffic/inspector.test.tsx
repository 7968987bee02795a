import { screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { TrafficRow } from '#shared/exchange.ts';
import type { HttpView } from '#shared/log-views.ts';
import { specUrl } from '../../../../src/renderer/features/traffic/finding-list.tsx';
import { httpPhases } from '../../../../src/renderer/features/traffic/http-panel.tsx';
import { Inspector } from '../../../../src/renderer/features/traffic/inspector.tsx';
import type { InspectorTab } from '../../../../src/renderer/features/traffic/inspector-tab.ts';
import type { ThreadReport } from '../../../../src/renderer/parts/use-thread.ts';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { exchange, START, server, session, traffic } from '../../support/samples.ts';

const SPEC = '2026-07-28 basic/patterns/mrtr';
const REPORT: ThreadReport = {
  steps: [
    { kind: 'sent', title: 'Request sent', detail: 'id 41', after: 0, seq: 3, path: ['params', 'arguments'] },
    {
      kind: 'ask',
      title: 'Server needs input',
      detail: 'input_required',
      text: '1 request: severity, a form with 2 fields. requestState 212 bytes, opaque.',
      after: 126_000,
      seq: 4,
      path: ['result', 'inputRequests'],
    },
    {
      kind: 'reply',
      title: 'You accepted',
      after: 12_500_000,
      waitedUs: 12_400_000,
      seq: 5,
      path: ['params', 'inputResponses', 'severity', 'content'],
    },
    { kind: 'retry', title: 'Retried with the answer', detail: 'id 42', after: 12_500_000 },
    {
      kind: 'progress',
      title: '3 progress updates',
      text: 'last: Linking to sprint',
      after: 14_500_000,
      count: 3,
      progress: { value: 3, total: 3 },
      items: ['One', 'Two', 'Linking to sprint'].map((text, at) => ({ text, after: 13_000_000 + at, seq: 6 + at })),
    },
    { kind: 'result', title: 'Result', detail: 'complete', text: '2 content blocks.', tone: 'ok', after: 14_900_000 },
  ],
  phases: [
    { what: 'first', from: 0, to: 126_000, round: 1 },
    { what: 'person', from: 126_000, to: 12_500_000 },
    { what: 'server', from: 12_500_000, to: 14_900_000, round: 2 },
  ],
  passed: [
    { rule: 'MRTR-02', text: 'requestState came back byte for byte', ref: SPEC },
    { rule: 'MRTR-04', text: 'Retry used a new request id', ref: SPEC },
  ],
  found: [],
};
const WARNING = {
  rule: 'TOOL-09',
  severity: 'warn',
  seq: 4,
  text: 'No text block repeats it.',
  ref: '2026-07-28 server/tools',
} as const;

const HTTP: HttpView = {
  ch: 'h1',
  method: 'POST',
  url: 'https://mcp.example/mcp',
  requestHeaders: [
    ['Authorization', 'Bearer {{secret:token}}'],
    ['Mcp-Method', 'tools/list'],
    ['MCP-Protocol-Version', '2026-07-28'],
  ],
  status: 200,
  statusText: 'OK',
  responseHeaders: [['Content-Type', 'application/json']],
  startedAt: START * 1000,
  headAt: START * 1000 + 5000,
  endedAt: START * 1000 + 9000,
  chunks: 2,
  bodySeqs: [21, 22],
  timing: { reused: false, dnsUs: 1000, tcpUs: 500, tlsUs: 1500, sentUs: 3200 },
  matches: [
    { name: 'Mcp-Method', state: 'differs', want: 'tools/call' },
    { name: 'MCP-Protocol-Version', state: 'matches', want: '2026-07-28' },
    { name: 'Mcp-Name', state: 'missing', want: 'create_issue' },
  ],
};

function prepared(): FakeHost {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session());
  host.on('exchange.get', ({ exchangeId }) => ({ exchange: exchange({ id: exchangeId, ch: 'h1' }), http: [HTTP] }));
  host.on('exchange.thread', () => REPORT);
  const meta = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
  host.setBody(
    'ses1',
    3,
    JSON.stringify({ params: { name: 'create_issue', arguments: { board: 'sprint-31' }, ...meta } }),
  );
  host.setBody(
    'ses1',
    4,
    JSON.stringify({ result: { inputRequests: { severity: { method: 'elicitation/create' } } } }),
  );
  host.setBody(
    'ses1',
    5,
    JSON.stringify({ params: { inputResponses: { severity: { content: { severity: 'high' } } } } }),
  );
  return host;
}

const CALL = traffic(10, { method: 'tools/call', name: 'create_issue', exchangeId: 'ex1' });

function View({ row = CALL }: { readonly row?: TrafficRow }) {
  const [tab, setTab] = useState<InspectorTab>('thread');
  return (
    <Inspector
      {...{ sessionId: 'ses1', row, tab, focusCount: 0 }}
      awaiting={false}
      onTab={setTab}
      onClose={() => undefined}
    />
  );
}

const steps = async () =>
  within(await screen.findByRole('list', { name: 'Steps of the call' })).getAllByRole('listitem');
const accessible = async (container: Element) => {
  const { violations } = await axe.run(container, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
};

test('the thread tells the steps in order; arguments and reply are shown, the rest on request', async () => {
  const host = prepared();
  const { user, container } = await renderView(host, <View />);
  const list = await steps();
  expect(list.map((step) => step.querySelector('.hd')?.textContent)).toEqual([
    'Request sentid 410 ms',
    'Server needs inputinput_required126 ms',
    'You acceptedafter 12.4 s12.5 s',
    'Retried with the answerid 4212.5 s',
    '3 progress updateslast: Linking to sprint14.5 s',
    'Resultcomplete14.9 s',
  ]);
  expect(await screen.findByRole('tree', { name: 'Request sent' })).toBeTruthy();
  expect(screen.getByText('"sprint-31"')).toBeTruthy();
  expect(await screen.findByText('"high"')).toBeTruthy();
  expect(host.inputs('log.body').map(({ seq }) => seq)).not.toContain(4);
  await user.click(screen.getByRole('button', { name: 'Show the question of: Server needs input' }));
  expect(await screen.findByText('"elicitation/create"')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show each of: 3 progress updates' }));
  expect(screen.getByText('Two')).toBeTruthy();
  await accessible(container);
});

test('checks that all pass are folded; a warning opens them, with the ones that passed and their references', async () => {
  const host = prepared();
  const { user, unmount } = await renderView(host, <View />);
  const checks = await screen.findByRole('region', { name: 'Protocol checks' });
  expect(await within(checks).findByText('2 passed')).toBeTruthy();
  expect(within(checks).queryByText('Retry used a new request id')).toBeNull();
  await user.click(within(checks).getByRole('button', { name: 'Show the checks' }));
  expect(within(checks).getAllByRole('img', { name: 'Passed' })).toHaveLength(2);
  unmount();
  const other = prepared();
  other.on('exchange.thread', () => ({ ...REPORT, found: [WARNING] }));
  const next = await renderView(other, <View />);
  const opened = await screen.findByRole('region', { name: 'Protocol checks' });
  expect(await within(opened).findByText('2 passed, 1 warning')).toBeTruthy();
  const items = within(opened).getAllByRole('listitem');
  expect(items[0]?.textContent).toBe('No text block repeats it.');
  const link = within(items[1] ?? opened).getByRole('button', { name: `Specification, ${SPEC} (MRTR-02)` });
  await next.user.click(link);
  expect(other.inputs('shell.open')).toEqual([{ url: specUrl(SPEC) }]);
  expect(specUrl(SPEC)).toBe('https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr');
  expect(specUrl('SEP-2663 notifications')).toBe('https://modelcontextprotocol.io/seps/2663');
  expect(specUrl('RFC8259 section-4')).toBe('https://www.rfc-editor.org/rfc/rfc8259#section-4');
});

test('headers of the protocol come first with what the body says; hidden values are said', async () => {
  const { user, container } = await renderView(prepared(), <View />);
  await user.click(await screen.findByRole('tab', { name: 'Headers' }));
  const table = screen.getByRole('region', { name: 'Request headers' });
  expect(
    within(table)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual(['Mcp-Method', 'MCP-Protocol-Version', 'Mcp-Name', 'Authorization']);
  expect(
    within(table)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'tools/listdiffers from the body, the body says tools/call',
    '2026-07-28matches the body',
    'missing, the body says create_issue',
    'Bearer {{secret:token}}Hidden in the log; it was sent in full.',
  ]);
  await accessible(container);
});

test('the time is told as a table whose bars are only pictures, and whether the connection was there already', async () => {
  const { user, container } = await renderView(prepared(), <View />);
  await user.click(await screen.findByRole('tab', { name: 'Timing' }));
  const table = await screen.findByRole('table', { name: 'Phases of the time it took' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Waiting for the first byte round 10 ms126 ms',
    'Waiting for a person126 ms12.4 s',
    'Other side working round 212.5 s2.4 s',
  ]);
  expect(screen.getByText('New connection')).toBeTruthy();
  await accessible(container);
});

test('a connection that was used again is said to be', async () => {
  const host = prepared();
  const http = [{ ...HTTP, timing: { reused: true } }];
  host.on('exchange.get', ({ exchangeId }) => ({ exchange: exchange({ id: exchangeId, ch: 'h1' }), http }));
  const { user } = await renderView(host, <View />);
  await user.click(await screen.findByRole('tab', { name: 'Timing' }));
  expect(screen.getByText('Connection reused')).toBeTruthy();
});

test('a row of the view of all servers is read from its own session', async () => {
  const host = prepared();
  await renderView(host, <View row={{ ...CALL, sessionId: 'other' }} />);
  await steps();
  expect(host.inputs('exchange.get')[0]?.sessionId).toBe('other');
  expect(host.inputs('exchange.thread')[0]?.sessionId).toBe('other');
});

test('HTTP without a message shows its headers, its body and how its time was spent', async () => {
  const host = prepared();
  host.on('exchange.http', () => ({ http: [HTTP] }));
  host.setBody('ses1', 21, 'first part');
  host.setBody('ses1', 22, 'second part');
  const { exchangeId: _none, ...row } = traffic(4, {
    kind: 'auth',
    method: 'GET',
    name: 'https://auth.example/x',
    seq: 20,
  });
  const { user, container } = await renderView(host, <View row={{ ...row, ticks: [row.m + 2_000_000] }} />);
  expect(await screen.findByRole('region', { name: 'Request headers' })).toBeTruthy();
  expect(host.inputs('exchange.http')).toEqual([{ sessionId: 'ses1', seq: 20 }]);
  await user.click(screen.getByRole('tab', { name: 'Response' }));
  expect(await screen.findByText('second part')).toBeTruthy();
  expect(screen.getByText('body in 2 parts')).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: 'Timing' }));
  expect(screen.getByText('after 2.0 s')).toBeTruthy();
  expect(httpPhases(HTTP)).toEqual([
    { what: 'name', from: 0, to: 1000 },
    { what: 'tcp', from: 1000, to: 1500 },
    { what: 'tls', from: 1500, to: 3000 },
    { what: 'sending', from: 3000, to: 3200 },
    { what: 'first', from: 3200, to: 5000 },
    { what: 'receiving', from: 5000, to: 9000 },
  ]);
  await accessible(container);
});

test('a notification says its level, logger and words before its message', async () => {
  const host = prepared();
  host.setBody('ses1', 9, '{"method":"notifications/message","params":{"level":"warning","data":"disk"}}');
  const { exchangeId: _none, ...row } = traffic(5, {
    kind: 'notice',
    method: 'notifications/message',
    preview: 'disk is full',
    level: 'warning',
    logger: 'store',
    dir: 'in',
    seq: 9,
    parent: 1,
  });
  await renderView(host, <View row={row} />);
  await waitFor(() => expect(screen.getByText('disk is full')).toBeTruthy());
  const words = screen.getAllByRole('term').map(({ textContent }) => textContent);
  expect(words).toEqual(['Level', 'Logger', 'Says', 'Received', 'Size', 'Belongs to']);
});

test('a notification that went out over HTTP shows its headers and can be copied for curl', async () => {
  const host = prepared();
  host.setBody('ses1', 9, '{"jsonrpc":"2.0","method":"notifications/initialized"}');
  const http: HttpView = {
    ...{ ch: 'h2', method: 'POST', url: 'http://a/mcp', startedAt: START * 1000, chunks: 0, status: 202 },
    requestHeaders: [['X-Trace', 'abc']],
    responseHeaders: [],
  };
  host.on('exchange.http', () => ({ http: [http] }));
  const { exchangeId: _none, ...row } = traffic(5, { kind: 'notice', method: 'notifications/initialized', seq: 9 });
  const { user } = await renderView(host, <View row={{ ...row, dir: 'out' }} />);
  await user.click(await screen.findByText('Headers'));
  expect(await screen.findByText('X-Trace')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Copy as' }));
  expect((await screen.findByRole('menuitem', { name: /^curl/ })).getAttribute('aria-disabled')).not.toBe('true');
});

test('steps that cannot be read are said to be so, and the rest stays', async () => {
  const host = prepared();
  host.on('exchange.thread', () => {
    throw new Error('gone');
  });
  const { user } = await renderView(host, <View />);
  expect(await screen.findByText('The steps could not be read')).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: 'Request' }));
  expect(await screen.findByRole('tree', { name: 'Request' })).toBeTruthy();
});

test('the row of a call with rounds has figures and messages of all of them; a round below it has its own', async () => {
  const host = prepared();
  const round = (id: string, seq: number) => ({
    ...{ id, rpcId: seq, status: 'complete' as const, requestSeq: seq, responseSeq: seq + 1 },
    ...{ bytesOut: 100, bytesIn: 200, tookUs: 1000 },
  });
  host.on('exchange.get', ({ exchangeId }) => ({
    exchange: exchange({ ...round(exchangeId, 3), moreAnswers: [7] }),
    http: [],
  }));
  const rounds = [{ ...round('ex1', 3), moreAnswers: [7] }, round('ex2', 5)];
  host.on('exchange.thread', () => ({ ...REPORT, rounds }));
  host.setBody('ses1', 6, '{"result":{"content":"the last"}}');
  host.setBody('ses1', 7, '{"result":{"content":"the second"}}');
  const whole = { ...CALL, group: 'rounds' as const, tookUs: 2000, waitedUs: 5_000_000 };
  const { user, unmount } = await renderView(host, <View row={whole} />);
  await steps();
  await user.click(screen.getByRole('tab', { name: 'Request' }));
  expect(await screen.findByText('200 B asked, 400 B answered')).toBeTruthy();
  expect(screen.getByText('3, 5')).toBeTruthy();
  expect(screen.getByText('5.0 s')).toBeTruthy();
  expect(screen.getByText('round 2 of 2, message 5')).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: 'Response' }));
  expect(await screen.findByText('"the last"')).toBeTruthy();
  expect(await screen.findByText('"the second"')).toBeTruthy();
  const titles = screen.getAllByText(/message \d$/).map(({ textContent }) => textContent);
  expect(titles).toEqual(['round 2 of 2, message 6', 'round 1 of 2, message 4', 'message 7']);
  await user.click(screen.getByRole('tab', { name: 'Raw' }));
  expect(screen.getAllByText(/message \d$/)).toHaveLength(5);
  unmount();
  const next = await renderView(host, <View row={{ ...whole, under: 9, parent: 9 }} />);
  await steps();
  await next.user.click(screen.getByRole('tab', { name: 'Raw' }));
  expect(screen.getAllByText(/message \d$/).map(({ textContent }) => textContent)).toEqual([
    'message 3',
    'message 4',
    'message 7',
  ]);
});
