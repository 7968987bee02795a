import { describe, expect, test } from 'vitest';
import { leanMessage } from '#host/lean-message.ts';
import { eventPayload } from '#host/transport/event-payload.ts';
import { payloadOf } from '#host/transport/payload.ts';
import { Seeded } from './seeded.ts';

const KEPT = 64 * 1024;

/** Cuts bytes into pieces of odd sizes, also inside of characters and escapes. */
function pieces(text: string, random: Seeded): Buffer[] {
  const bytes = Buffer.from(text);
  const out: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + random.below(random.below(5) === 0 ? 3 : 40_000);
    out.push(bytes.subarray(at, at + size));
    at += size;
  }
  return out;
}

const lean = (value: unknown, random = new Seeded(1)): unknown =>
  JSON.parse(leanMessage(pieces(JSON.stringify(value), random)) ?? 'null');

const long = (text: string, bytes = 300_000): string => text.repeat(Math.ceil(bytes / Buffer.byteLength(text)));

describe('a message without the rest of its long strings', () => {
  test.each([
    ['ASCII', 'abcdefghij\n'],
    ['characters of two, three and four bytes', 'é漢😀'],
    ['quotes and backslashes', 'a "b" \\ c\\\\'],
  ])('%s: the string is the beginning of what it was, everything else is as it was', (_name, unit) => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const text = long(unit);
      const block = { type: 'text', text, annotations: { priority: 1 } };
      const message = {
        jsonrpc: '2.0',
        id: seed,
        result: { content: [block, { type: 'text', text: 'end' }], isError: true },
      };
      const cut = lean(message, new Seeded(seed)) as typeof message;
      const got = cut.result.content[0]?.text ?? '';
      expect(text.startsWith(got)).toBe(true);
      expect(Buffer.byteLength(JSON.stringify(got))).toBeGreaterThan(KEPT - 10);
      expect(Buffer.byteLength(got)).toBeLessThan(KEPT + 10);
      expect({ ...cut, result: { ...cut.result, content: [{ ...block, text: '' }, cut.result.content[1]] } }).toEqual({
        ...message,
        result: {
          ...message.result,
          content: [
            { ...block, text: '' },
            { type: 'text', text: 'end' },
          ],
        },
      });
    }
  });

  test('strings are cut in what a result gives, in that of a task as well, and nowhere else', () => {
    const text = long('x');
    const given = {
      contents: [{ uri: 'a:b', blob: text }],
      structuredContent: { deep: [{ er: text }] },
      messages: [text],
    };
    const state = { requestState: text, inputRequests: { a: { params: { messages: [{ content: { text } }] } } } };
    const cut = lean({
      id: 1,
      result: { ...given, ...state, result: { content: [{ text }] }, _meta: { content: text } },
    });
    const short = text.slice(0, KEPT);
    expect(cut).toEqual({
      id: 1,
      result: {
        contents: [{ uri: 'a:b', blob: short }],
        structuredContent: { deep: [{ er: short }] },
        messages: [short],
        ...state,
        result: { content: [{ text: short }] },
        _meta: { content: text },
      },
    });
    const asked = {
      id: 2,
      method: 'sampling/createMessage',
      params: { content: text, messages: [{ content: { text } }] },
    };
    expect(lean(asked)).toEqual(asked);
    const error = { id: 3, error: { code: 1, message: text, data: { content: text } } };
    expect(lean(error)).toEqual(error);
    const batch = [{ id: 4, result: { content: [{ text }] } }];
    expect(lean(batch)).toEqual(batch);
  });

  test('what is no JSON is left as it is: a bad escape, a bare control character, an open end', () => {
    const wrong = (inside: string) =>
      leanMessage([Buffer.from(`{"id":1,"result":{"content":["${long('x')}${inside}"]}}`)]);
    expect(wrong('\\n\\u00e9')).toBeDefined();
    for (const inside of ['\\x', '\\u00g0', '\u0001', '"]]}'])
      expect(wrong(inside), JSON.stringify(inside)).toBeUndefined();
    expect(leanMessage([Buffer.from(`{"id":1,"result":{"content":["${long('x')}`)])).toBeUndefined();
  });

  test('a large payload keeps its first 4 KiB to the byte, and is whole where it could not be written', () => {
    const text = `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"${long('line\\n', 5_000_000)}"}]}}`;
    const body = { file: 'bodies/1', bytes: text.length, sha256: '' };
    const kept = payloadOf(pieces(text, new Seeded(3)), { put: () => body });
    expect(kept.body).toBe(body);
    expect(kept.text.length).toBeLessThan(70_000);
    expect(kept.text.slice(0, 4096)).toBe(text.slice(0, 4096));
    expect(payloadOf(pieces(text, new Seeded(3)), { put: () => undefined })).toEqual({ text });
    expect(eventPayload(text, { put: () => body })).toEqual(kept);
    const small = text.slice(0, 200) + text.slice(-2_000_000);
    expect(payloadOf(pieces(small, new Seeded(3)), { put: () => body }).text).toBe(small);
  });
});
