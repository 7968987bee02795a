import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rules } from '#core/fold/rules.ts';
import { Collected, modernMeta } from './collect.ts';

const first = (c: Collected) => c.findings.map(({ rule, seq }) => `${rule}@${seq}`);

describe('stdout that is no message', () => {
  test('[DBG-02] noise is a row and a finding each, a blank line is neither a row nor said twice', () => {
    const c = new Collected();
    c.add({ k: 'noise', ch: 'stdio', text: 'Starting my server' });
    c.add({ k: 'noise', ch: 'stdio', text: '' });
    c.add({ k: 'noise', ch: 'stdio', text: '  ' });
    c.add({ k: 'noise', ch: 'stdio', text: '{"level":"info"}' });
    expect(c.rows.map((row) => [row.kind, row.preview])).toEqual([
      ['noise', 'Starting my server'],
      ['noise', '{"level":"info"}'],
    ]);
    expect(first(c)).toEqual(['STD-05@1', 'STD-05@2', 'STD-05@4']);
    expect(c.row(0).worst).toBe('warn');
  });

  test('a page on an HTTP channel belongs to its call and breaks no stdio rule', () => {
    const c = new Collected();
    c.request(1, 'initialize', {}, 'h1');
    c.add({ k: 'noise', ch: 'h1', text: '<html>' });
    expect(c.row(1)).toMatchObject({ kind: 'noise', parent: 0, method: 'body' });
    expect(c.rules).toEqual([]);
  });

  test('carriage returns and a byte order mark are said once', () => {
    const c = new Collected();
    for (const id of [1, 2]) {
      c.request(id, 'ping');
      c.in(`${id === 1 ? '\uFEFF' : ''}{"jsonrpc":"2.0","id":${id},"result":{}}\r`);
    }
    expect(c.rules).toEqual(['RPC-16', 'STD-01']);
    expect(c.rows.map((row) => row.status)).toEqual(['complete', 'complete']);
  });

  test('bytes that are not UTF-8 are a finding on the answer they came with', () => {
    const c = new Collected();
    const request = c.request(1, 'tools/call');
    c.add({
      k: 'frame',
      dir: 'in',
      ch: 'stdio',
      text: '{"jsonrpc":"2.0","id":1,"result":{"a":"\uFFFD"}}',
      b64: 'eyI=',
    });
    expect(c.exchange(request).findings.map((finding) => finding.rule)).toEqual(['RPC-16']);
  });
});

describe('ids', () => {
  test('[RPC-18] an id that is near to another one is an unknown one', () => {
    const c = new Collected();
    const sent = c.out('{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}');
    c.in('{"jsonrpc":"2.0","id":12345678901234567000,"result":{}}');
    expect([c.row(0).status, c.rules]).toEqual(['running', ['RPC-02']]);
    c.in('{"jsonrpc":"2.0","id":12345678901234567890,"result":{}}');
    expect(c.exchange(sent).status).toBe('complete');
  });

  test('unknown id, changed type and a second answer', () => {
    const c = new Collected();
    c.request(5, 'ping');
    c.answer(987654);
    c.answer('5');
    expect(c.row(0).status).toBe('running');
    c.answer(5);
    c.answer(5);
    expect(first(c)).toEqual(['RPC-02@2', 'RPC-18@3', 'RPC-18@5']);
    expect(c.row(2).parent).toBe(0);
  });

  test('an error without an id points at the only open call', () => {
    const c = new Collected();
    c.request(5, 'tools/call');
    c.in({ id: null, error: { code: -32700, message: 'Parse error' } });
    expect(c.rules).toEqual(['RPC-19']);
    expect(c.findings[0]?.text).toContain('tools/call with id 5');
    expect(c.row(1)).toMatchObject({ kind: 'noise', parent: 0, status: '-32700' });
  });

  test('an error without an id answers a greeting, and the call of its own HTTP exchange', () => {
    const c = new Collected();
    c.request(1, 'server/discover');
    c.in({ id: null, error: { code: -32600, message: 'What?' } });
    c.request(2, 'tools/call', {}, 'h1');
    c.request(3, 'tools/call', {}, 'h2');
    c.in({ id: null, error: { code: -32700, message: 'Parse error' } }, 'h1');
    expect(c.rows.map((row) => row.status)).toEqual(['-32600', '-32700', 'running']);
    expect(c.rules).toEqual(['RPC-19', 'RPC-19']);
  });

  test('result and error together, an odd error and a missing version', () => {
    const c = new Collected();
    c.request(1, 'ping');
    c.in({ id: 1, result: {}, error: { code: -32603, message: 'both' } });
    c.request(2, 'ping');
    c.in('{"id":2,"error":{"code":"E_FAIL","message":"odd"}}');
    expect(c.rules).toEqual(['RPC-18', 'RPC-06', 'RPC-01']);
    expect(c.row(0).status).toBe('-32603');
  });

  test('a batch is split, and both answers reach their calls', () => {
    const c = new Collected();
    c.request(1, 'ping');
    c.request(2, 'ping');
    c.in('[{"jsonrpc":"2.0","id":2,"result":{}},{"jsonrpc":"2.0","id":1,"result":{}}]');
    expect(c.rows.map((row) => row.status)).toEqual(['complete', 'complete']);
    expect(c.rules).toEqual(['HSL-14']);
  });
});

describe('modern era', () => {
  function greeted(): Collected {
    const c = new Collected();
    c.request(1, 'server/discover', { _meta: modernMeta });
    c.answer(1, { resultType: 'complete', ttlMs: 0, cacheScope: 'private', supportedVersions: ['2026-07-28'] });
    return c;
  }

  test('a result needs a known resultType', () => {
    const c = greeted();
    c.request(2, 'tools/list', { _meta: modernMeta });
    c.answer(2, { tools: [] });
    c.request(3, 'tools/list', { _meta: modernMeta });
    c.answer(3, { resultType: 'bogus' });
    c.request(4, 'tools/list', { _meta: modernMeta });
    c.answer(4, { resultType: 'input_required' });
    expect(first(c)).toEqual(['RPC-04@4', 'RPC-04@6', 'MRTR-07@8']);
  });

  test('a legacy result needs none', () => {
    const c = new Collected();
    c.request(1, 'tools/list');
    c.answer(1, { tools: [] });
    expect(c.rules).toEqual([]);
  });

  test('[CANC-11] [DBG-04] a request from the server and a cancel of a call are violations', () => {
    const c = greeted();
    c.request(2, 'tools/call', { _meta: modernMeta });
    c.in({ id: 'x', method: 'elicitation/create', params: {} });
    c.in({ method: 'notifications/cancelled', params: { requestId: 2 } });
    expect(c.rules).toEqual(['RPC-17', 'CANC-11']);
    expect(c.row(1).status).toBe('running');
  });

  test('error codes of the reserved range without a meaning are remarked', () => {
    const c = greeted();
    for (const [id, code] of [
      [2, -32002],
      [3, -32050],
      [4, -32020],
      [5, -32001],
    ] as const) {
      c.request(id, 'tools/call', { _meta: modernMeta });
      c.in({ id, error: { code, message: 'no' } });
    }
    expect(c.rules).toEqual(['RPC-09', 'RPC-09']);
  });
});

test('a flood of faults keeps a bounded number of findings', () => {
  const c = new Collected();
  for (let i = 0; i < 25_000; i += 1) c.add({ k: 'noise', ch: 'stdio', text: 'x' });
  expect(c.fold.findingsOf(20_000)).toHaveLength(1);
  expect(c.fold.findingsOf(20_001)).toHaveLength(0);
  expect(c.row(24_999).worst).toBe('warn');
}, 30_000);

test('the rule table is plain data: every text ends as a sentence and names no placeholder twice', () => {
  for (const [key, rule] of Object.entries(rules)) {
    expect(rule.text, key).toMatch(/[.}]$/);
    expect(rule.text, key).not.toMatch(/!|please|successfully/i);
    expect(rule.rule, key).toMatch(/^[A-Z]+-\d\d$/);
  }
  expect(readFileSync(new URL('../../../src/core/fold/rules.ts', import.meta.url), 'utf8')).not.toContain('function');
});
