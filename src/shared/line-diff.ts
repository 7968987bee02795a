/** A line of two texts: in both, only in the one before, only in the one after. */
export interface DiffLine {
  kind: 'same' | 'out' | 'in';
  text: string;
}

/** Cells of the comparison table; larger middles are shown as wholly replaced. */
const MAX_CELLS = 4_000_000;

/** Length of the longest common subsequence from each place on, row by row. */
function lengths(a: readonly string[], b: readonly string[]): Uint32Array {
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

type Step = DiffLine['kind'];

function steps(a: readonly string[], b: readonly string[]): Step[] {
  if (a.length * b.length > MAX_CELLS) return [...a.map((): Step => 'out'), ...b.map((): Step => 'in')];
  const width = b.length + 1;
  const table = lengths(a, b);
  const found: Step[] = [];
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

/** What turns one text into the other, line by line: kept, taken out, put in. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const a = before === '' ? [] : before.split('\n');
  const b = after === '' ? [] : after.split('\n');
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const middle = steps(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  const kinds: Step[] = [
    ...a.slice(0, head).map((): Step => 'same'),
    ...middle,
    ...a.slice(a.length - tail).map((): Step => 'same'),
  ];
  let [i, j] = [0, 0];
  return kinds.map((kind): DiffLine => {
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
