import { Growable } from './growable.ts';
import { Pace } from './pace.ts';
import type { RowSearch } from './payload-search.ts';
import type { Move, RowStore, RowView, ViewListener } from './row-store.ts';

/** Rows that are read from the log at once, where a store has to. */
const STEP = 2000;

const always = () => true;

/**
 * The rows of a store that pass a test, in order. It looks through the log in steps and then follows new rows.
 * A row that changed is tested again. With a search it goes on to look through payloads and adds what is found there.
 */
export class FilteredView<R extends { row: number; seq: number }> implements RowView<R> {
  readonly store: RowStore<R>;
  readonly listeners = new Set<ViewListener>();
  readonly #test: (row: R) => boolean;
  readonly #rows = new Growable();
  readonly #search: RowSearch | undefined;
  #scanned = 0;
  /** Rows before this one had their payload looked at when they were last tested. */
  #settled = 0;
  #moves = 0;
  #step: Promise<void> | undefined;
  #searchStep: Promise<void> | undefined;

  constructor(store: RowStore<R>, test: (row: R) => boolean, search?: RowSearch) {
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

  get moves(): number {
    return this.#moves;
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
    this.#push(row.row);
    return true;
  }

  /** A row changed: it may have come to the view or left it. */
  change(row: R): void {
    const { row: number } = row;
    if (number >= this.#scanned) return;
    const at = this.#rows.lowerBound(number);
    const here = at < this.#rows.length && this.#rows.at(at) === number;
    if (this.#test(row) === here) return;
    if (here) {
      this.#rows.remove(at);
      this.#moved({ at, remove: 1, rows: [] }, number);
    } else if (at === this.#rows.length) this.#push(number);
    else {
      this.#rows.insert(at, number);
      this.#moved({ at, remove: 0, rows: [number] }, number);
    }
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
  async search(onProgress?: () => void, going: () => boolean = always): Promise<void> {
    const search = this.#search;
    while (search && going() && !search.done) {
      this.#searchStep ??= this.#lookFurther(search, going).finally(() => {
        this.#searchStep = undefined;
      });
      await this.#searchStep;
      onProgress?.();
    }
  }

  #push(row: number): void {
    this.#rows.push(row);
    for (const listener of this.listeners) listener.grew(row);
  }

  #moved(move: Move, row: number): void {
    this.#moves += 1;
    for (const listener of this.listeners) listener.moved(move, row);
  }

  async #lookFurther(search: RowSearch, going: () => boolean): Promise<void> {
    const found = await search.step(going);
    if (!found) return;
    /** Whether the payload of every one of them was looked at. */
    const again = async (rows: number[]) => {
      let looked = true;
      for (const row of await this.store.load(rows)) {
        this.change(this.store.at(row.row) ?? row);
        looked &&= search.looked(row);
      }
      return looked;
    };
    await again(found);
    while (search.excludes && this.#settled < this.store.count) {
      const length = Math.min(STEP, this.store.count - this.#settled);
      const rows = Array.from({ length }, (_, i) => this.#settled + i);
      if (!(await again(rows))) break;
      this.#settled += length;
    }
  }

  async #advance(): Promise<void> {
    const pace = new Pace();
    const { peek } = this.store;
    while (peek && this.#scanned < this.store.count) {
      const row = this.store.peek?.(this.#scanned);
      if (!row) break;
      this.#scanned += 1;
      if (this.#test(row)) this.#push(row.row);
      if (!pace.due()) continue;
      await pace.rest();
      return;
    }
    if (this.upToDate) return;
    const from = this.#scanned;
    const length = Math.min(STEP, this.store.count - from);
    const rows = await this.store.load(Array.from({ length }, (_, i) => from + i));
    for (const row of rows) if (this.#test(row)) this.#push(row.row);
    this.#scanned = from + length;
    await pace.rest();
  }
}
