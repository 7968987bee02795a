import { Bits } from './bits.ts';
import type { FoldIndex } from './fold-index.ts';
import { Growable } from './growable.ts';
import type { SortValues } from './sort-values.ts';

/** Row numbers in the order they are shown in: sorted or as they arrived, members right below their head. */
export class RowOrder {
  readonly #folds: FoldIndex | undefined;
  readonly #values: SortValues | undefined;
  readonly #rows = new Growable();
  readonly #shown = new Bits();

  constructor(folds: FoldIndex | undefined, values: SortValues | undefined) {
    this.#folds = folds;
    this.#values = values;
  }

  get length(): number {
    return this.#rows.length;
  }

  at(place: number): number {
    return this.#rows.at(place);
  }

  /** All rows, copied. */
  rows(): Uint32Array<ArrayBuffer> {
    return this.#rows.numbers();
  }

  has(row: number): boolean {
    return this.#shown.has(row);
  }

  /** The row that this one is shown below, or it itself. */
  top(row: number): number {
    const head = this.#folds?.head(row) ?? -1;
    return head < 0 ? row : head;
  }

  compare(a: number, b: number): number {
    const [topA, topB] = [this.top(a), this.top(b)];
    if (topA !== topB) return this.#values ? this.#values.compare(topA, topB) : topA - topB;
    if (a === b) return 0;
    if (a === topA) return -1;
    return b === topB ? 1 : a - b;
  }

  /** Its place, or the one where it belongs. */
  find(row: number): number {
    let [low, high] = [0, this.#rows.length];
    if (high > 0 && this.compare(this.#rows.at(high - 1), row) < 0) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(this.#rows.at(middle), row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The same rows but these. */
  without(rows: ReadonlySet<number>): RowOrder {
    if (rows.size === 0) return this;
    const left = new RowOrder(this.#folds, this.#values);
    for (const row of this.rows()) if (!rows.has(row)) left.push(row);
    return left;
  }

  push(row: number): void {
    this.#rows.push(row);
    this.#shown.set(row, true);
  }

  insert(at: number, rows: readonly number[]): void {
    this.#rows.splice(at, 0, rows);
    for (const row of rows) this.#shown.set(row, true);
  }

  remove(at: number, count: number): void {
    for (let place = at; place < at + count; place += 1) this.#shown.set(this.#rows.at(place), false);
    this.#rows.splice(at, count, []);
  }
}
