import { expect, test } from 'vitest';
import { foldSame, lineDiff } from '#shared/line-diff.ts';

test('a diff keeps what is common and folds what is far from a change', () => {
  const before = Array.from({ length: 20 }, (_, n) => `line ${n}`);
  const after = before.with(10, 'changed').toSpliced(11, 0, 'new');
  const diff = lineDiff(before.join('\n'), after.join('\n'));
  expect(diff.filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'out', text: 'line 10' },
    { kind: 'in', text: 'changed' },
    { kind: 'in', text: 'new' },
  ]);
  expect(diff.filter(({ kind }) => kind !== 'in').map(({ text }) => text)).toEqual(before);
  expect(diff.filter(({ kind }) => kind !== 'out').map(({ text }) => text)).toEqual(after);
  expect(foldSame(diff).filter(({ kind }) => kind === 'fold')).toEqual([
    { kind: 'fold', count: 7 },
    { kind: 'fold', count: 6 },
  ]);
  expect(lineDiff('', 'a').map(({ kind }) => kind)).toEqual(['in']);
  expect(lineDiff('a', 'a').map(({ kind }) => kind)).toEqual(['same']);
});

test('two long texts without anything in common are compared without filling the memory', () => {
  const text = (word: string) => Array.from({ length: 30_000 }, (_, n) => `${word} ${n}`).join('\n');
  expect(lineDiff(text('a'), text('b'))).toHaveLength(60_000);
});
