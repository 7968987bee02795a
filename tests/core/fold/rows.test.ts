import { describe, expect, test } from 'vitest';
import { ExchangeFold } from '#core/fold/exchange-fold.ts';
import { lineRow, lineViewOf } from '#core/fold/line-row.ts';
import { rowFailed } from '#core/fold/row-failed.ts';
import { lineTest, trafficTest } from '#core/fold/row-filter.ts';
import { byteLength, cutText, previewValue } from '#core/fold/row-text.ts';
import { stderrLevel } from '#core/fold/stderr-level.ts';
import type { TrafficRow } from '#shared/exchange.ts';
import type { WireRecord } from '#shared/records.ts';

const stamp = { seq: 1, t: 10, m: 1 };

describe('texts', () => {
  test.each(['', 'abc', 'é', '漢字', '😀 and \ud800 alone', '\udc00\ud800'])(
    'byteLength of %j is that of UTF-8',
    (text) => {
      expect(byteLength(text)).toBe(Buffer.byteLength(text));
    },
  );
  test('a cut never splits a pair', () => {
    expect(cutText('ab😀', 3)).toBe('ab');
    expect(cutText('ab😀', 4)).toBe('ab😀');
  });
  test('a preview of a deep value is short', () => {
    let deep: unknown = 'end';
    for (let i = 0; i < 500; i += 1) deep = { a: deep };
    expect(previewValue(deep).length).toBeLessThanOrEqual(200);
    expect(previewValue({ a: [1, null, 'x'], b: true })).toBe('{"a":[1,null,"x"],"b":true}');
  });
});

describe('rows', () => {
  test('a method or an id of any length makes a short row', () => {
    const rows: TrafficRow[] = [];
    const fold = new ExchangeFold({ row: (row) => rows.push({ ...row }), changed: () => undefined });
    const long = 'm'.repeat(100_000);
    const told = [
      { id: long, method: long },
      { id: long, result: {} },
    ];
    for (const [at, message] of told.entries()) {
      fold.apply({ seq: at + 1, t: 0, m: 0, k: 'frame', dir: 'in', ch: 'stdio', text: JSON.stringify(message) });
    }
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(JSON.stringify(row).length).toBeLessThan(1000);
  });
});

describe('line rows', () => {
  test('each kind of record is a line of one view', () => {
    const records: WireRecord[] = [
      { ...stamp, k: 'frame', dir: 'out', ch: 'stdio', text: '{}' },
      { ...stamp, k: 'noise', ch: 'stdio', text: 'x' },
      { ...stamp, k: 'stderr', text: 'x' },
      { ...stamp, k: 'http', ch: 'h', what: 'end' },
      { ...stamp, k: 'http', ch: 'h', what: 'response', status: 404, statusText: 'Not Found' },
      { ...stamp, k: 'note', what: 'x', text: 'y', level: 'info' },
    ];
    expect(records.map(lineViewOf)).toEqual(['wire', 'wire', 'stderr', undefined, 'wire', 'client']);
    const response = records[4];
    expect(response && lineRow(response, 3)).toMatchObject({
      ch: 'h',
      http: 'response',
      row: 3,
      text: 'HTTP/1.1 404 Not Found',
      level: 'error',
      dir: 'in',
    });
  });
  test('long text is cut and says so', () => {
    const line = lineRow({ ...stamp, k: 'stderr', text: 'é'.repeat(3000) }, 0);
    expect(line.text).toHaveLength(2000);
    expect(line).toMatchObject({ cut: true, bytes: 6000 });
    expect(line.tail).toBeUndefined();
  });
  test('a long message keeps its end, a short one needs none', () => {
    const frame = { ...stamp, k: 'frame', dir: 'in', ch: 'stdio' } as const;
    const text = `{"result":{"text":"${'a'.repeat(3000)}"},"id":7}`;
    expect(lineRow({ ...frame, text }, 0).tail).toBe(text.slice(-200));
    expect(lineRow({ ...frame, text: '{"result":{},"id":7}' }, 0).tail).toBeUndefined();
  });
});

describe('filters', () => {
  const row = (part: Partial<TrafficRow>): TrafficRow => ({
    row: 0,
    rev: 1,
    kind: 'call',
    method: 'tools/call',
    status: 'complete',
    bytes: 0,
    dir: 'out',
    ...stamp,
    ...part,
  });
  test.each([
    [{ status: 'complete' }, false],
    [{ status: '-32602' }, true],
    [{ status: '0' }, true],
    [{ status: 'tool error' }, true],
    [{ kind: 'http', status: '202' }, false],
    [{ kind: 'http', status: '404' }, true],
    [{ kind: 'notice', status: '' }, false],
    [{ worst: 'warn' }, false],
    [{ worst: 'error' }, true],
  ] as [Partial<TrafficRow>, boolean][])('%j failed: %s', (part, failed) => {
    expect(rowFailed(row(part))).toBe(failed);
  });
  test('text, kinds, levels and errors together', () => {
    const test1 = trafficTest({ text: 'ECHO', kinds: ['call'] });
    expect(test1?.(row({ name: 'echo' }))).toBe(true);
    expect(test1?.(row({ name: 'echo', kind: 'ask' }))).toBe(false);
    expect(trafficTest({ levels: ['warning'] })?.(row({ level: 'warning' }))).toBe(true);
    expect(trafficTest({ errorsOnly: true })?.(row({ kind: 'notice', level: 'critical' }))).toBe(true);
    expect(trafficTest({})).toBeUndefined();
    const line = { ...stamp, row: 0, k: 'noise', text: 'Banner', bytes: 6, level: 'warn' } as const;
    expect(lineTest({ text: 'banner', errorsOnly: true })?.(line)).toBe(true);
    expect(lineTest({ levels: ['error'] })?.(line)).toBe(false);
  });
  test('methods, direction, and rows without a level', () => {
    const progress = row({ kind: 'notice', method: 'notifications/progress', dir: 'in' });
    expect(trafficTest({ methods: ['notifications/progress'] })?.(progress)).toBe(true);
    expect(trafficTest({ methods: ['notifications/message'] })?.(progress)).toBe(false);
    expect(trafficTest({ dir: 'out' })?.(progress)).toBe(false);
    const poll = row({ method: 'tasks/get', name: 't1' });
    expect(trafficTest({ names: ['t1'] })?.(poll)).toBe(true);
    expect(trafficTest({ names: ['t'] })?.(poll)).toBe(false);
    expect(trafficTest({ levels: ['info', 'none'] })?.(progress)).toBe(true);
    expect(trafficTest({ levels: ['info'] })?.(progress)).toBe(false);
    const line = { ...stamp, row: 0, k: 'http', dir: 'out', text: 'POST /mcp', bytes: 0 } as const;
    expect(lineTest({ kinds: ['http'] })?.(line)).toBe(true);
    expect(lineTest({ kinds: ['noise'] })?.(line)).toBe(false);
    expect(lineTest({ dir: 'in' })?.(line)).toBe(false);
    expect(lineTest({ levels: ['warn', 'none'] })?.(line)).toBe(true);
  });
  test.each([
    ['2026-01-01 ERROR total is not a number', 'error'],
    ['TypeError: x is not a function', 'error'],
    ['Traceback (most recent call last):', 'error'],
    ['WARN plan used a sequential scan', 'warn'],
    ['npm warning deprecated', 'warn'],
    ['[debug] opened', 'debug'],
    ['pool ready: 4 connections, 0 errors', undefined],
    [`${'x'.repeat(200)} ERROR`, undefined],
    ['ERROR:root:no such file', 'error'],
    ['WARNING:py.warnings:old', 'warn'],
    ['(node:71) DeprecationWarning: the punycode module', 'warn'],
    ["thread 'main' panicked at src/main.rs:4:5:", 'error'],
    ['2026-01-01T10:00:00Z  WARN app::pool: slow', 'warn'],
    ['SEVERE: pool closed', 'error'],
    ['java.lang.IllegalStateException: closed', 'error'],
    ['E0612 12:34:56.789012 1 server.go:42] lost', 'error'],
    ['W0612 12:34:56.789012 1 server.go:42] slow', 'warn'],
    ['time=2026-01-01 level=WARN msg="slow"', 'warn'],
    ['\u001b[31mERROR\u001b[0m gone', 'error'],
    ['npm ERR! code E404', 'error'],
    ['{"level":50,"msg":"gone"}', 'error'],
    ['{"level":30,"msg":"no error"}', undefined],
    ['{"level":"error","msg":"gone"}', 'error'],
    ['INFO retry after error', undefined],
    ['time=2026-01-01 level=info msg="0 failed" error=none', undefined],
    ['10:00:00 DBG warn less', 'debug'],
    ['FINE: entering', 'debug'],
    ['for your information: an error', 'error'],
  ])('stderr %j looks like %s', (text, level) => {
    expect(stderrLevel(text)).toBe(level);
  });
});
