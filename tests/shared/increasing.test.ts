import { expect, test } from 'vitest';
import { longestIncreasing } from '#shared/increasing.ts';
import { sequenceSteps } from '#shared/line-diff.ts';

test('a longest increasing run is found, and none is longer', () => {
  expect(longestIncreasing([])).toEqual([]);
  expect(longestIncreasing([5, 1, 4, 2, 3])).toEqual([1, 3, 4]);
  expect(longestIncreasing([3, 2, 1])).toHaveLength(1);
  let seed = 7;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed % below;
  };
  for (let round = 0; round < 200; round += 1) {
    const values = Array.from({ length: 9 }, () => next(9));
    const found = longestIncreasing(values).map((place) => values[place] ?? -1);
    expect(found.every((value, at) => at === 0 || (found[at - 1] ?? 0) < value)).toBe(true);
    // Every subset of nine values.
    let most = 0;
    for (let mask = 0; mask < 512; mask += 1) {
      const some = values.filter((_, at) => (mask >> at) & 1);
      if (some.every((value, at) => at === 0 || (some[at - 1] ?? 0) < value)) most = Math.max(most, some.length);
    }
    expect(found).toHaveLength(most);
  }
});

test('long sequences are taken apart where items occur once, and still turn one into the other', () => {
  const a = Array.from({ length: 6000 }, (_, n) => n);
  const b = [-1, ...a.slice(0, 2000), -2, ...a.slice(2001), -3];
  const steps = sequenceSteps(a, b);
  expect(steps.filter((step) => step !== 'same').length).toBe(4);
  let [i, j] = [0, 0];
  for (const step of steps) {
    if (step === 'same') expect(a[i]).toBe(b[j]);
    if (step !== 'in') i += 1;
    if (step !== 'out') j += 1;
  }
  expect([i, j]).toEqual([a.length, b.length]);
});
