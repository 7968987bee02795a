import { expect, test } from 'vitest';
import {
  ExactNumber,
  hasExactNumber,
  isExactNumber,
  parseJson,
  plainJson,
  writeJson,
} from '../../src/shared/exact-json.ts';

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
