import { applyPatch, type Operation } from 'rfc6902';
import { expect, test } from 'vitest';
import { align } from '#host/compare/align.ts';
import { jsonPatch } from '#host/compare/json-patch.ts';
import { parseExact, printOf, sameValue } from '#host/compare/json-value.ts';

/** Random numbers of a seed, so that a failure can be seen again. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Pick = (below: number) => number;
const KEYS = ['a', 'b', 'c', 'id', 'name', 'a/b', '~', '', '0', 'é'];
const SCALARS = [0, 1, -1, 1.5, 1e21, '', 'x', 'y', 'é', 'a/b', true, false, null];

function randomValue(pick: Pick, depth: number): unknown {
  const kind = pick(depth > 0 ? 6 : 1);
  if (kind < 2) return SCALARS[pick(SCALARS.length)];
  if (kind < 4) return Array.from({ length: pick(6) }, () => randomValue(pick, depth - 1));
  if (kind === 4) {
    return Object.fromEntries(
      Array.from({ length: pick(5) }, () => [KEYS[pick(KEYS.length)], randomValue(pick, depth - 1)]),
    );
  }
  // Items that can be matched by their id.
  const ids = [0, 1, 2, 3, 4, 5, 6, 7].filter(() => pick(2) === 0).sort(() => pick(3) - 1);
  return ids.map((id) => ({ id, value: randomValue(pick, depth - 1) }));
}

/** The value with a few places changed, so that most of it stays. */
function mutated(value: unknown, pick: Pick): unknown {
  if (pick(8) === 0) return randomValue(pick, 2);
  if (Array.isArray(value)) {
    const items = value.map((item) => (pick(4) === 0 ? mutated(item, pick) : item));
    if (pick(3) === 0 && items.length > 0) items.splice(pick(items.length), 1);
    if (pick(3) === 0) items.splice(pick(items.length + 1), 0, randomValue(pick, 1));
    if (pick(3) === 0 && items.length > 1) items.push(...items.splice(pick(items.length), 1));
    return items;
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, member]) => [key, mutated(member, pick)] as const);
    return Object.fromEntries(pick(3) === 0 ? entries.slice(1) : entries.reverse());
  }
  return pick(4) === 0 ? SCALARS[pick(SCALARS.length)] : value;
}

function patchOf(a: unknown, b: unknown): Operation[] {
  const aligned = align(parseExact(JSON.stringify(a)), parseExact(JSON.stringify(b)));
  return JSON.parse(jsonPatch(aligned, 1_000_000) ?? '') as Operation[]; // what a patch is
}

/** The root itself cannot be replaced in place, so both stand in an object. */
function applied(a: unknown, patch: Operation[]): unknown {
  const holder = { root: structuredClone(a) };
  const under = (path: string) => `/root${path}`;
  const moved = patch.map((op) =>
    'from' in op ? { ...op, from: under(op.from), path: under(op.path) } : { ...op, path: under(op.path) },
  );
  const faults = applyPatch(holder, moved).filter((fault) => fault !== null);
  expect(faults).toEqual([]);
  return holder.root;
}

test('a patch applied to A gives B, for random values', () => {
  for (let seed = 1; seed <= 600; seed += 1) {
    const pick = randomOf(seed);
    const a = randomValue(pick, 3);
    const b = pick(3) === 0 ? randomValue(pick, 3) : mutated(a, pick);
    expect(applied(a, patchOf(a, b)), `seed ${seed}: ${JSON.stringify([a, b])}`).toEqual(b);
  }
});

test('equal values have an empty patch, and only those', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const pick = randomOf(seed);
    const a = randomValue(pick, 3);
    const b = pick(3) === 0 ? JSON.parse(JSON.stringify(a)) : mutated(a, pick);
    const [left, right] = [parseExact(JSON.stringify(a)), parseExact(JSON.stringify(b))];
    const same = sameValue(left, right);
    expect(printOf(left) === printOf(right)).toBe(same);
    expect(patchOf(a, b).length === 0, `seed ${seed}`).toBe(same);
  }
});

test('a patch keeps digits that JavaScript would round', () => {
  const patch = jsonPatch(align(parseExact('[1]'), parseExact('[1, 12345678901234567890.10]')), 1000);
  expect(patch).toContain('"value":12345678901234567890.10');
});

test('an array in another order is patched without taking anything out of it', () => {
  const ids = (order: number[]) => order.map((id) => ({ id }));
  const patch = patchOf(ids([1, 2, 3, 4, 5]), ids([5, 3, 4, 1, 2]));
  expect(patch.every(({ op }) => op === 'move')).toBe(true);
  expect(patch.length).toBe(3);
});

test('thousands of items in another order are still patched in time', () => {
  const ids = Array.from({ length: 5000 }, (_, id) => ({ id }));
  const patch = patchOf(ids, ids.toReversed());
  expect(patch.map(({ op, path }) => [op, path])).toEqual([['replace', '']]);
});
