import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import type { RecordDraft } from '#shared/records.ts';
import { frame } from '../log-kit.ts';
import { draftSource, exported, HTTP, traceSource } from './trace-source.ts';

const require = createRequire(import.meta.url);

interface HarEntry {
  startedDateTime: string;
  time: number;
  request: { method: string; url: string; postData?: { text: string }; headers: { name: string; value: string }[] };
  response: { status: number; bodySize: number; content: { size: number; text?: string; encoding?: string } };
  timings: { wait: number; receive: number };
  comment?: string;
  _error?: string;
  _mcp: { mapped?: boolean; seq: number; method: string; origin?: string };
}
interface Har {
  log: {
    version: string;
    creator: object;
    pages: { id: string; title: string }[];
    entries: HarEntry[];
    comment: string;
  };
}

/** The schema of HAR 1.2 by the package har-schema. */
function harCheck() {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'));
  const schemas = require('har-schema') as Record<string, { $id: string }>;
  for (const schema of Object.values(schemas)) ajv.addSchema(schema);
  const check = ajv.getSchema('har.json');
  return (har: unknown) => {
    check?.(har);
    return check ? (check.errors ?? []) : 'no schema';
  };
}

const read = async (source: Parameters<typeof exported>[0]) => {
  const made = await exported(source, 'har');
  return { ...made, har: JSON.parse(made.text) as Har }; // of this shape, as the schema says
};

describe('HAR', () => {
  const valid = harCheck();

  test.each([
    'legacy-http',
    'legacy-http-json',
    'legacy-http-dropped',
    'modern-http',
    'old-http-sse',
    'legacy-stdio',
    'modern-stdio',
    'modern-task',
    'legacy-elicitation',
    'hostile-legacy-stdio',
    'hostile-batch',
  ])('of %s is valid by its schema', async (trace) => {
    const { har } = await read(await traceSource(trace));
    expect(valid(har)).toEqual([]);
    expect(har.log.entries.length).toBeGreaterThan(2);
  });

  test('the schema refuses what is no HAR', () => {
    expect(valid({ log: { version: '1.2', creator: {}, entries: [{}] } })).not.toEqual([]);
  });

  test('of HTTP holds every request with the exact bodies, streams as their text', async () => {
    const source = await traceSource('legacy-http');
    const { har } = await read(source);
    const records = await source.log.records(Array.from({ length: source.log.lastSeq }, (_, i) => i + 1));
    const requests = records.filter((record) => record?.k === 'http' && record.what === 'request');
    expect(har.log.entries).toHaveLength(requests.length);
    for (const entry of har.log.entries) {
      const request = records[entry._mcp.seq - 1];
      if (request?.k !== 'http') throw new Error('an entry tells a record that is no request');
      const on = records.filter((record) => record && 'ch' in record && record.ch === request.ch);
      const chunks = on.flatMap((record) => (record?.k === 'http' && record.what === 'chunk' ? [record.text] : []));
      expect(entry.response.content.text ?? '').toBe(chunks.join(''));
      const sent = on.find((record) => record?.k === 'frame' && record.dir === 'out');
      expect(entry.request.postData?.text).toBe(request.method === 'POST' ? sent?.text : undefined);
      expect(entry.request.headers).toHaveLength(request.headers?.length ?? -1);
    }
    expect(har.log.entries.some(({ response }) => response.content.text?.startsWith('id: '))).toBe(true);
    expect(har.log.pages).toMatchObject([{ title: 'web server', _mcp: { url: 'http://127.0.0.1:40000/mcp' } }]);
  });

  test('hidden header values are counted once each', async () => {
    const { hidden, text } = await read(await traceSource('legacy-http'));
    expect(hidden).toBe(1);
    expect(text).not.toContain('their address is made up');
    expect(text.split('{{hidden:1}}').length).toBeGreaterThan(10);
  });

  test('of stdio is mapped, marked, and counts what it cannot hold', async () => {
    const { har, left } = await read(await traceSource('legacy-stdio'));
    for (const { request, comment, _mcp, time, timings } of har.log.entries) {
      expect(request.url).toMatch(/^http:\/\/stdio\.invalid\//);
      expect(comment).toContain('No HTTP request was made');
      expect(_mcp.mapped).toBe(true);
      expect(timings.wait).toBe(time);
      expect(JSON.parse(request.postData?.text ?? '')).toMatchObject({ method: _mcp.method });
    }
    expect(left.notices).toBeGreaterThan(0);
    expect(har.log.comment).toContain(`notifications (${left.notices})`);
    expect(har.log.comment).toContain('their address is made up');
  });

  test.each([
    ['behind its head', true],
    ['before its head, as in older logs', false],
  ])('the message of a POST may stand %s', async (_where, behind) => {
    const http = (draft: object) => ({ k: 'http', ch: 'h1', ...draft }) as RecordDraft; // the parts of an http record
    const head = http({ what: 'request', method: 'POST', url: 'http://a.test/mcp', headers: [] });
    const text = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    const body: RecordDraft = { k: 'frame', dir: 'out', ch: 'h1', text };
    const rest = [http({ what: 'response', status: 200, headers: [] }), http({ what: 'end' })];
    const { har } = await read(await draftSource([...(behind ? [head, body] : [body, head]), ...rest], HTTP));
    expect(har.log.entries.map(({ request }) => request.postData?.text)).toEqual([text]);
  });

  test('bytes that are no text are base64; characters may lie across chunks', async () => {
    const http = (draft: object) => ({ k: 'http', ch: 'h1', ...draft }) as RecordDraft; // the parts of an http record
    const head: RecordDraft[] = [
      http({ what: 'request', method: 'GET', url: 'http://a.test/{{secret:key}}?x=1', headers: [] }),
      http({ what: 'response', status: 200, statusText: 'OK', httpVersion: '1.1', headers: [['Location', '/x']] }),
    ];
    const chunk = (bytes: Buffer) => http({ what: 'chunk', text: bytes.toString(), b64: bytes.toString('base64') });
    const euro = Buffer.from('€€');
    const end = http({ what: 'end' });
    const text = await read(
      await draftSource([...head, chunk(euro.subarray(0, 2)), chunk(euro.subarray(2)), end], HTTP),
    );
    expect(text.har.log.entries[0]).toMatchObject({
      request: { url: 'http://a.test/%7B%7Bsecret:key%7D%7D?x=1', queryString: [{ name: 'x', value: '1' }] },
      response: { content: { size: 6, text: '€€' }, redirectURL: '/x' },
    });
    expect(text.hidden).toBe(1);
    expect(valid(text.har)).toEqual([]);
    const raw = Buffer.from([0xff, 0xd8, 1, 2, 0xe2]);
    const binary = await read(
      await draftSource([...head, chunk(raw.subarray(0, 2)), chunk(raw.subarray(2)), end], HTTP),
    );
    expect(binary.har.log.entries[0]?.response.content).toMatchObject({
      size: 5,
      encoding: 'base64',
      text: raw.toString('base64'),
    });
  });

  test('a request without an answer has status 0 and says why', async () => {
    const { har } = await read(
      await draftSource(
        [
          frame('{"jsonrpc":"2.0","id":1,"method":"ping"}', 'out', 'h1'),
          { k: 'http', ch: 'h1', what: 'request', method: 'POST', url: 'http://a.test/', headers: [] },
          { k: 'http', ch: 'h1', what: 'error', text: 'ECONNREFUSED: refused' },
          frame('{"jsonrpc":"2.0","id":2,"method":"ping"}', 'out', 'h2'),
          { k: 'http', ch: 'h2', what: 'request', method: 'POST', url: 'http://a.test/', headers: [] },
        ],
        HTTP,
      ),
    );
    expect(har.log.entries).toMatchObject([
      { response: { status: 0 }, _error: 'ECONNREFUSED: refused' },
      { response: { status: 0 }, comment: expect.stringContaining('still open') },
    ]);
    expect(valid(har)).toEqual([]);
  });

  test('a range takes the requests that begin in it, whole; a filter those whose row matches', async () => {
    const source = await traceSource('legacy-http');
    const whole = (await read(source)).har.log.entries;
    const third = whole[2];
    if (!third) throw new Error('the trace has three requests');
    const part = await read({ ...source, from: third._mcp.seq, to: third._mcp.seq });
    expect(part.har.log.entries).toEqual([third]);
    const filtered = await read({ ...source, filter: { methods: ['tools/list'] } });
    expect(filtered.har.log.entries.map(({ _mcp }) => _mcp.method)).toEqual(['tools/list']);
  });
});
