import { expect, test } from 'vitest';
import {
  afterCopy,
  ExactNumber,
  hasExactNumber,
  isExactNumber,
  parseJson,
  parseWritten,
  plainJson,
  readForCopy,
  writeJson,
} from '../../src/shared/exact-json.ts';
import { writtenMembers } from '../../src/shared/written-json.ts';

test.each(['0', '-1', '0.1', '0.10', '1e3', '9007199254740991', '9007199254740992', '1e21', '5e-324', '123.456'])(
  '%s is held by a JavaScript number',
  (text) => {
    expect(isExactNumber(text)).toBe(true);
    expect(parseJson(text)).toBe(Number(text));
  },
);

test.each(['9007199254740993', '-18446744073709551615', '0.12345678901234567890123', '1e400', '-0', '1e-400'])(
  '%s keeps its digits',
  (text) => {
    const given = `{"a":[${text},"${text}",1],"__proto__":{"b":${text}}}`;
    const value = parseJson(given);
    expect(hasExactNumber(value)).toBe(true);
    expect(writeJson(value)).toBe(given);
    expect(parseJson(writeJson(value, 2))).toEqual(value);
  },
);

test('a value is written as JSON.stringify writes it, also around an exact number', () => {
  const value = { a: [], b: {}, c: [1, { d: 'x"\n' }], e: null, f: undefined, n: 12345 };
  const big = (text: string) => text.replace('12345', '99999999999999999999');
  for (const indent of [0, 2]) {
    const exact = { ...value, n: new ExactNumber('99999999999999999999') };
    expect(writeJson(exact, indent)).toBe(big(JSON.stringify(value, null, indent)));
    expect(writeJson(value, indent)).toBe(JSON.stringify(value, null, indent));
  }
});

test('text that looks like a number in a string stays text, and bad JSON is refused as ever', () => {
  expect(parseJson('["9007199254740993","\\"9007199254740993"]')).toEqual(['9007199254740993', '"9007199254740993']);
  expect(() => parseJson('{"a":9007199254740993')).toThrow(SyntaxError);
  expect(() => parseJson('01')).toThrow(SyntaxError);
});

test('code without knowledge of exact numbers gets the nearest one', () => {
  const value = parseJson('{"n":9007199254740993}');
  expect(plainJson(value)).toEqual({ n: 9007199254740992 });
  expect(JSON.stringify(value)).toBe('{"n":9007199254740992}');
});

test.each([
  '{"big":12345678901234567890,"f":1.0,"e":1e400,"dup":1,"dup":2}',
  '{"10":1,"2":{"a":[1.50,{"x":1,"x":[2.0]}]},"a\\"b":"\\\\","":null,"__proto__":{"t":true,"f":false}}',
  '[[],{},-0,"\ud83d\ude00"]',
  '1.0',
  '"1.0"',
  'null',
])('%s is written again as it was read, also on its way through another thread', (text) => {
  expect(writeJson(parseWritten(text))).toBe(text);
  expect(writeJson(afterCopy(structuredClone(readForCopy(text))))).toBe(text);
  expect(parseWritten(writeJson(parseWritten(text), 2))).toEqual(parseWritten(text));
});

test('a name that comes twice is there with both its values, and the last one counts', () => {
  const value = parseWritten('{"a":1,"b":2,"a":3.0}') as { a: unknown };
  expect(value.a).toEqual(new ExactNumber('3.0'));
  expect(writtenMembers(value)?.map(([name]) => name)).toEqual(['a', 'b', 'a']);
  expect(writtenMembers(parseWritten('{"a":1,"b":2}') as object)).toBeUndefined();
  // Such arguments are sent as JavaScript has them.
  expect(writeJson(parseJson('{"a":1,"a":12345678901234567890}'))).toBe('{"a":12345678901234567890}');
});

test('plain JSON is read as JSON.parse reads it, a deep one too', () => {
  const text = JSON.stringify({ a: [1, 0.5, -2, 'x\n', true, null], b: { c: {} } }, null, 2);
  expect(parseWritten(text)).toEqual(JSON.parse(text));
  expect(() => parseWritten('{"a":01}')).toThrow(SyntaxError);
  expect(() => parseWritten(`${'['.repeat(100_000)}1.0${']'.repeat(100_000)}`)).not.toThrow();
});

test('a number out of range is not null for code that knows nothing of it', () => {
  expect(plainJson(parseJson('[1e400,-1e400]'))).toEqual([Number.MAX_VALUE, -Number.MAX_VALUE]);
});

test('a copy to another thread has the last of a name that comes twice, as without the copy', () => {
  for (const text of [
    '{"a":1.0,"a":5}',
    '{"a":1.0,"a":2.0}',
    '{"a":5,"a":1.0}',
    '{"a":1.0,"a":{"text":"x"}}',
    '[{"b":1.0}]',
  ]) {
    const copied = afterCopy(structuredClone(readForCopy(text)));
    expect(writeJson({ last: copied })).toBe(writeJson({ last: parseWritten(text) }));
    expect(Object.values(copied as object)).toEqual(Object.values(parseWritten(text) as object));
  }
});
