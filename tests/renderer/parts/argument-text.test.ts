import { expect, test } from 'vitest';
import { editedArguments, lineOf, readArguments } from '../../../src/renderer/parts/argument-text.ts';

const readValue = (text: string) => {
  const reading = readArguments(text);
  return 'value' in reading ? reading.value : expect.fail(reading.problem);
};

test('what was written by hand stays as it is where the form changes something else', () => {
  const text = '{ "price": 1.50,\n  "id": 1, "id": 2,\n  "e": 1e3, "gone": true }';
  const old = readValue(text);
  const { gone: _gone, ...rest } = old;
  const edited = editedArguments(text, old, { ...rest, added: 'x' });
  expect(edited).toContain('"price": 1.50');
  expect(edited).toContain('"id": 1');
  expect(edited).toContain('"e": 1e3');
  expect(readValue(edited)).toEqual({ price: 1.5, id: 2, e: 1000, added: 'x' });
});

test('a draft of the form alone is written anew', () => {
  expect(editedArguments('{\n  \n}', {}, { a: 1 })).toBe('{\n  "a": 1\n}');
});

test('a pointer is found on its line, a missing place on that of what it is missing from', () => {
  const text = '{\n  "a": {\n    "b/c": [\n      1,\n      2\n    ]\n  }\n}';
  expect([lineOf(text, '/a/b~1c/1'), lineOf(text, '/a/x'), lineOf(text, '')]).toEqual([5, 2, 1]);
  expect(lineOf('{', '/a')).toBeUndefined();
});
