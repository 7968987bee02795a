import { expect, test } from 'vitest';
import { partKey, pointerKeys, pointerPart } from '#shared/json-pointer.ts';

test.each([
  ['', []],
  ['/foo/0', ['foo', '0']],
  ['/', ['']],
  ['/a~1b', ['a/b']],
  ['/m~0n', ['m~n']],
  ['/~01', ['~1']],
  ['/ ', [' ']],
])('the pointer %j of RFC 6901 names %j, and is made of it again', (pointer, keys) => {
  expect(pointerKeys(pointer)).toEqual(keys);
  expect(keys.map(pointerPart).join('')).toBe(pointer);
});

test('an index is written like a key; one part is read alone', () => {
  expect(pointerPart(7)).toBe('/7');
  expect(partKey('~0~1')).toBe('~/');
});
