import { setTimeout as pause } from 'node:timers/promises';
import type { LogFilter } from '#shared/exchange.ts';
import { FilteredView } from './filtered-view.ts';
import type { PayloadSearch } from './payload-search.ts';
import type { RowView } from './row-store.ts';
import type { Watcher } from './watchers.ts';

/** Filtered views kept ready after their last reader left. */
const IDLE = 8;
/** New records are gathered this long before their payloads are looked through. */
const GATHER_MS = 50;

interface Entry<R extends { row: number; seq: number }> {
  view: FilteredView<R>;
  watchers: number;
  /** Its payloads are being looked through. */
  searching: boolean;
}

/** What differs between views of lines and of traffic rows. */
export interface ViewKind<R extends { row: number; seq: number }, W extends Watcher<R>> {
  test(filter: LogFilter | undefined, search: PayloadSearch | undefined): ((row: R) => boolean) | undefined;
  /** What looks through payloads for the filter's words, when it has any. */
  search?(filter: LogFilter | undefined): PayloadSearch | undefined;
  watcher(view: RowView<R>, from: number | undefined, hooks: { wake(): void; closed(): void }): W;
  /** First place a reader with this cursor has not seen; undefined starts it over. */
  placeAfter(view: RowView<R>, after: number): number | undefined;
  /** Told when a watcher comes or goes. */
  watched?(change: 1 | -1): void;
}

/** One log view with its filtered forms and everybody who watches them. */
export class ViewSet<R extends { row: number; seq: number }, W extends Watcher<R>> {
  readonly base: RowView<R>;
  readonly watchers = new Set<W>();
  readonly #kind: ViewKind<R, W>;
  readonly #filtered = new Map<string, Entry<R>>();

  constructor(base: RowView<R>, kind: ViewKind<R, W>) {
    this.base = base;
    this.#kind = kind;
  }

  get count(): number {
    return this.base.count;
  }

  /** The store has a new row, which may not be in memory when nobody watches. It is only fetched for a filter. */
  added(row: number): void {
    const { base } = this;
    const made = base instanceof FilteredView || this.#filtered.size > 0 ? base.store.at(row) : undefined;
    if (made) {
      if (base instanceof FilteredView) base.offer(made);
      for (const entry of this.#filtered.values()) entry.view.offer(made);
    }
    for (const watcher of this.watchers) watcher.poke();
  }

  /** A row of the store changed; tells which watchers must start over because places moved. */
  changed(row: R): void {
    for (const { view } of this.#filtered.values()) {
      const effect = view.change(row);
      if (effect !== 'same') this.#tell(view, effect === 'moved');
    }
  }

  /** A record was added, which may belong to a row that does not change by it. */
  recorded(): void {
    if (this.#filtered.size === 0) return;
    for (const entry of this.#filtered.values()) this.#follow(entry);
  }

  #tell(view: FilteredView<R>, moved: boolean): void {
    for (const watcher of this.watchers) {
      if (watcher.view !== view) continue;
      if (moved) watcher.reset();
      else watcher.poke();
    }
  }

  /** Looks through what is new for a view that somebody watches. */
  #follow(entry: Entry<R>): void {
    if (entry.searching || entry.watchers === 0 || !entry.view.searched) return;
    entry.searching = true;
    const going = () => entry.watchers > 0;
    const told = (effect: string) => this.#tell(entry.view, effect === 'moved');
    const run = async () => {
      await pause(GATHER_MS, undefined, { ref: false });
      await entry.view.search(told, going);
    };
    const ended = () => {
      entry.searching = false;
    };
    // The log was closed while it was searched: the reader keeps what was found.
    run().then(ended, ended);
  }

  async page(from: number, count: number, filter: LogFilter | undefined): Promise<{ total: number; rows: R[] }> {
    const entry = this.#view(filter);
    const view = entry?.view ?? this.base;
    if (view instanceof FilteredView) await view.scan(from + count);
    if (entry?.watchers === 0 && entry.view.searched) {
      // Nobody is told of what is found later, so all of it is found first.
      await entry.view.scan(Number.POSITIVE_INFINITY);
      await entry.view.search();
    }
    const length = Math.max(0, Math.min(count, view.count - from));
    const rows = await view.store.load(Array.from({ length }, (_, i) => view.rowAt(from + i)));
    return { total: view.count, rows };
  }

  watch(after: number, filter: LogFilter | undefined, wake: () => void): W {
    const entry = this.#view(filter);
    const view = entry?.view ?? this.base;
    const from = after < 0 ? undefined : this.#kind.placeAfter(view, after);
    const watcher = this.#kind.watcher(view, from, {
      wake,
      closed: () => {
        if (!this.watchers.delete(watcher)) return;
        this.#kind.watched?.(-1);
        if (entry) entry.watchers -= 1;
      },
    });
    this.watchers.add(watcher);
    this.#kind.watched?.(1);
    if (entry) {
      entry.watchers += 1;
      const going = () => entry.watchers > 0;
      const scan = entry.view.scan(Number.POSITIVE_INFINITY, () => watcher.poke(), going);
      // The log was closed while it was searched: the reader keeps what was found.
      scan.then(
        () => this.#follow(entry),
        () => watcher.poke(),
      );
    }
    return watcher;
  }

  #view(filter: LogFilter | undefined): Entry<R> | undefined {
    const search = this.#kind.search?.(filter);
    const test = this.#kind.test(filter, search);
    if (!test) return undefined;
    const key = JSON.stringify(filter);
    const known = this.#filtered.get(key);
    if (known) {
      // Moved to the end: the order is that of the last use.
      this.#filtered.delete(key);
      this.#filtered.set(key, known);
      return known;
    }
    for (const [old, entry] of this.#filtered) {
      if (this.#filtered.size < IDLE) break;
      if (entry.watchers === 0) this.#filtered.delete(old);
    }
    const entry = { view: new FilteredView(this.base.store, test, search), watchers: 0, searching: false };
    this.#filtered.set(key, entry);
    return entry;
  }
}
