import { describe, expect, test } from 'vitest';
import type { HeaderList } from '#shared/records.ts';
import { Collected, modernMeta } from './collect.ts';

const HINTS = { resultType: 'complete', ttlMs: 1000, cacheScope: 'public' };
const texts = (c: Collected) => c.findings.map(({ rule, text }) => `${rule} ${text}`);

describe('a retry', () => {
  const state = 'abc=';
  const ask = { resultType: 'input_required', requestState: state, inputRequests: { a: { method: 'roots/list' } } };
  const first = { name: 'deploy', _meta: modernMeta };
  const answers = { a: { roots: [] } };
  function asked(): Collected {
    const c = new Collected();
    c.request(1, 'tools/call', first);
    c.answer(1, ask);
    return c;
  }

  test('[MRTR-02] [MRTR-04] with a new id and the same requestState is right', () => {
    const c = asked();
    c.request(2, 'tools/call', { ...first, inputResponses: answers, requestState: state });
    expect(c.rules).toEqual([]);
    expect(c.row(3).parent).toBe(0);
  });

  test('[MRTR-02] with another requestState, or none, is named with both', () => {
    const other = asked();
    other.request(2, 'tools/call', { ...first, inputResponses: answers, requestState: 'abc' });
    expect(texts(other)).toEqual([
      'MRTR-02 The retry has "abc" as its requestState. The server gave "abc=", which must come back byte for byte.',
    ]);
    expect(other.row(3).worst).toBe('error');
    expect(other.row(0)).toMatchObject({ membersWorst: 'error', group: 'rounds' });
    const none = asked();
    none.request(2, 'tools/call', { ...first, inputResponses: answers });
    expect(texts(none)[0]).toContain('The retry has nothing as its requestState.');
  });

  test('[MRTR-04] with the id of the request it repeats is named', () => {
    const c = asked();
    c.request(1, 'tools/call', { ...first, inputResponses: answers, requestState: state });
    expect(c.rules).toEqual(['MRTR-04']);
  });

  test('[MRTR-05] of one of two parallel calls is held against its own round', () => {
    const c = asked();
    c.request(2, 'tools/call', first);
    c.answer(2, { ...ask, requestState: 'second' });
    c.request(3, 'tools/call', { ...first, inputResponses: answers, requestState: 'second' });
    c.request(4, 'tools/call', { ...first, inputResponses: answers, requestState: state });
    expect(c.rules).toEqual([]);
  });
});

describe('headers of a modern request', () => {
  const good: HeaderList = [
    ['mcp-protocol-version', '2026-07-28'],
    ['Mcp-Method', 'tools/call'],
    ['Mcp-Name', 'weather'],
    ['Mcp-Param-City', '=?base64?S8O2bG4=?='],
  ];
  const call = { name: 'weather', arguments: { city: 'Köln' }, _meta: modernMeta };
  function posted(headers: HeaderList, params: object = call): Collected {
    const c = new Collected();
    const city = { type: 'string', 'x-mcp-header': 'City' };
    c.request(1, 'tools/list', { _meta: modernMeta });
    c.answer(1, { ...HINTS, tools: [{ name: 'weather', inputSchema: { type: 'object', properties: { city } } }] });
    c.request(2, 'tools/call', params, 'h1');
    c.add({ k: 'http', ch: 'h1', what: 'request', method: 'POST', url: 'http://a/mcp', headers });
    return c;
  }
  const without = (name: string, value?: string): HeaderList => [
    ...good.filter(([header]) => header.toLowerCase() !== name.toLowerCase()),
    ...(value === undefined ? [] : [[name, value] as [string, string]]),
  ];

  test('that say what the body says are right, whatever the case of their names', () => {
    expect(posted(good).rules).toEqual([]);
    expect(posted(without('Mcp-Param-City'), { ...call, arguments: {} }).rules).toEqual([]);
  });

  test.each([
    ['HTTP-03', 'MCP-Protocol-Version', '2025-11-25', '"2025-11-25", but the body says "2026-07-28"'],
    ['HTTP-04', 'Mcp-Method', undefined, 'missing, but the body says "tools/call"'],
    ['HTTP-05', 'Mcp-Name', 'Weather', '"Weather", but the body says "weather"'],
    ['HTTP-07', 'Mcp-Param-City', 'Bonn', '"Bonn", but the body says "=?base64?S8O2bG4=?="'],
  ])('[%s] %s that differs is an error with both values', (rule, header, value, said) => {
    const c = posted(without(header, value));
    expect(texts(c)).toEqual([`${rule} The header ${header} is ${said}. The two must be equal.`]);
    expect(c.row(1).worst).toBe('error');
    expect(c.findings[0]?.seq).toBe(4);
  });

  test('[HTTP-05] of a legacy request, or with a hidden secret, are not compared', () => {
    expect(posted([], { name: 'weather' }).rules).toEqual([]);
    expect(posted(without('Mcp-Name', '{{secret:NAME}}')).rules).toEqual([]);
  });
});

describe('error codes', () => {
  function failed(era: 'legacy' | 'modern', code: number, data?: unknown): string[] {
    const c = new Collected();
    c.request(1, 'tools/call', era === 'modern' ? { _meta: modernMeta } : {});
    c.in({ id: 1, error: { code, message: 'no', ...(data === undefined ? {} : { data }) } });
    return c.rules;
  }

  test('[RPC-09] [RPC-10] a code that its era does not know is remarked on, one of the server is not', () => {
    for (const code of [-32002, -32042, -32023]) expect(failed('modern', code)).toEqual(['RPC-09']);
    for (const code of [-32002, -32042, -32023, -32000, -32601, 404, -1]) expect(failed('legacy', code)).toEqual([]);
    for (const code of [-32020, -32021, -32022]) expect(failed('legacy', code)).toEqual(['RPC-09']);
  });

  test('[RPC-06] the range that JSON-RPC keeps, and a code that is no whole number', () => {
    for (const era of ['legacy', 'modern'] as const) {
      expect(failed(era, -32500)).toEqual(['RPC-06']);
      expect(failed(era, -32603)).toEqual([]);
      expect(failed(era, 1.5)).toEqual(['RPC-06']);
    }
  });

  test('[RPC-08] errors that a client acts on have the data for it', () => {
    expect(failed('modern', -32022, { supported: ['2026-07-28'], requested: 'x' })).toEqual([]);
    expect(failed('modern', -32022, { supported: '2026-07-28' })).toEqual(['RPC-08']);
    expect(failed('modern', -32021, { requiredCapabilities: { sampling: {} } })).toEqual([]);
    expect(failed('modern', -32021)).toEqual(['RPC-08']);
    expect(failed('modern', -32020)).toEqual([]);
  });
});

describe('an answer without an id', () => {
  test('[RPC-02] [RPC-03] to a notification is named as such, and still a line that is no message', () => {
    const c = new Collected();
    c.out({ method: 'notifications/initialized' });
    c.add({ k: 'noise', ch: 'stdio', text: '{"jsonrpc":"2.0","result":{}}' });
    expect(texts(c)).toEqual([
      'RPC-02 An answer without an id belongs to no request. It was ignored. It may be meant for notifications/initialized, a notification, which is not answered.',
    ]);
    expect(c.row(1).kind).toBe('noise');
  });

  test('[RPC-02] [RPC-19] a result with the id null is no error that could not be read', () => {
    const c = new Collected();
    c.request(1, 'tools/list');
    c.answer(null, {});
    expect(texts(c)).toEqual(['RPC-02 An answer without an id belongs to no request. It was ignored.']);
  });

  test('[STD-05] any other line stays what it is', () => {
    const c = new Collected();
    c.add({ k: 'noise', ch: 'stdio', text: '{"jsonrpc":"2.0","level":"info"}' });
    c.add({ k: 'noise', ch: 'stdio', text: 'a "jsonrpc" result' });
    expect(c.rules).toEqual(['STD-05', 'STD-05']);
  });
});

describe('two listings without a change in between', () => {
  const list = (c: Collected, id: number, method: string, names: string[], meta: object = {}) => {
    const key = method === 'resources/list' ? 'resources' : method.slice(0, -'/list'.length);
    const items = names.map((name) => ({ name, uri: name, inputSchema: { type: 'object' } }));
    c.request(id, method, meta);
    c.answer(id, { ...HINTS, [key]: items });
  };
  function legacy(listChanged: boolean): Collected {
    const c = new Collected();
    c.request('init', 'initialize');
    const declared = { listChanged };
    c.answer('init', { capabilities: { tools: declared, prompts: declared, resources: declared } });
    return c;
  }

  test.each([
    ['TOOL-16', 'tools/list'],
    ['PROMPT-05', 'prompts/list'],
    ['RES-07', 'resources/list'],
  ])('[%s] %s must be equal where changes are announced', (rule, method) => {
    const c = legacy(true);
    list(c, 1, method, ['a', 'b']);
    list(c, 2, method, ['a', 'b']);
    expect(c.rules).toEqual([]);
    list(c, 3, method, ['a', 'c']);
    expect(texts(c)).toEqual([expect.stringMatching(new RegExp(`^${rule} Other .*: "c", "b"\\.$`))]);
    c.in({ method: `notifications/${method.replace('/list', '')}/list_changed` });
    list(c, 4, method, ['d']);
    expect(c.rules).toEqual([rule]);
    const silent = legacy(false);
    list(silent, 1, method, ['a']);
    list(silent, 2, method, ['b']);
    expect(silent.rules).toEqual([]);
  });

  test('[TOOL-16] in the modern era only while a subscription asks for changes', () => {
    const c = new Collected();
    const meta = { _meta: modernMeta };
    c.request('d', 'server/discover', meta);
    c.answer('d', { ...HINTS, capabilities: { tools: { listChanged: true } } });
    list(c, 1, 'tools/list', ['a'], meta);
    list(c, 2, 'tools/list', ['b'], meta);
    expect(c.rules).toEqual([]);
    c.request('s', 'subscriptions/listen', { ...meta, notifications: { toolsListChanged: true } });
    const on = { _meta: { 'io.modelcontextprotocol/subscriptionId': 's' } };
    c.in({ method: 'notifications/subscriptions/acknowledged', params: { ...on, notifications: {} } });
    list(c, 3, 'tools/list', ['c'], meta);
    expect(c.rules).toEqual(['TOOL-16']);
  });
});
