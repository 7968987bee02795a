import { expect, test } from 'vitest';
import { writeJson } from '#shared/exact-json.ts';
import { typedProblems } from '../../../src/renderer/parts/schema-form/form-state.ts';
import { hasSecret } from '../../../src/renderer/parts/schema-form/masked.ts';
import { readNumber } from '../../../src/renderer/parts/schema-form/number-text.ts';
import { pointerOf, valueAt, valueAtPointer, withValueAt } from '../../../src/renderer/parts/schema-form/value-path.ts';

test.each([
  ['0', 0],
  ['-10', -10],
  ['1e3', 1000],
  ['1.0', 1],
  ['0.1', 0.1],
  ['5.', 5],
  [' 7 ', 7],
  ['9007199254740992', 9007199254740992],
])('%s is read as a number', (text, value) => {
  expect(readNumber(text)).toEqual({ value });
});

test.each(['1e400', '9007199254740993', '-0.1234567890123456789012'])('%s keeps its digits', (text) => {
  const { value, problem } = readNumber(text);
  expect(writeJson(value)).toBe(text);
  expect(problem).toBeUndefined();
});

test.each(['42xyz', '', '+5', '0x10', '1,5'])('%s is kept as text and named', (text) => {
  expect(readNumber(text)).toMatchObject({ value: text, problem: expect.stringContaining('kept as text') });
});

test('values are set, taken away and made on the way, without touching the old one', () => {
  const old = { a: { b: [1, 2, 3] }, z: 0 };
  expect(withValueAt(old, ['a', 'b', 1], 9)).toEqual({ a: { b: [1, 9, 3] }, z: 0 });
  expect(withValueAt(old, ['a', 'b', 1], undefined)).toEqual({ a: { b: [1, 3] }, z: 0 });
  expect(withValueAt(old, ['a'], undefined)).toEqual({ z: 0 });
  expect(withValueAt(undefined, ['x', 'y'], false)).toEqual({ x: { y: false } });
  expect(old).toEqual({ a: { b: [1, 2, 3] }, z: 0 });
  expect(Object.keys(Object(withValueAt({ a: 1, b: 2 }, ['a'], 3)))).toEqual(['a', 'b']);
});

test.each(['__proto__', 'constructor', 'a.b', 'a[0]', 'a/b~c', '', '🎉'])(
  'the name %j is a name like any other',
  (name) => {
    const set = withValueAt({}, [name], 'x');
    expect(JSON.stringify(set)).toBe(`{${JSON.stringify(name)}:"x"}`);
    expect(valueAt(set, [name])).toBe('x');
    expect(valueAtPointer(set, pointerOf([name]))).toBe('x');
    expect(valueAt({}, [name])).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  },
);

test('what was typed is a problem only while the value still stands for it', () => {
  const texts = {
    '/n': { kind: 'number' as const, text: '42xyz', value: '42xyz' },
    '/j': { kind: 'json' as const, text: '{"a":', value: '{"a":' },
  };
  expect(typedProblems({ value: { n: '42xyz', j: '{"a":' }, texts }).map(({ path }) => path)).toEqual(['/n', '/j']);
  expect(typedProblems({ value: { n: 42, j: {} }, texts })).toEqual([]);
});

test('masked fields are known by format and by name', () => {
  const schema = {
    type: 'object',
    properties: { pin: { type: 'string', format: 'password' }, api_key: { type: 'string' } },
  };
  expect(hasSecret(schema, { pin: '1234' })).toBe(true);
  expect(hasSecret(schema, { api_key: 'x' })).toBe(true);
  expect(hasSecret(schema, { other: 'x' })).toBe(false);
  expect(hasSecret(schema, {})).toBe(false);
});
