import { expect, test } from 'vitest';
import { oneLine } from '../../../../src/renderer/parts/ask/ask-words.ts';

test('hidden characters are named once, and a cut never leaves half a character', () => {
  expect(oneLine('pay\u202ebill\n now', 40)).toBe('pay[U+202E]bill now');
  expect(oneLine('abc\u{1f600}def', 4)).toBe('abc…');
});
