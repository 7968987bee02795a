import { describe, expect, test } from 'vitest';
import { lineRow } from '#core/fold/line-row.ts';
import { rowFailed } from '#core/fold/row-failed.ts';
import type { HttpRecord } from '#shared/records.ts';
import { Collected, modernMeta } from './collect.ts';

type Http = Omit<HttpRecord, 'seq' | 't' | 'm' | 'k' | 'ch'>;
const http = (c: Collected, ch: string, record: Http) => c.add({ k: 'http', ch, ...record });
const post = (c: Collected, ch: string) => http(c, ch, { what: 'request', method: 'POST', url: 'http://a/mcp' });

describe('HTTP exchanges', () => {
  test('a POST that carries a message has no row of its own, in either order', () => {
    const c = new Collected();
    c.request(1, 'tools/list', {}, 'h1');
    post(c, 'h1');
    http(c, 'h1', { what: 'response', status: 200 });
    c.in({ id: 1, result: {} }, 'h1');
    http(c, 'h1', { what: 'end' });
    post(c, 'h2');
    c.out({ method: 'notifications/initialized' }, 'h2');
    http(c, 'h2', { what: 'response', status: 202 });
    http(c, 'h2', { what: 'end' });
    expect(c.rows.map((row) => [row.kind, row.status])).toEqual([
      ['call', 'complete'],
      ['notice', ''],
    ]);
    expect(c.row(1).http).toBe(202);
  });

  test('the head of a POST belongs to the row of the message behind it, and is compared with that', () => {
    const c = new Collected();
    const headers: [string, string][] = [['Mcp-Method', 'tools/list']];
    const head = http(c, 'h1', { what: 'request', method: 'POST', url: 'http://a/mcp', headers });
    expect(c.fold.rowOfRecord).toBe(-1);
    const body = c.request(1, 'tools/call', { name: 'a', _meta: modernMeta }, 'h1');
    expect(c.fold.rowOfRecord).toBe(0);
    expect(c.joined).toEqual([[head.seq, 0]]);
    expect(c.findings.filter(({ seq }) => seq === head.seq).map(({ rule }) => rule)).toContain('HTTP-04');
    expect(c.exchange(body).requestSeq).toBe(body.seq);
    post(c, 'h2');
    c.out('[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"}]', 'h2');
    expect(c.fold.rowOfRecord).toBe(1);
    http(c, 'h2', { what: 'response', status: 202 });
    expect(c.rows).toHaveLength(3);
  });

  test('a stream that is lost and asked for again is one row, with how often and how it stands', () => {
    const c = new Collected();
    const headers: [string, string][] = [['Accept', 'text/event-stream']];
    const ask = () => http(c, 'g', { what: 'request', method: 'GET', url: 'http://a/mcp', headers });
    ask();
    http(c, 'g', { what: 'response', status: 200 });
    http(c, 'g', { what: 'error', text: 'The connection was reset.' });
    expect(c.row(0)).toMatchObject({ status: 'lost' });
    ask();
    expect(c.row(0)).toMatchObject({ status: 'reconnecting', tries: 2 });
    http(c, 'g', { what: 'error', text: 'Connection refused.' });
    expect(c.row(0)).toMatchObject({ status: 'lost', tries: 2 });
    ask();
    http(c, 'g', { what: 'response', status: 200 });
    expect(c.row(0)).toMatchObject({ status: 'open', tries: 3 });
    expect(c.row(0).tookUs).toBeUndefined();
    expect(c.rows).toHaveLength(1);
  });

  test('streams, DELETE and sign-in are rows with their HTTP status', () => {
    const c = new Collected();
    const headers: [string, string][] = [['Accept', 'text/event-stream']];
    http(c, 'g', { what: 'request', method: 'GET', url: 'http://a/mcp', headers });
    http(c, 'g', { what: 'response', status: 200 });
    c.in({ method: 'notifications/tools/list_changed' }, 'g');
    http(c, 'd', { what: 'request', method: 'DELETE', url: 'http://a/mcp' });
    http(c, 'd', { what: 'response', status: 405 });
    http(c, 'd', { what: 'end' });
    http(c, 'auth-1', { what: 'request', method: 'POST', url: 'http://a/token' });
    http(c, 'auth-1', { what: 'response', status: 200 });
    http(c, 'auth-1', { what: 'end' });
    http(c, 'g', { what: 'error', text: 'The connection was reset.' });
    expect(c.rows.map((row) => [row.kind, row.method, row.status])).toEqual([
      ['stream', 'GET', 'lost'],
      ['notice', 'notifications/tools/list_changed', ''],
      ['http', 'DELETE', '405'],
      ['auth', 'POST', '200'],
    ]);
    expect(c.row(1).parent).toBe(0);
  });

  test('a call without an answer ends with its HTTP status, its error, or stays open where a stream may go on', () => {
    const c = new Collected();
    const ends: [string, Http[], object][] = [
      ['h1', [{ what: 'response', status: 500, statusText: 'Oops' }, { what: 'end' }], {}],
      ['h2', [{ what: 'error', text: 'connect ECONNREFUSED' }], {}],
      ['h3', [{ what: 'response', status: 200 }, { what: 'end' }], { _meta: modernMeta }],
      ['h4', [{ what: 'response', status: 200 }, { what: 'end' }], {}],
    ];
    for (const [id, [ch, records, params]] of ends.entries()) {
      c.request(id, 'tools/call', params, ch);
      post(c, ch);
      for (const record of records) http(c, ch, record);
    }
    expect(c.rows.map((row) => row.status)).toEqual(['500', 'lost', 'lost', 'running']);
    expect(c.fold.exchange('x1')).toMatchObject({ status: 'error', errorMessage: 'HTTP 500 Oops' });
  });

  test('what this app ends itself is stopped, no error, in every row and line', () => {
    const c = new Collected();
    const ours: Http = { what: 'error', text: 'ABORTED: This app closed the connection.' };
    const headers: [string, string][] = [['Accept', 'text/event-stream']];
    http(c, 'g', { what: 'request', method: 'GET', url: 'http://a/mcp', headers });
    http(c, 'g', { what: 'response', status: 200 });
    c.request(1, 'subscriptions/listen', { _meta: modernMeta }, 'h1');
    post(c, 'h1');
    http(c, 'h1', { what: 'response', status: 200 });
    http(c, 'g', ours);
    http(c, 'h1', ours);
    expect(c.rows.map((row) => row.status)).toEqual(['stopped', 'stopped']);
    expect(c.rows.slice(0, 1).map(rowFailed)).toEqual([false]);
    expect(c.row(0).preview).toBe('This app closed the connection.');
    expect(c.fold.exchange('x3')).toMatchObject({ status: 'stopped' });
    const stamp = { seq: 1, t: 0, m: 0, k: 'http', ch: 'g' } as const;
    expect(lineRow({ ...stamp, ...ours }, 0).level).toBeUndefined();
    expect(lineRow({ ...stamp, what: 'error', text: 'ECONNRESET: It broke.' }, 0).level).toBe('error');
  });

  test('legacy asks on the stream of a POST belong to its call even with others open', () => {
    const c = new Collected();
    c.request(1, 'tools/call', {}, 'h1');
    c.request(2, 'tools/call', {}, 'h2');
    c.in({ id: 'a', method: 'elicitation/create', params: {} }, 'h2');
    c.out({ id: 'a', result: { action: 'accept' } }, 'h3');
    post(c, 'h3');
    http(c, 'h3', { what: 'response', status: 202 });
    expect(c.row(2)).toMatchObject({ parent: 1, status: 'answered' });
    expect(c.rows).toHaveLength(3);
    expect(c.rules).toEqual([]);
  });
});
