import type { LogFilter } from '#shared/exchange.ts';
import { FilteredView } from './filtered-view.ts';
import type { RowView } from './row-store.ts';
import type { Watcher } from './watchers.ts';

/** Filtered views kept ready after their last reader left. */
const IDLE = 8;

interface Entry<R extends { row: number }> {
  view: FilteredView<R>;
  watchers: number;
}

/** What differs between views of lines and of traffic rows. */
export interface ViewKind<R extends { row: number }, W extends Watcher<R>> {
  test(filter: LogFilter | undefined): ((row: R) => boolean) | undefined;
  watcher(view: RowView<R>, from: number | undefined, hooks: { wake(): void; closed(): void }): W;
  /** First place a reader with this cursor has not seen; undefined starts it over. */
  placeAfter(view: RowView<R>, after: number): number | undefined;
  /** Told when a watcher comes or goes. */
  watched?(change: 1 | -1): void;
}

/** One log view with its filtered forms and everybody who watches them. */
export class ViewSet<R extends { row: number }, W extends Watcher<R>> {
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
      if (effect === 'same') continue;
      for (const watcher of this.watchers) {
        if (watcher.view !== view) continue;
        if (effect === 'moved') watcher.reset();
        else watcher.poke();
      }
    }
  }

  async page(from: number, count: number, filter: LogFilter | undefined): Promise<{ total: number; rows: R[] }> {
    const view = this.#view(filter)?.view ?? this.base;
    if (view instanceof FilteredView) await view.scan(from + count);
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
      const going = entry.view.scan(Number.POSITIVE_INFINITY, () => watcher.poke());
      // The log was closed while it was searched: the reader keeps what was found.
      going.catch(() => watcher.poke());
    }
    return watcher;
  }

  #view(filter: LogFilter | undefined): Entry<R> | undefined {
    const test = this.#kind.test(filter);
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
    const entry = { view: new FilteredView(this.base.store, test), watchers: 0 };
    this.#filtered.set(key, entry);
    return entry;
  }
}
