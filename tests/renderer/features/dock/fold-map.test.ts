import { expect, test } from 'vitest';
import { type Fold, FoldMap } from '../../../../src/renderer/features/dock/fold-map.ts';

/** Rows as they are to be, made one by one. */
function naive(folds: readonly Fold[], open: ReadonlySet<number>, lines: number): string[] {
  const rows: string[] = [];
  for (let line = 0; line < lines; line += 1) {
    const fold = folds.find(([first, count]) => line >= first && line < first + count);
    if (fold && line === fold[0]) rows.push(`${open.has(fold[0]) ? 'open' : 'closed'} ${fold[0]} ${fold[1]}`);
    if (!fold || open.has(fold[0])) rows.push(String(line));
  }
  return rows;
}

function shown(map: FoldMap, lines: number): string[] {
  return Array.from({ length: map.count(lines) }, (_, row) => {
    const found = map.at(row);
    return typeof found === 'number' ? String(found) : `${found.fold} ${found.first} ${found.count}`;
  });
}

test('lines without folds are their own rows', () => {
  const map = new FoldMap();
  expect(shown(map, 3)).toEqual(['0', '1', '2']);
  expect([map.rowOf(2), map.hiding(2)]).toEqual([2, undefined]);
});

test('a fold stands for its lines until it is opened', () => {
  const map = new FoldMap();
  map.sync([[2, 3]]);
  expect(shown(map, 7)).toEqual(['0', '1', 'closed 2 3', '5', '6']);
  expect([1, 2, 4, 5].map((line) => map.rowOf(line))).toEqual([1, 2, 2, 3]);
  expect([1, 2, 4, 5].map((line) => map.hiding(line))).toEqual([undefined, 2, 2, undefined]);
  map.toggle(2);
  expect(shown(map, 7)).toEqual(['0', '1', 'open 2 3', '2', '3', '4', '5', '6']);
  expect([1, 2, 4, 5].map((line) => map.rowOf(line))).toEqual([1, 3, 5, 6]);
  expect(map.hiding(4)).toBeUndefined();
});

test('only what changed is another object', () => {
  const map = new FoldMap();
  const folds: [number, number][] = [
    [2, 3],
    [9, 2],
  ];
  map.sync(folds);
  const [first, last] = [map.at(2), map.at(7)];
  folds[1] = [9, 4];
  folds.push([20, 2]);
  map.sync(folds);
  expect(map.at(2)).toBe(first);
  expect(map.at(7)).not.toBe(last);
  expect(map.at(7)).toEqual({ fold: 'closed', first: 9, count: 4 });
});

test('it agrees with a list made line by line, for folds that grow, come, open and close', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let round = 0; round < 60; round += 1) {
    const map = new FoldMap();
    const open = new Set<number>();
    let folds: [number, number][] = [];
    let end = 0;
    for (let step = 0; step < 12; step += 1) {
      const last = folds.at(-1);
      const choice = random(5);
      if (choice < 2) folds.push([end + random(4), 2 + random(5)]);
      else if (choice === 2 && last) last[1] += 1 + random(3);
      else if (choice === 3 && folds.length > 0) {
        const [first] = folds[random(folds.length)] ?? [0];
        if (!open.delete(first)) open.add(first);
        map.toggle(first);
      } else folds = folds.slice(random(2));
      map.sync(folds);
      const newest = folds.at(-1) ?? [0, 0];
      end = Math.max(end, newest[0] + newest[1] + random(3));
      for (const lines of [end, Math.max(0, end - random(6)), end + 3]) {
        const rows = naive(folds, open, lines);
        // A fold whose lines have not all arrived stands for those that have.
        expect(shown(map, lines)).toEqual(rows);
      }
      for (const [row, text] of naive(folds, open, end).entries()) {
        if (/^\d/.test(text)) expect(map.rowOf(Number(text))).toBe(row);
      }
    }
  }
});

test('lines that an open fold shows are counted', () => {
  const map = new FoldMap();
  map.sync([
    [2, 3],
    [10, 40],
  ]);
  expect(map.opened).toBe(0);
  map.toggle(10);
  expect(map.opened).toBe(40);
  map.toggle(2);
  map.toggle(10);
  expect(map.opened).toBe(3);
});
