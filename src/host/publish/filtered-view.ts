import { setImmediate } from 'node:timers/promises';
import { Growable } from './growable.ts';
import type { PayloadSearch } from './payload-search.ts';
import type { RowStore, RowView } from './row-store.ts';

/** Rows looked at before the event loop goes on. */
const STEP = 2000;

type Effect = 'same' | 'grew' | 'moved';
const always = () => true;

/**
 * The rows of a store that pass a test, in order. It looks through the log in steps and then follows new rows.
 * A row that changed is tested again. With a search it goes on to look through payloads and adds what is found there.
 */
export class FilteredView<R extends { row: number; seq: number }> implements RowView<R> {
  readonly store: RowStore<R>;
  readonly #test: (row: R) => boolean;
  readonly #rows = new Growable();
  readonly #search: PayloadSearch | undefined;
  #scanned = 0;
  /** Rows before this one had their payload looked at when they were last tested. */
  #settled = 0;
  #step: Promise<void> | undefined;
  #searchStep: Promise<Effect> | undefined;

  constructor(store: RowStore<R>, test: (row: R) => boolean, search?: PayloadSearch) {
    this.store = store;
    this.#test = test;
    this.#search = search;
  }

  get searched(): { through: number; of: number } | undefined {
    return this.#search?.state;
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

  /** A row changed. `moved` when it came or went and places behind it have moved. */
  change(row: R): Effect {
    if (row.row >= this.#scanned) return 'same';
    const at = this.#rows.lowerBound(row.row);
    if (!this.#test(row)) {
      if (at === this.#rows.length || this.#rows.at(at) !== row.row) return 'same';
      this.#rows.remove(at);
      return 'moved';
    }
    if (at === this.#rows.length) {
      this.#rows.push(row.row);
      return 'grew';
    }
    if (this.#rows.at(at) === row.row) return 'same';
    this.#rows.insert(at, row.row);
    return 'moved';
  }

  /** Looks at older rows until the view holds `places` rows or all were looked at. */
  async scan(places: number, onProgress?: () => void, going: () => boolean = always): Promise<void> {
    while (going() && !this.upToDate && this.#rows.length < places) {
      this.#step ??= this.#advance().finally(() => {
        this.#step = undefined;
      });
      await this.#step;
      onProgress?.();
    }
  }

  /** Looks through payloads up to the end of the log, if there are words to look for. */
  async search(onProgress?: (effect: Effect) => void, going: () => boolean = always): Promise<void> {
    const search = this.#search;
    while (search && going() && !search.done) {
      this.#searchStep ??= this.#lookFurther(search, going).finally(() => {
        this.#searchStep = undefined;
      });
      const effect = await this.#searchStep;
      onProgress?.(effect);
    }
  }

  async #lookFurther(search: PayloadSearch, going: () => boolean): Promise<Effect> {
    const found = await search.step(going);
    if (!found) return 'same';
    let effect: Effect = 'same';
    const again = async (rows: number[]) => {
      let last: R | undefined;
      for (const row of await this.store.load(rows)) {
        const now = this.change(this.store.at(row.row) ?? row);
        if (now === 'moved' || effect === 'same') effect = now;
        last = row;
      }
      return last;
    };
    await again(found);
    while (search.excludes && this.#settled < this.store.count) {
      const length = Math.min(STEP, this.store.count - this.#settled);
      const rows = Array.from({ length }, (_, i) => this.#settled + i);
      const last = await again(rows);
      if (!last || !search.looked(last)) break;
      this.#settled += length;
    }
    return effect;
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
