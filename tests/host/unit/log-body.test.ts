import { describe, expect, test } from 'vitest';
import { lineRow } from '#core/fold/line-row.ts';
import { exchangeView } from '#host/publish/exchange-view.ts';
import { logBody, resultText } from '#host/publish/log-body.ts';
import { createLogViews } from '#host/publish/log-views.ts';
import { MemberScanner } from '#host/publish/result-span.ts';
import type { RecordDraft } from '#shared/records.ts';
import { frame, newLog, stamper } from './log-kit.ts';

function withText(text: string) {
  const log = newLog();
  log.append(stamper()(frame(text)));
  return log;
}

describe('result of a record', () => {
  test.each([
    ['{"jsonrpc":"2.0","id":1,"result":{"a" : 1.0e2, "b":"\\u00e9"}}', '{"a" : 1.0e2, "b":"\\u00e9"}'],
    [' {"result":[ ] ,"id":1}', '[ ]'],
    ['{"id":1,"result":"x,}\\"]\\\\"}', '"x,}\\"]\\\\"'],
    ['{"id":1,"result":null}', 'null'],
    ['{"id":1,"result":-12.50 }', '-12.50'],
    ['{"id":"result","result":{"result":{"id":2}},"x":[{"result":3}]}', '{"result":{"id":2}}'],
    ['{"result":1,"result":2}', '2'],
    ['\uFEFF{"id":1,"result":{"é":"漢"}}', '{"é":"漢"}'],
  ])('%s', async (text, result) => {
    expect(await resultText(withText(text), 1)).toMatchObject({
      text: result,
      bytes: Buffer.byteLength(result),
      more: false,
      seq: 1,
    });
  });

  test('a record without one says so', async () => {
    await expect(resultText(withText('{"id":1,"error":{"code":1,"message":"result"}}'), 1)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(resultText(withText('{}'), 99)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('the right one of a batch', async () => {
    const log = withText('[{"jsonrpc":"2.0","id":1,"result":{"n":1}},{"jsonrpc":"2.0","id":2,"result":{"n":2}}]');
    expect((await resultText(log, 1, { rpcId: 2 })).text).toBe('{"n":2}');
  });

  test('a large one is its first 256 KiB, whole characters, read from its file', async () => {
    const log = newLog();
    const result = `{"text":"${'漢'.repeat(1_000_000)}"}`;
    const bytes = Buffer.from(`{"jsonrpc":"2.0","id":1,"result":${result},"_x":1}`);
    log.append(stamper()({ ...frame(bytes.toString()), body: log.put([bytes]) }));
    const found = await resultText(log, 1);
    expect(found).toMatchObject({ bytes: Buffer.byteLength(result), more: true });
    expect(Buffer.byteLength(found.text)).toBeGreaterThan(256 * 1024 - 4);
    expect(result.startsWith(found.text)).toBe(true);
  });

  test('the one of a task lies inside the answer that carried it, and the text says where', async () => {
    const message = '{"id":1,"result":{"status":"completed", "result" : {"content":[ ]}}}';
    const found = await resultText(withText(message), 1, { path: ['result'] });
    expect(found).toMatchObject({ text: '{"content":[ ]}', bytes: 15, more: false });
    expect(message.slice(found.at, (found.at ?? 0) + found.bytes)).toBe(found.text);
  });

  test('pieces of any size give the same span', () => {
    const text = '{"id": 7, "result" : {"a":["x\\\\\\"y",{"b":"}"}]} , "z":"result"}';
    const bytes = Buffer.from(text);
    for (let size = 1; size <= bytes.length; size += 1) {
      const scanner = new MemberScanner('result');
      for (let at = 0; at < bytes.length; at += size) scanner.feed(bytes.subarray(at, at + size));
      const { start, end } = scanner.span ?? { start: 0, end: 0 };
      expect(text.slice(start, end), `pieces of ${size}`).toBe('{"a":["x\\\\\\"y",{"b":"}"}]}');
    }
  });
});

describe('body of a record', () => {
  test('comes in parts that are whole characters and add up', async () => {
    const text = 'a漢é😀'.repeat(50);
    const log = withText(text);
    let out = '';
    for (let from = 0, more = true; more; ) {
      const body = await logBody(log, { seq: 1, from, bytes: 7 });
      expect(body).toMatchObject({ base64: false, bytes: Buffer.byteLength(text), k: 'frame', dir: 'in', ch: 'stdio' });
      out += body.text;
      from += Buffer.byteLength(body.text);
      more = body.more;
    }
    expect(out).toBe(text);
  });

  test('a part that would begin within a character begins after it, and says where', async () => {
    const log = withText('漢漢');
    expect(await logBody(log, { seq: 1, from: 1, bytes: 10 })).toMatchObject({ text: '漢', from: 3, more: false });
  });

  test('is base64 where the bytes are not UTF-8', async () => {
    const log = newLog();
    const bytes = Buffer.from([1, 0xff, 0xfe, 2]);
    log.append(stamper()({ k: 'noise', ch: 'stdio', text: bytes.toString(), b64: bytes.toString('base64') }));
    const body = await logBody(log, { seq: 1, from: 0, bytes: 100 });
    expect(body).toMatchObject({ base64: true, text: bytes.toString('base64'), bytes: 4, more: false });
  });
});

test('the head of an HTTP request or answer is its lines, whose size the wire tells', async () => {
  const log = newLog();
  const stamp = stamper();
  const head = { k: 'http', ch: 'h1', what: 'response', status: 200, statusText: 'OK' } as const;
  const kept = log.append(stamp({ ...head, headers: [['Content-Type', 'text/plain']] }));
  const text = 'HTTP/1.1 200 OK\nContent-Type: text/plain\n';
  expect(await logBody(log, { seq: 1, from: 0, bytes: 1000 })).toMatchObject({ text, bytes: text.length, more: false });
  expect(lineRow(kept, 0)).toMatchObject({ text: 'HTTP/1.1 200 OK', bytes: text.length });
});

test('an exchange comes with the HTTP around it, headers as they were', async () => {
  const log = newLog();
  const views = createLogViews({ log });
  const stamp = stamper();
  const add = (draft: RecordDraft) => views.add(log.append(stamp(draft)));
  add(frame('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}', 'out', 'h1'));
  add(frame('{"jsonrpc":"2.0","id":2,"method":"ping"}', 'out', 'h2'));
  add({ k: 'http', ch: 'h1', what: 'request', method: 'POST', url: 'http://a/mcp', headers: [['X-A', '1']] });
  add({ k: 'http', ch: 'h2', what: 'request', method: 'POST', url: 'http://a/other' });
  add({ k: 'http', ch: 'h1', what: 'response', status: 200, statusText: 'OK', headers: [['content-TYPE', 'x']] });
  add(frame('{"jsonrpc":"2.0","id":1,"result":{}}', 'in', 'h1'));
  add({ k: 'http', ch: 'h1', what: 'end' });
  const { exchange, http } = await exchangeView(views, log, 'x1');
  expect(exchange).toMatchObject({ method: 'tools/call', status: 'complete' });
  expect(http).toHaveLength(1);
  expect(http[0]).toMatchObject({
    ch: 'h1',
    method: 'POST',
    requestHeaders: [['X-A', '1']],
    responseHeaders: [['content-TYPE', 'x']],
    status: 200,
  });
  expect((http[0]?.endedAt ?? 0) - (http[0]?.startedAt ?? 0)).toBe(4000);
  await expect(exchangeView(views, log, 'x99')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
