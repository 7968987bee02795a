import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { HiddenValues } from '#host/exchange-formats/log/hidden-values.ts';
import { codeBlock, markdownText } from '#host/exchange-formats/log/write-markdown.ts';
import { createLogViews } from '#host/publish/log-views.ts';
import { frame, newLog, plain, stamper } from '../log-kit.ts';
import { draftSource, exported, traceSource } from './trace-source.ts';

const traceText = (name: string) => readFileSync(new URL(`../../../traces/${name}.jsonl`, import.meta.url), 'utf8');

describe('JSONL', () => {
  test.each(['legacy-http', 'modern-stdio', 'hostile-legacy-stdio', 'hostile-batch'])(
    'of %s is the lines of the log',
    async (trace) => {
      const { text } = await exported(await traceSource(trace), 'jsonl');
      const records = (lines: string) =>
        lines
          .trimEnd()
          .split('\n')
          .map((line): unknown => JSON.parse(line));
      expect(records(text)).toEqual(records(traceText(trace)));
    },
  );

  test('a range and a filter', async () => {
    const source = await traceSource('legacy-stdio');
    const lines = traceText('legacy-stdio').split('\n');
    const part = await exported({ ...source, from: 3, to: 5 }, 'jsonl');
    expect(part.text).toBe(`${lines.slice(2, 5).join('\n')}\n`);
    const { text } = await exported({ ...source, filter: { methods: ['tools/list'] } }, 'jsonl');
    const found = text.trimEnd().split('\n');
    expect(found.length).toBeGreaterThanOrEqual(2);
    expect(found[0]).toContain('tools/list');
    // The answer names no method: it belongs to the row of its request.
    expect(found.some((line) => line.includes('\\"tools\\":'))).toBe(true);
  });

  test('a payload in a file of its own stands in its line', async () => {
    const log = newLog({ redact: plain });
    const text = `{"jsonrpc":"2.0","id":1,"result":{"text":"${'漢'.repeat(600_000)}"}}`;
    log.append(stamper()({ ...frame(text), body: log.put([Buffer.from(text)]) }));
    const views = createLogViews({ log });
    const made = await exported({ log, views, from: 1, to: 1 }, 'jsonl');
    expect(JSON.parse(made.text)).toMatchObject({ seq: 1, text, body: { bytes: Buffer.byteLength(text) } });
    expect(made.left.cut).toBe(0);
  });
});

interface Doc {
  session: object;
  rows: {
    kind: string;
    method: string;
    partOf?: string;
    request?: { message: { id: number } };
    response?: object;
    message?: object;
  }[];
}

describe('JSON', () => {
  test.each(['legacy-http', 'modern-stdio', 'modern-input-required', 'hostile-modern-stdio'])(
    'of %s has every row with its messages',
    async (trace) => {
      const source = await traceSource(trace);
      const doc = JSON.parse((await exported(source, 'json')).text) as Doc; // the form that docs/exports.md gives
      const { total } = await source.views.page('traffic', 0, 1);
      expect(doc.rows).toHaveLength(total);
      // The first round of a call is a part of the exchange that the call began with.
      const calls = doc.rows.filter(({ kind, partOf }) => kind === 'call' && partOf === undefined);
      for (const call of calls) expect(call.request?.message).toMatchObject({ method: call.method });
      for (const notice of doc.rows.filter(({ kind }) => kind === 'notice')) expect(notice.message).toBeDefined();
      expect(JSON.stringify(doc.session)).not.toMatch(/pw|key=k|token=abc/);
    },
  );

  test('messages keep their digits, and what is no JSON is a string', async () => {
    const source = await draftSource([
      frame('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"n":12345678901234567890,"f":1.0}}', 'out'),
      frame('{"jsonrpc":"2.0","id":1,"result":{"content":[]}}', 'in'),
      { k: 'noise', ch: 'stdio', text: 'a "banner"' },
    ]);
    const { text } = await exported(source, 'json');
    expect(text).toContain('"n":12345678901234567890,"f":1.0');
    expect((JSON.parse(text) as Doc).rows[1]).toMatchObject({ kind: 'noise', message: 'a "banner"' });
  });
});

describe('what no form may lose', () => {
  const twice = () =>
    draftSource([
      frame('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"twice"}}', 'out'),
      frame('{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"first"}]}}', 'in'),
      frame('{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"second"}]}}', 'in'),
    ]);

  test('[RPC-18] a second answer is in each of them, with its record', async () => {
    const json = JSON.parse((await exported(await twice(), 'json')).text) as {
      rows: { moreResponses?: { seq: number; message: unknown }[] }[];
    }; // the form that docs/exports.md gives
    expect(json.rows[0]?.moreResponses).toMatchObject([
      { seq: 3, message: { result: { content: [{ text: 'second' }] } } },
    ]);
    expect((await exported(await twice(), 'md')).text).toContain('Another answer, record 3, which does not count');
    const har = (await exported(await twice(), 'har')).text;
    expect(JSON.parse(har)).toMatchObject({
      log: { entries: [{ _mcp: { moreAnswers: [{ seq: 3, text: expect.stringContaining('second') }] } }] },
    });
    const otlp = (await exported(await twice(), 'otlp')).text;
    expect(JSON.parse(otlp).resourceSpans[0].scopeSpans[0].spans[0].events).toMatchObject([
      { name: 'wirebench.another_answer', attributes: [{ key: 'wirebench.seq', value: { intValue: '3' } }] },
    ]);
  });

  test('[RPC-16] bytes that are not UTF-8 are base64 and said to be', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","id":1,"result":{"t":"'),
      Buffer.from([0xff, 0x41]),
      Buffer.from('"}}'),
    ]);
    const source = () =>
      draftSource([
        frame('{"jsonrpc":"2.0","id":1,"method":"ping"}', 'out'),
        { k: 'frame', dir: 'in', ch: 'stdio', text: bytes.toString(), b64: bytes.toString('base64') },
        { k: 'noise', ch: 'stdio', text: '\uFFFDA', b64: Buffer.from([0xff, 0x41]).toString('base64') },
      ]);
    const json = JSON.parse((await exported(await source(), 'json')).text);
    expect(json.rows[0].response).toEqual({ seq: 2, messageBase64: bytes.toString('base64') });
    expect(json.rows[1]).toMatchObject({ kind: 'noise', messageBase64: '/0E=' });
    expect(json.rows[1]).not.toHaveProperty('message');
    const har = JSON.parse((await exported(await source(), 'har')).text);
    expect(har.log.entries[0].response.content).toMatchObject({ encoding: 'base64', text: bytes.toString('base64') });
    expect((await exported(await source(), 'md')).text.split('The bytes are not UTF-8')).toHaveLength(3);
  });
});

describe('Markdown', () => {
  test('text of a server cannot format or end its block', async () => {
    const evil = '```\n# owned\n<img src=x> [a](javascript:b)';
    const source = await draftSource([
      frame(
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: '# <b>|x', a: evil } }),
        'out',
      ),
      { k: 'noise', ch: 'stdio', text: evil },
    ]);
    const { text } = await exported(source, 'md');
    expect(text).toContain('### 1. tools/call \\# \\<b\\>\\|x: lost');
    expect(text).toContain('\n````\n```\n# owned\n<img src=x> [a](javascript:b)\n````\n');
    expect(text.replace(/(`{3,})[\s\S]*?\n\1\n/g, '')).not.toMatch(/owned|<img/);
    expect(markdownText('a\nb')).toBe('a b');
    expect(codeBlock('`````', '')).toBe('``````\n`````\n``````\n');
  });

  test('a long message is cut and counted', async () => {
    const source = await draftSource([
      frame(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/x', params: { a: 'y'.repeat(9000) } }), 'in'),
    ]);
    const { text, left } = await exported(source, 'md');
    expect(text).toContain('The first 4000 characters of it.');
    expect(text.length).toBeLessThan(5000);
    expect(left.cut).toBe(1);
  });
});

test('hidden values are found across pieces, each once', () => {
  const hidden = new HiddenValues();
  for (const piece of [
    'a {{hid',
    'den:1}} {{secret:api ',
    'x}} {{hidden:1}}',
    ' %7B%7Bhidden:2%7D',
    '%7D {{other:1}}',
  ]) {
    hidden.see(piece);
  }
  expect(hidden.count).toBe(2);
});
