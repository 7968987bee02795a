import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { TrafficRow } from '#shared/exchange.ts';
import { Inspector } from '../../../../src/renderer/features/traffic/inspector.tsx';
import { strayLine, strayRow, strayWords } from '../../../../src/renderer/features/traffic/stray-words.ts';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { line, session, traffic } from '../../support/samples.ts';

const titleOfRow = (row: Partial<TrafficRow>) => {
  const stray = strayRow(traffic(0, { method: 'stdout', kind: 'noise', dir: 'in', ...row }));
  return stray && strayWords(stray).title;
};
const titleOfLine = (text: string, row: Parameters<typeof line>[2], over: 'stdio' | 'http' = 'stdio') => {
  const stray = strayLine(line(0, text, row), over);
  return stray && strayWords(stray).title;
};

const nothing = () => undefined;
const SENT = 'You sent text that is not a message';
const HALF = 'The server printed something that looks like a message, but is none';
const LOG = 'The server printed a log line on stdout';

test('what is said of a stray line tells who sent it and what it is, alike in both views', () => {
  expect(titleOfRow({ method: 'sent text', dir: 'out', preview: 'not json at all' })).toBe(SENT);
  expect(titleOfLine('not json at all', { k: 'frame', dir: 'out' })).toBe(SENT);
  expect(titleOfRow({ preview: '{"jsonrpc":"2.0","id":5' })).toBe(HALF);
  expect(titleOfLine('{"jsonrpc":"2.0","id":5', { k: 'noise', dir: 'in' })).toBe(HALF);
  expect(titleOfRow({ preview: 'DEBUG x' })).toBe(LOG);
  expect(titleOfLine('DEBUG x', { k: 'noise', dir: 'in' })).toBe(LOG);
  expect(titleOfRow({ method: 'body', preview: '<html>' })).toMatch(/not JSON-RPC/);
  expect(titleOfLine('<html>', { k: 'noise', dir: 'in' }, 'http')).toMatch(/not JSON-RPC/);
  expect(titleOfRow({ method: 'answer', status: 'unknown id' })).toBe(
    'The server sent an answer to no request that waits',
  );
  const found = strayLine(line(0, '{"id":7,"result":{}}', { k: 'frame', dir: 'in' }), 'stdio', [{ rule: 'RPC-02' }]);
  expect(found && strayWords(found).title).toBe('The server sent an answer to no request that waits');
  expect(titleOfRow({ method: 'answer', dir: 'out' })).toBe('You sent an answer to no request that waits');
});

test('messages are no stray lines', () => {
  expect(titleOfRow({ kind: 'notice' })).toBeUndefined();
  expect(titleOfLine('{"jsonrpc":"2.0","id":1,"method":"ping"}', { k: 'frame', dir: 'out' })).toBeUndefined();
  expect(titleOfLine('[{"jsonrpc":"2.0","id":1,"meth', { k: 'frame', dir: 'out', cut: true })).toBeUndefined();
  expect(titleOfLine('{"id":7,"result":{}}', { k: 'frame', dir: 'in' })).toBeUndefined();
});

test('the inspector blames nobody for text that was sent by hand, and shows an odd answer as a message', async () => {
  const host = new FakeHost();
  host.put('session', 'ses1', session());
  host.setBody('ses1', 1, '{"id":987654,"result":{}}');
  const odd = { method: 'answer', kind: 'noise', dir: 'in', seq: 1, status: 'unknown id' } as const;
  const row = traffic(0, odd);
  await renderView(
    host,
    <Inspector
      sessionId="ses1"
      row={row}
      awaiting={false}
      tab="thread"
      onTab={nothing}
      onClose={nothing}
      focusCount={0}
    />,
  );
  expect(await screen.findByText('The server sent an answer to no request that waits')).toBeTruthy();
  expect(screen.queryByText(/send logs to stderr/)).toBeNull();
  expect(await screen.findByText('987654')).toBeTruthy();
});
