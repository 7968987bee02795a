import type { Pace } from './pace.ts';

/** Rows sorted at once. */
const RUN = 1024;

/** Sorts row numbers in place, in short steps. Stable. */
export async function sortRows(
  rows: Uint32Array<ArrayBuffer>,
  compare: (a: number, b: number) => number,
  pace: Pace,
): Promise<Uint32Array<ArrayBuffer>> {
  for (let from = 0; from < rows.length; from += RUN) {
    rows.subarray(from, from + RUN).sort(compare);
    if (pace.late()) await pace.rest();
  }
  let [source, target] = [rows, new Uint32Array(rows.length)];
  for (let run = RUN; run < rows.length; run *= 2) {
    for (let from = 0; from < rows.length; from += 2 * run) {
      const [middle, end] = [Math.min(from + run, rows.length), Math.min(from + 2 * run, rows.length)];
      await mergeRows(source.subarray(from, middle), source.subarray(middle, end), {
        compare,
        pace,
        to: target,
        at: from,
      });
    }
    [source, target] = [target, source];
  }
  return source;
}

/** Writes two sorted lists into one, from place `at` on. */
export async function mergeRows(
  a: Uint32Array,
  b: Uint32Array,
  { compare, pace, to, at }: { compare: (a: number, b: number) => number; pace: Pace; to: Uint32Array; at: number },
): Promise<void> {
  let [i, j, k] = [0, 0, at];
  while (i < a.length || j < b.length) {
    const x = a[i] ?? 0;
    const y = b[j] ?? 0;
    const first = j >= b.length || (i < a.length && compare(x, y) <= 0);
    to[k++] = first ? x : y;
    if (first) i += 1;
    else j += 1;
    if (pace.due()) await pace.rest();
  }
}
