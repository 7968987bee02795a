import { longestIncreasing } from './increasing.ts';

/** A line of two texts: in both, only in the one before, only in the one after. */
export interface DiffLine {
  kind: 'same' | 'out' | 'in';
  text: string;
}

/** What becomes of the next item: kept, taken out of the one before, put in by the one after. */
export type DiffStep = DiffLine['kind'];

/** Cells of the comparison table; a larger middle is taken apart where items occur once in both. */
const MAX_CELLS = 4_000_000;

/** Length of the longest common subsequence from each place on, row by row. */
function lengths<T>(a: readonly T[], b: readonly T[]): Uint32Array {
  const width = b.length + 1;
  const table = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const at = i * width + j;
      const skip = Math.max(table[at + width] ?? 0, table[at + 1] ?? 0);
      table[at] = a[i] === b[j] ? (table[at + width + 1] ?? 0) + 1 : skip;
    }
  }
  return table;
}

function steps<T>(a: readonly T[], b: readonly T[]): DiffStep[] {
  const width = b.length + 1;
  const table = lengths(a, b);
  const found: DiffStep[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const same = i < a.length && j < b.length && a[i] === b[j];
    const out = i < a.length && (j >= b.length || (table[(i + 1) * width + j] ?? 0) >= (table[i * width + j + 1] ?? 0));
    found.push(same ? 'same' : out ? 'out' : 'in');
    if (same || out) i += 1;
    if (same || !out) j += 1;
  }
  return found;
}

function placesOfSingles<T>(items: readonly T[]): Map<T, number> {
  const places = new Map<T, number>();
  for (const [at, item] of items.entries()) places.set(item, places.has(item) ? -1 : at);
  return places;
}

/** Items that occur once in both and keep their order, as pairs of places. */
function anchors<T>(a: readonly T[], b: readonly T[]): [number, number][] {
  const others = placesOfSingles(b);
  const pairs: [number, number][] = [];
  for (const [item, at] of placesOfSingles(a)) {
    const other = others.get(item) ?? -1;
    if (at >= 0 && other >= 0) pairs.push([at, other]);
  }
  pairs.sort(([x], [y]) => x - y);
  const kept = longestIncreasing(pairs.map(([, other]) => other));
  return kept.flatMap((at) => (pairs[at] ? [pairs[at]] : []));
}

function middleSteps<T>(a: readonly T[], b: readonly T[]): DiffStep[] {
  if (a.length * b.length <= MAX_CELLS) return steps(a, b);
  const found: DiffStep[] = [];
  let [i, j] = [0, 0];
  const pairs = anchors(a, b);
  for (const [x, y] of [...pairs, [a.length, b.length] as const]) {
    const [left, right] = [a.slice(i, x), b.slice(j, y)];
    // Without a place to hold on to, the stretch counts as wholly replaced.
    const inner =
      left.length * right.length <= MAX_CELLS
        ? steps(left, right)
        : [...left.map((): DiffStep => 'out'), ...right.map((): DiffStep => 'in')];
    for (const step of inner) found.push(step);
    if (x < a.length) found.push('same');
    [i, j] = [x + 1, y + 1];
  }
  return found;
}

/** What turns one sequence into the other, item by item; items are compared by `===`. */
export function sequenceSteps<T>(a: readonly T[], b: readonly T[]): DiffStep[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const middle = middleSteps(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  return [
    ...a.slice(0, head).map((): DiffStep => 'same'),
    ...middle,
    ...a.slice(a.length - tail).map((): DiffStep => 'same'),
  ];
}

/** What turns one text into the other, line by line: kept, taken out, put in. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const a = before === '' ? [] : before.split('\n');
  const b = after === '' ? [] : after.split('\n');
  let [i, j] = [0, 0];
  return sequenceSteps(a, b).map((kind): DiffLine => {
    const text = (kind === 'in' ? b[j] : a[i]) ?? '';
    if (kind !== 'in') i += 1;
    if (kind !== 'out') j += 1;
    return { kind, text };
  });
}

/** A line of a diff, or the number of kept lines that are folded. */
export type FoldedLine = DiffLine | { kind: 'fold'; count: number };

/** Folds what is more than `around` lines away from every change. */
export function foldSame(lines: readonly DiffLine[], around = 3): FoldedLine[] {
  const near = new Set<number>();
  for (const [at, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    for (let n = at - around; n <= at + around; n += 1) near.add(n);
  }
  const folded: FoldedLine[] = [];
  for (const [at, line] of lines.entries()) {
    const last = folded.at(-1);
    if (near.has(at)) folded.push(line);
    else if (last?.kind === 'fold') last.count += 1;
    else folded.push({ kind: 'fold', count: 1 });
  }
  return folded;
}
