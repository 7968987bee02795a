import { expect, test } from 'vitest';
import { notAllowed } from '../../../src/renderer/parts/ask/allowed-form.ts';
import { endingOf } from '../../../src/renderer/parts/content/save-media.tsx';
import { textViews } from '../../../src/renderer/parts/content/text/text-views.ts';
import { isOfType, matches } from '../../../src/renderer/parts/schema-form/matches.ts';

test.each(['constructor', 'toString', '__proto__'])('[SEC-13] a server may use the word %s for anything', (word) => {
  expect(isOfType(word, 'x')).toBe(false);
  expect(matches({ type: word }, 'x', {})).toBe('no');
  expect(notAllowed({ type: 'object', properties: { a: { type: word } } })).toEqual(['a has no plain type.']);
  expect(endingOf(word)).toBe('bin');
  expect(textViews('a,b\n1,2\n3,4', word).offered).toEqual(['text']);
});
