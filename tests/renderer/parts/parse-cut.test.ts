import { expect, test } from 'vitest';
import { parseCut } from '../../../src/renderer/parts/parse-cut.ts';

const WHOLE = { content: [{ type: 'text', text: 'a "quoted" \\ line\nand é' }, { n: [1, true, null] }], ok: false };

test('every beginning of a JSON text can be read, and says nothing that the text does not say', () => {
  const text = JSON.stringify(WHOLE);
  for (let end = 1; end < text.length; end += 1) {
    const part = parseCut(text.slice(0, end));
    expect(part, text.slice(0, end)).toBeTypeOf('object');
    const first = (part as { content?: { text?: string }[] }).content?.[0]?.text; // as WHOLE is made
    if (first !== undefined) expect('a "quoted" \\ line\nand é'.startsWith(first)).toBe(true);
  }
  expect(parseCut(text)).toEqual(WHOLE);
});

test('an escape that was cut in two is left out', () => {
  expect(parseCut('{"a":"x\\')).toEqual({ a: 'x' });
  expect(parseCut('{"a":"x\\u00')).toEqual({ a: 'x' });
  expect(parseCut('{"a":"x\\\\')).toEqual({ a: 'x\\' });
  expect(parseCut('{"a":1,"b":12')).toEqual({ a: 1 });
});

test('deep brackets are read in linear time', () => {
  const started = performance.now();
  parseCut('[1,'.repeat(60_000));
  const deep = performance.now() - started;
  const again = performance.now();
  parseCut(`[${'1,'.repeat(90_000)}`);
  const flat = performance.now() - again;
  expect(deep).toBeLessThan(50 * Math.max(flat, 5));
});

test('what is no JSON gives nothing', () => {
  expect(parseCut('')).toBeUndefined();
  expect(parseCut('no json')).toBeUndefined();
});
