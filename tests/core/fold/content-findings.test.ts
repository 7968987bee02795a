import { describe, expect, test } from 'vitest';
import { isTraceFormat, metaKeyProblem } from '#core/fold/meta-checks.ts';
import { Collected, modernMeta } from './collect.ts';

const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';
const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';
const HINTS = { resultType: 'complete', ttlMs: 60_000, cacheScope: 'public' };
const tools = (...names: string[]) => names.map((name) => ({ name, inputSchema: { type: 'object' } }));

function modern(): Collected {
  const c = new Collected();
  c.request(1, 'server/discover', { _meta: modernMeta });
  c.answer(1, { ...HINTS, supportedVersions: ['2026-07-28'] });
  return c;
}

/** Asks for each page in turn, by a cursor after the first. */
function pages(c: Collected, method: string, results: object[]): void {
  for (const [at, result] of results.entries()) {
    const id = c.seq + 1;
    c.request(id, method, { _meta: modernMeta, ...(at > 0 ? { cursor: `p${at}` } : {}) });
    c.answer(id, { ...HINTS, ...(at < results.length - 1 ? { nextCursor: `p${at + 1}` } : {}), ...result });
  }
}
const texts = (c: Collected) => c.findings.map(({ rule, text }) => `${rule} ${text}`);

describe('lists', () => {
  test('[TOOL-13] a name outside the rules is named, once a page; case and length count', () => {
    const c = modern();
    pages(c, 'tools/list', [{ tools: tools('Get_it', 'get_it', 'a.b-c', 'x'.repeat(128), 'über', 'two words', '') }]);
    expect(c.rules).toEqual(['TOOL-13']);
    expect(c.findings[0]).toMatchObject({ severity: 'info', text: expect.stringContaining('"über", "two words", ""') });
    pages(c, 'tools/list', [{ tools: tools('y'.repeat(129)) }]);
    expect(c.rules).toEqual(['TOOL-13', 'TOOL-13']);
  });

  test('[SCHEMA-08] an inputSchema without type object is named; any keyword beside it is fine', () => {
    const c = modern();
    const schemas = [{ type: 'object', oneOf: [{ required: ['a'] }], $defs: {} }, { oneOf: [] }, true, undefined];
    pages(c, 'tools/list', [{ tools: schemas.map((inputSchema, at) => ({ name: `t${at}`, inputSchema })) }]);
    expect(c.rules).toEqual(['SCHEMA-08']);
    expect(c.findings[0]?.text).toContain('"t1", "t2", "t3"');
    expect(c.findings[0]?.text).not.toContain('"t0"');
  });

  test('[TOOL-15] the same tools in another order are remarked once, other tools are not', () => {
    const c = modern();
    pages(c, 'tools/list', [{ tools: tools('a', 'b') }, { tools: tools('c') }]);
    pages(c, 'tools/list', [{ tools: tools('a', 'b', 'c') }]);
    pages(c, 'tools/list', [{ tools: tools('c', 'd', 'a') }]);
    expect(c.rules).toEqual([]);
    pages(c, 'tools/list', [{ tools: tools('a', 'c') }, { tools: tools('d') }]);
    pages(c, 'tools/list', [{ tools: tools('d', 'c', 'a') }]);
    expect(c.rules).toEqual(['TOOL-15']);
  });

  test('[PAGE-07] an entry that comes twice in one reading is named, one of the reading before is not', () => {
    const c = modern();
    const resources = (...uris: string[]) => ({ resources: uris.map((uri) => ({ uri, name: 'n' })) });
    pages(c, 'resources/list', [resources('a://1', 'a://2'), resources('a://2', 'a://3'), resources('a://1')]);
    expect(texts(c)).toEqual([
      'PAGE-07 Entries came more than once in one list: "a://2". All of them are shown.',
      'PAGE-07 Entries came more than once in one list: "a://1". All of them are shown.',
    ]);
    pages(c, 'resources/list', [resources('a://1', 'a://2')]);
    expect(c.findings).toHaveLength(2);
  });

  test('[CACHE-10] missing or odd cache hints are said once for each method, other methods need none', () => {
    const c = modern();
    pages(c, 'tools/list', [{ tools: [], ttlMs: null }]);
    pages(c, 'tools/list', [{ tools: [], ttlMs: -1 }]);
    pages(c, 'resources/read', [{ contents: [], ttlMs: 'soon', cacheScope: 'everybody' }]);
    pages(c, 'tools/call', [{ content: [], ttlMs: undefined, cacheScope: undefined }]);
    expect(texts(c)).toMatchObject([
      expect.stringMatching(/^CACHE-10 The result of tools\/list has no usable ttlMs\./),
      expect.stringMatching(/^CACHE-10 The result of resources\/read has no usable ttlMs and cacheScope\./),
    ]);
  });

  test('[CACHE-10] pages of one list with different scopes are remarked on', () => {
    const c = modern();
    pages(c, 'prompts/list', [{ prompts: [] }, { prompts: [], cacheScope: 'private' }]);
    pages(c, 'prompts/list', [{ prompts: [] }]);
    expect(texts(c)).toEqual(['CACHE-10 Pages of one list have different values of cacheScope: private after public.']);
  });

  test('a legacy server needs no cache hints', () => {
    const c = new Collected();
    c.request(1, 'tools/list');
    c.answer(1, { tools: tools('a') });
    expect(c.rules).toEqual([]);
  });
});

test('[COMP-04] more than 100 suggestions are remarked on', () => {
  const c = modern();
  const completion = (count: number) => ({ completion: { values: Array.from({ length: count }, (_, n) => `v${n}`) } });
  pages(c, 'completion/complete', [completion(100)]);
  expect(c.rules).toEqual([]);
  pages(c, 'completion/complete', [completion(101)]);
  expect(texts(c)).toMatchObject([expect.stringContaining('COMP-04 101 suggestions')]);
});

test.each([
  [{ priority: 1.5 }, 'priority is 1.5'],
  [{ priority: '1' }, 'priority is "1"'],
  [{ audience: ['user', 'dog'] }, 'audience is ["user","dog"]'],
  [{ audience: 'user' }, 'audience is "user"'],
  [{ lastModified: 'yesterday' }, 'lastModified is "yesterday"'],
  [{ lastModified: 1_700_000_000 }, 'lastModified is 1700000000'],
])('[META-11] [RES-08] annotations %j are remarked on', (annotations, words) => {
  const c = modern();
  const fine = { audience: ['user', 'assistant'], priority: 0, lastModified: '2025-01-12T15:00:58Z' };
  pages(c, 'resources/list', [{ resources: [{ uri: 'a://1', name: 'a', annotations: fine }] }]);
  pages(c, 'tools/call', [{ content: [{ type: 'text', text: 'x', annotations: fine }, null, 7] }]);
  expect(c.rules).toEqual([]);
  pages(c, 'resources/list', [{ resources: [{ uri: 'a://1', name: 'a', annotations }] }]);
  pages(c, 'prompts/get', [{ messages: [{ role: 'user', content: { type: 'text', text: 'x', annotations } }] }]);
  expect(c.rules).toEqual(['META-11', 'META-11']);
  expect(c.findings[0]?.text).toContain(words);
});

describe('log messages of the modern era', () => {
  const log = (c: Collected, level: string, ch = 'stdio', meta?: object) =>
    c.in({ method: 'notifications/message', params: { level, data: 'x', ...(meta ? { _meta: meta } : {}) } }, ch);

  test('[LOG-04] over HTTP each belongs to the request of its channel', () => {
    const c = modern();
    c.request(2, 'tools/call', { _meta: modernMeta }, 'h2');
    c.request(3, 'tools/call', { _meta: { ...modernMeta, [LOG_LEVEL]: 'warning' } }, 'h3');
    log(c, 'error', 'h2');
    log(c, 'info', 'h3');
    log(c, 'warning', 'h3');
    log(c, 'emergency', 'h3');
    expect(texts(c)).toEqual([
      'LOG-04 A log message came though no request that is running asked for any.',
      'LOG-04 A log message of the level info came. The request asked for warning and up.',
    ]);
    expect(c.fold.exchange('x3')?.findings).toHaveLength(1);
  });

  test('[LOG-04] on stdio the running request that asked for most counts', () => {
    const c = modern();
    c.request(2, 'tools/call', { _meta: modernMeta });
    log(c, 'error');
    c.request(3, 'tools/call', { _meta: { ...modernMeta, [LOG_LEVEL]: 'error' } });
    c.request(4, 'tools/call', { _meta: { ...modernMeta, [LOG_LEVEL]: 'notice' } });
    log(c, 'notice');
    log(c, 'info');
    c.answer(4, HINTS);
    log(c, 'warning');
    expect(c.findings.map(({ rule, seq }) => [rule, seq])).toEqual([
      ['LOG-04', 4],
      ['LOG-04', 8],
      ['LOG-04', 10],
    ]);
  });

  test('[LOG-04] one on a subscription is remarked on once', () => {
    const c = modern();
    c.request(2, 'subscriptions/listen', { _meta: modernMeta, notifications: {} });
    const acknowledged = { method: 'notifications/subscriptions/acknowledged' };
    c.in({ ...acknowledged, params: { notifications: {}, _meta: { [SUBSCRIPTION]: 2 } } });
    log(c, 'error', 'stdio', { [SUBSCRIPTION]: 2 });
    expect(c.rules).toEqual(['SUB-09']);
  });

  test('a legacy server sends what it likes', () => {
    const c = new Collected();
    c.request(1, 'initialize');
    c.answer(1, { protocolVersion: '2025-11-25' });
    log(c, 'debug');
    expect(c.rules).toEqual([]);
  });
});

describe('_meta', () => {
  test.each(['a', 'progressToken', 'com.example/x', 'a-b.c1/d_e.f-g', 'com.example/', 'x/9', '1'])(
    '[META-01] %s is a key',
    (key) => {
      expect(metaKeyProblem(key)).toBeUndefined();
    },
  );
  test.each(['-a', 'a b', 'é', '1com/x', 'com-/x', 'com..x/y', '/x', 'a/b/c', 'com.example/-x', 'a_b/c'])(
    '[META-01] %s breaks the rules',
    (key) => {
      expect(metaKeyProblem(key)).toContain('must start');
    },
  );

  test('[META-01] bad keys of both sides are said once; reserved ones only when this app sends them', () => {
    const c = modern();
    const meta = { ...modernMeta, 'dev.mcp/mine': 1, 'com.example/fine': 1, 'com.mcp.tools/ours': 1, 'a b': 1 };
    c.request(2, 'tools/call', { _meta: meta });
    c.answer(2, { ...HINTS, _meta: { 'io.modelcontextprotocol/newer': 1, '': 1, '-x': 2 } });
    c.request(3, 'tools/call', { _meta: meta });
    c.in({ method: 'notifications/message', params: { level: 'info', _meta: { '-x': 1, 'y-': 1 } } });
    const found = c.findings.filter(({ rule }) => rule === 'META-01').map(({ seq, text }) => [seq, text.slice(0, 22)]);
    expect(found).toEqual([
      [3, 'The key "dev.mcp/mine"'],
      [3, 'The key "com.mcp.tools'],
      [3, 'The key "a b" in _meta'],
      [4, 'The key "-x" in _meta '],
      [6, 'The key "y-" in _meta '],
    ]);
  });

  const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  test.each([
    ['traceparent', PARENT, true],
    ['traceparent', PARENT.toUpperCase(), false],
    ['traceparent', `${PARENT}-extra`, false],
    ['traceparent', `01${PARENT.slice(2)}-extra`, true],
    ['traceparent', PARENT.replace('0af7651916cd43dd8448eb211c80319c', '0'.repeat(32)), false],
    ['traceparent', 7, false],
    ['tracestate', 'rojo=00f067aa0ba902b7,congo@v=t61', true],
    ['tracestate', 'no member', false],
    ['baggage', 'userId=alice;ttl=1, isProduction=false', true],
    ['baggage', 'user id=alice', false],
    ['other', 7, true],
  ])('[META-04] %s %j has its W3C format: %s', (key, value, good) => {
    expect(isTraceFormat(key, value)).toBe(good);
    const c = modern();
    c.request(2, 'tools/call', { _meta: { ...modernMeta, [key]: value } });
    expect(c.rules).toEqual(good ? [] : ['META-04']);
  });
});
