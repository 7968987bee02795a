import { expect, test } from 'vitest';
import { problemAfter } from '../../../src/renderer/parts/use-run-keys.ts';

test('F8 goes through the fields with problems round and round, a field with two counts once', () => {
  const problems = [{ path: '/a' }, { path: '/b' }, { path: '/b' }, { path: '/c' }];
  const walk = (step: 1 | -1, times: number) => {
    let at: string | undefined;
    return Array.from({ length: times }, () => {
      at = problemAfter(problems, at, step)?.path;
      return at;
    });
  };
  expect(walk(1, 4)).toEqual(['/a', '/b', '/c', '/a']);
  expect(walk(-1, 4)).toEqual(['/c', '/b', '/a', '/c']);
  expect(problemAfter(problems, '/gone', 1)?.path).toBe('/a');
  expect(problemAfter([], undefined, 1)).toBeUndefined();
});
