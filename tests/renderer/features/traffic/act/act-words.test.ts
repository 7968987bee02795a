import { describe, expect, test } from 'vitest';
import { latencyBars, latencyStats } from '../../../../../src/renderer/features/traffic/act/latency-stats.ts';
import { seriesCsv } from '../../../../../src/renderer/features/traffic/act/many-runs.ts';
import { rawHints, requestIdOf } from '../../../../../src/renderer/features/traffic/act/raw-hints.ts';
import { rawTemplates } from '../../../../../src/renderer/features/traffic/act/raw-templates.ts';
import { config, http, session } from '../../../support/samples.ts';

describe('latency', () => {
  test('is summed up by median, 95th percentile, least and most', () => {
    expect(latencyStats([])).toBeUndefined();
    expect(latencyStats([7])).toEqual({ count: 1, min: 7, median: 7, p95: 7, max: 7 });
    expect(latencyStats([4, 1, 3, 2])).toMatchObject({ min: 1, median: 2.5, max: 4 });
    const hundred = Array.from({ length: 100 }, (_, i) => i + 1);
    expect(latencyStats(hundred)).toMatchObject({ median: 50.5, p95: 95 });
  });

  test('stands in bars that hold every value once, with outliers gathered in the last', () => {
    const values = [...Array.from({ length: 99 }, (_, i) => 10 + (i % 20)), 5000];
    const bars = latencyBars(values);
    expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(100);
    expect(bars.length).toBeLessThan(30);
    expect(bars.at(-1)).toMatchObject({ open: true });
    expect(bars.slice(0, -1).every(({ open }) => !open)).toBe(true);
    for (const [index, bar] of bars.entries()) if (index > 0) expect(bar.from).toBe(bars[index - 1]?.to);
    expect(latencyBars([])).toEqual([]);
    expect(latencyBars([3])).toMatchObject([{ count: 1, open: false }]);
    expect(latencyBars([0, 0])).toMatchObject([{ from: 0, count: 2 }]);
  });
});

test('CSV is in order, quoted, and nothing in it is a formula', () => {
  const runs = [
    { n: 2, end: 'error' as const, ms: 1.5, rpcId: 'a', error: '=cmd "x"' },
    { n: 1, end: 'stopped' as const, ms: undefined, rpcId: undefined, error: undefined },
  ];
  expect(seriesCsv(runs)).toBe('n,id,end,ms,error\r\n1,,stopped,,\r\n2,a,error,1.5,"\'=cmd ""x"""\r\n');
});

describe('remarks on a raw message', () => {
  const texts = (text: string, about = session()) => rawHints(text, about).map((hint) => hint.text.split('.')[0]);
  const meta = '"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}';

  test.each([
    ['', []],
    [`{"jsonrpc":"2.0","id":1,"method":"ping",${meta}}`, []],
    [`{"jsonrpc":"2.0","method":"ping",${meta}}`, ['It has no id, so it is a notification: no answer comes']],
    [`{"id":1,"method":"ping",${meta}}`, ['jsonrpc is not "2']],
    [`{"jsonrpc":"2.0","id":null,"method":"ping",${meta}}`, ['Its id is null']],
    [`{"jsonrpc":"2.0","id":{},"method":"ping",${meta}}`, ['Its id is neither a number nor a string']],
    ['{"jsonrpc":"2.0","id":1,"method":"ping"}', ['Its _meta names no protocol version']],
    ['{"jsonrpc":"2.0","id":1,"result":{}}', ['It is an answer']],
    ['{"jsonrpc":"2.0"}', ['It has no method and no result, so it is no JSON-RPC message']],
    ['[{}]', ['It is a batch']],
    ['7', ['It is JSON, but no object, so it is no JSON-RPC message']],
    ['nonsense', ['It is not JSON']],
  ])('%s', (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  test('line breaks matter on stdio only, and not at the end', () => {
    const [first] = texts('[\n]');
    expect(first).toBe('It has line breaks');
    expect(texts('[]\n')).toEqual(['It is a batch']);
    expect(texts('[\n]', session({ config: config({ endpoint: http() }) }))).toEqual(['It is a batch']);
  });

  test('only a request has an id of its own', () => {
    expect(requestIdOf('{"id":"x","method":"m"}')).toBe('x');
    expect(requestIdOf('{"id":"x","result":{}}')).toBeUndefined();
    expect(requestIdOf('[{"id":1,"method":"m"}]')).toBeUndefined();
  });
});

test('templates are written as the era of the session writes them', () => {
  const { hello } = session();
  const modern = rawTemplates(session(), 9).map(({ text }) => text);
  expect(modern[0]).toContain('"io.modelcontextprotocol/protocolVersion":"2026-07-28"');
  const old = {
    ...(hello && { hello: { ...hello, era: 'legacy' as const, version: '2025-06-18', via: 'initialize' as const } }),
  };
  const legacy = rawTemplates(old, 9);
  expect(legacy.map(({ label }) => label)).toContain('initialize');
  expect(JSON.parse(legacy[1]?.text ?? '{}')).toMatchObject({ id: 9, params: { protocolVersion: '2025-06-18' } });
  expect(legacy.find(({ id }) => id === 'ping')?.text).not.toContain('_meta');
  expect(() => JSON.parse(legacy.at(-1)?.text ?? '{}') as unknown).toThrow();
});
