import { describe, expect, it } from 'vitest';
import { objectAt } from '#shared/json.ts';
import { settle } from './support/fake-clock.ts';
import { fakeServer, type Handlers, legacyHandlers, modernHandlers } from './support/fake-server.ts';
import { Harness } from './support/harness.ts';

const NS = 'io.modelcontextprotocol/';
const FORM = { message: 'Name?', requestedSchema: { type: 'object', properties: {} } };
const EXACT = '{"name":"echo","arguments":{"z":90071992547409931234,"a":1.10,"a":2},"_meta":{"x":[ 1 ]}}';

function start(era: 'legacy' | 'modern', more: Handlers = {}, options: { http?: boolean; config?: object } = {}) {
  const handlers = era === 'legacy' ? legacyHandlers(more) : modernHandlers(more);
  const { http = false, config = {} } = options;
  return new Harness({ servers: [fakeServer(handlers)], http, config: { era, ...config } }).start();
}
const sentTexts = (h: Harness, method: string) =>
  h.records.flatMap((record) =>
    record.k === 'frame' && record.dir === 'out' && record.text?.includes(`"method":"${method}"`) ? [record.text] : [],
  );
const done = { content: [] };

describe('a request sent with its params as they are written', () => {
  it.each(['legacy', 'modern'] as const)('keeps digits, order, equal keys and _meta in the %s era', async (era) => {
    const h = await start(era, { 'tools/call': () => ({ resultType: 'complete', ...done }) });
    const op = await h.run('request.send', { method: 'tools/call', params: EXACT });
    expect(op).toMatchObject({ status: 'done', label: 'tools/call', verb: 'request.send' });
    const [text = ''] = sentTexts(h, 'tools/call');
    expect(text).toMatch(/^\{"jsonrpc":"2\.0","id":\d+,"method":"tools\/call","params":/);
    expect(text.endsWith(`"params":${EXACT}}`)).toBe(true);
    expect(h.resultText(op.id)).toContain('"content":[]');
  });

  it('gets a new id each time, and goes on one line', async () => {
    const h = await start('legacy', { ping: () => ({}) });
    await h.run('request.send', { method: 'ping', params: '{\n  "a": [\n    1\n  ]\n}\n' });
    await h.run('request.send', { method: 'ping' });
    const texts = sentTexts(h, 'ping');
    expect(texts[0]).toMatch(/"params":\{"a": \[1\]\}\}$/);
    expect(texts[1]).not.toContain('params');
    expect(new Set(texts.map((text) => (JSON.parse(text) as { id: number }).id)).size).toBe(2);
  });

  it('makes a progress token new, says so, and follows the progress', async () => {
    const h = await start('legacy', {
      'tools/call': ({ params, notify }) => {
        const progressToken = objectAt(params, '_meta')?.progressToken;
        notify('notifications/progress', { progressToken, progress: 3, total: 4 });
        return done;
      },
    });
    const op = await h.run('request.send', {
      method: 'tools/call',
      params: '{"name":"a","_meta":{"progressToken":1}}',
    });
    const [text = ''] = sentTexts(h, 'tools/call');
    const { id } = JSON.parse(text) as { id: number };
    expect(id).toBeGreaterThan(1);
    expect(text).toContain(`"_meta":{"progressToken":${id}}`);
    expect(op.progress).toEqual({ value: 3, total: 4 });
    expect(h.notes('request.token')).toEqual([expect.stringContaining('made new')]);
  });

  it('is refused when it is a notification, no JSON or no object', async () => {
    const h = await start('legacy');
    const faults = [];
    for (const [method, params] of [
      ['notifications/cancelled', '{}'],
      ['ping', '{"a":}'],
      ['ping', '[1]'],
      ['ping', `{"a":${'['.repeat(2000)}${']'.repeat(2000)}}`],
    ]) {
      const op = await h.run('request.send', { method, params });
      faults.push(op.fault);
    }
    expect(faults.map((fault) => fault?.message)).toEqual([
      expect.stringContaining('is a notification'),
      expect.stringContaining('not JSON'),
      expect.stringContaining('no JSON object'),
      expect.stringContaining('nest too deep'),
    ]);
    expect(faults.every((fault) => fault?.kind === 'local' && fault.todo?.includes('raw message'))).toBe(true);
    expect(sentTexts(h, 'ping')).toEqual([]);
  });

  it('is asked, answered and sent again with the answer, the rest of its params untouched', async () => {
    const h = await start('modern', {
      'tools/call': ({ params }) =>
        params.inputResponses === undefined
          ? {
              resultType: 'input_required',
              requestState: 's"1',
              inputRequests: { who: { method: 'elicitation/create', params: FORM } },
            }
          : { resultType: 'complete', ...done },
    });
    const op = await h.run('request.send', { method: 'tools/call', params: EXACT });
    expect(op.status).toBe('waiting');
    h.session.answer(h.entity('pending').id, { action: 'accept', content: { n: 1 } });
    await settle();
    expect(h.entity('operation', op.id)).toMatchObject({ status: 'done', rounds: 1 });
    const added = ',"inputResponses":{"who":{"action":"accept","content":{"n":1}}},"requestState":"s\\"1"}';
    expect(sentTexts(h, 'tools/call')[1]?.endsWith(`"params":${EXACT.slice(0, -1)}${added}}`)).toBe(true);
  });

  it('repeats its body in the headers of the modern era, version included', async () => {
    const inputSchema = { type: 'object', properties: { city: { type: 'string', 'x-mcp-header': 'City' } } };
    const h = await start(
      'modern',
      {
        'tools/list': () => ({ resultType: 'complete', tools: [{ name: 'w', inputSchema }] }),
        'tools/call': () => ({ resultType: 'complete', ...done }),
      },
      { http: true },
    );
    const params = `{"name":"w","arguments":{"city":"Oslo"},"_meta":{"${NS}protocolVersion":"2027-01-01"}}`;
    await h.run('request.send', { method: 'tools/call', params });
    expect(Object.fromEntries(h.wire.got.at(-1)?.headers ?? [])).toMatchObject({
      'MCP-Protocol-Version': '2027-01-01',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'w',
      'Mcp-Param-City': 'Oslo',
    });
  });
});

describe('the envelope of this session', () => {
  const OTHER = `{"name":"w","arguments":{"n":12345678901234567890},"task":{},"requestState":"s","inputResponses":{},"_meta":{"${NS}protocolVersion":"2025-11-25","${NS}clientInfo":{"name":"x"},"own":1}}`;

  it('takes the place of another one, and a later round begins anew', async () => {
    const h = await start('modern', { 'tools/call': () => ({ resultType: 'complete', ...done }) });
    await h.run('request.send', { method: 'tools/call', params: OTHER, ownEnvelope: true });
    const [text = ''] = sentTexts(h, 'tools/call');
    expect(text).toContain('"params":{"name":"w","arguments":{"n":12345678901234567890},"_meta":{"own":1,');
    const { params } = JSON.parse(text) as { params: { _meta: Record<string, unknown> } };
    expect(params._meta).toMatchObject({ own: 1, [`${NS}protocolVersion`]: '2026-07-28' });
    expect(params._meta[`${NS}clientInfo`]).toMatchObject({ name: 'wirebench' });
  });

  it('is none in the legacy era, where a wish for a task stays', async () => {
    const h = await start('legacy', { 'tools/call': () => done });
    await h.run('request.send', { method: 'tools/call', params: OTHER, ownEnvelope: true });
    expect(sentTexts(h, 'tools/call')[0]).toContain(
      '"params":{"name":"w","arguments":{"n":12345678901234567890},"task":{},"_meta":{"own":1}}',
    );
  });

  it('leaves no _meta behind that has nothing in it, and names a request the era does not have', async () => {
    const h = await start('legacy', { 'tools/list': () => ({ tools: [] }) });
    const params = `{"_meta":{"${NS}protocolVersion":"2026-07-28"}}`;
    await h.run('request.send', { method: 'tools/list', params, ownEnvelope: true });
    expect(sentTexts(h, 'tools/list').at(-1)).toMatch(/"params":\{\}\}$/);
    const op = await h.run('request.send', { method: 'server/discover', params, ownEnvelope: true });
    expect(op.fault?.message).toMatch(/The legacy era has no server\/discover\. .*initialize/);
  });
});

describe('[META-04] traceparent', () => {
  const FORMAT = /^00-[\da-f]{32}-[\da-f]{16}-01$/;
  const metaOf = (text = '{}') => objectAt(objectAt(JSON.parse(text), 'params'), '_meta');

  it('goes with a call on demand, in _meta and over HTTP as a header too', async () => {
    const h = await start('modern', { 'tools/call': () => ({ resultType: 'complete', ...done }) }, { http: true });
    await h.run('tools.call', { name: 'echo', args: {}, trace: true });
    await h.run('tools.call', { name: 'echo', args: {} });
    const [traced, plain] = sentTexts(h, 'tools/call').map(metaOf);
    expect(traced?.traceparent).toMatch(FORMAT);
    expect(plain).not.toHaveProperty('traceparent');
    const headers = h.wire.got.filter(({ message }) => message.method === 'tools/call').map((got) => got.headers);
    expect(headers[0]).toContainEqual(['traceparent', traced?.traceparent]);
    expect(headers[1]?.map(([name]) => name)).not.toContain('traceparent');
  });

  it('goes with every request where the server says so, each with a trace of its own', async () => {
    const h = await start('legacy', { 'tools/call': () => done }, { config: { trace: true } });
    await h.run('tools.call', { name: 'echo', args: {} });
    await h.run('tools.call', { name: 'echo', args: {} });
    await h.run('tools.call', { name: 'echo', args: {}, trace: false });
    const found = sentTexts(h, 'tools/call').map((text) => metaOf(text)?.traceparent);
    expect(found[0]).toMatch(FORMAT);
    expect(found[1]).toMatch(FORMAT);
    expect(String(found[1]).slice(3, 35)).not.toBe(String(found[0]).slice(3, 35));
    expect(found[2]).toBeUndefined();
    expect(metaOf(sentTexts(h, 'tools/list')[0])?.traceparent).toMatch(FORMAT);
  });

  it('is of one trace in all rounds of a call, each its own span', async () => {
    const h = await start('modern', {
      'tools/call': ({ params }) =>
        params.requestState === undefined
          ? { resultType: 'input_required', requestState: 's1' }
          : { resultType: 'complete', ...done },
    });
    await h.run('tools.call', { name: 'echo', args: {}, trace: true });
    await h.clock.advance(300);
    const [first = '', second = ''] = sentTexts(h, 'tools/call').map((text) => String(metaOf(text)?.traceparent));
    expect(second.slice(0, 35)).toBe(first.slice(0, 35));
    expect(second.slice(36)).not.toBe(first.slice(36));
  });

  it('that a person wrote stays in a call, and is made new in a request that is sent again traced', async () => {
    const given = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;
    const h = await start('legacy', { 'tools/call': () => done });
    await h.run('tools.call', { name: 'echo', args: {}, meta: { traceparent: given }, trace: true });
    const params = `{"name":"echo","_meta":{"traceparent":"${given}"}}`;
    await h.run('request.send', { method: 'tools/call', params });
    await h.run('request.send', { method: 'tools/call', params, trace: true });
    const found = sentTexts(h, 'tools/call').map((text) => metaOf(text)?.traceparent);
    expect(found.slice(0, 2)).toEqual([given, given]);
    expect(found[2]).toMatch(FORMAT);
    expect(found[2]).not.toBe(given);
  });
});
