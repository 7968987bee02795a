import { expect, test } from 'vitest';
import { shownDiff } from '../../../src/cli/config/shown-diff.ts';

const text = (...lines: string[]) => `${lines.join('\n')}\n`;
const numbers = Array.from({ length: 20 }, (_, at) => `line ${at}`);

test('changed lines with three lines around them', () => {
  const after = numbers.map((line) => (line === 'line 10' ? 'changed' : line));
  expect(shownDiff(text(...numbers), text(...after))).toEqual([
    '  …',
    ...['  line 7', '  line 8', '  line 9', '- line 10', '+ changed', '  line 11', '  line 12', '  line 13'],
    '  …',
  ]);
});

test('lines in common stay between two changes', () => {
  expect(shownDiff(text('a', 'x', 'c', 'd'), text('b', 'x', 'c', 'e', 'd'))).toEqual([
    '- a',
    '+ b',
    '  x',
    '  c',
    '+ e',
    '  d',
  ]);
});

test('a new file, nothing at all, and line ends', () => {
  expect(shownDiff('', text('a', 'b'))).toEqual(['+ a', '+ b']);
  expect(shownDiff(text('a'), text('a'))).toEqual([]);
  expect(shownDiff('a\r\nb\r\n', 'a\r\nc\r\n')).toEqual(['  a', '- b', '+ c']);
});

test('texts that have nothing in common and are long are not compared line by line', () => {
  const from = performance.now();
  const many = (mark: string) => text(...Array.from({ length: 20_000 }, (_, at) => `${mark}${at}`));
  expect(shownDiff(many('a'), many('b'))).toHaveLength(40_000);
  expect(performance.now() - from).toBeLessThan(5000);
});
