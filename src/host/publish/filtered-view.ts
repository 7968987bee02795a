import { setImmediate } from 'node:timers/promises';
import { Growable } from './growable.ts';
import type { RowStore, RowView } from './row-store.ts';

/** Rows looked at before the event loop goes on. */
const STEP = 2000;

/**
 * The rows of a store that pass a test, in order. It looks through the log in steps and then follows new rows.
 * A row that passed stays, also when it changes.
 */
export class FilteredView<R extends { row: number }> implements RowView<R> {
  readonly store: RowStore<R>;
  readonly #test: (row: R) => boolean;
  readonly #rows = new Growable();
  #scanned = 0;
  #step: Promise<void> | undefined;

  constructor(store: RowStore<R>, test: (row: R) => boolean) {
    this.store = store;
    this.#test = test;
  }

  get count(): number {
    return this.#rows.length;
  }

  /** Whether every row that exists was looked at. */
  get upToDate(): boolean {
    return this.#scanned >= this.store.count;
  }

  rowAt(place: number): number {
    return this.#rows.at(place);
  }

  placeOf(row: number): number {
    return this.#rows.indexOf(row);
  }

  /** Place of the first row of the view that is not before `row`. */
  placeFrom(row: number): number {
    return this.#rows.lowerBound(row);
  }

  /** A new row; while older ones are still to be looked at it waits its turn. True when the view grew. */
  offer(row: R): boolean {
    if (row.row !== this.#scanned) return false;
    this.#scanned += 1;
    if (!this.#test(row)) return false;
    this.#rows.push(row.row);
    return true;
  }

  /** A row changed. `moved` when it now passes and places behind it have moved. */
  change(row: R): 'same' | 'grew' | 'moved' {
    if (row.row >= this.#scanned || !this.#test(row)) return 'same';
    const at = this.#rows.lowerBound(row.row);
    if (at === this.#rows.length) {
      this.#rows.push(row.row);
      return 'grew';
    }
    if (this.#rows.at(at) === row.row) return 'same';
    this.#rows.insert(at, row.row);
    return 'moved';
  }

  /** Looks at older rows until the view holds `places` rows or all were looked at. */
  async scan(places: number, onProgress?: () => void): Promise<void> {
    while (!this.upToDate && this.#rows.length < places) {
      this.#step ??= this.#advance().finally(() => {
        this.#step = undefined;
      });
      await this.#step;
      onProgress?.();
    }
  }

  async #advance(): Promise<void> {
    const from = this.#scanned;
    const length = Math.min(STEP, this.store.count - from);
    const rows = await this.store.load(Array.from({ length }, (_, i) => from + i));
    for (const row of rows) if (this.#test(row)) this.#rows.push(row.row);
    this.#scanned = from + length;
    await setImmediate();
  }
}
