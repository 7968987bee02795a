import { setTimeout as pause } from 'node:timers/promises';
import type { LogFilter } from '#shared/exchange.ts';
import { FilteredView } from './filtered-view.ts';
import type { RowSearch } from './payload-search.ts';
import type { RowView, ViewListener } from './row-store.ts';
import type { Watcher } from './watchers.ts';

/** Filtered views kept ready after their last reader left. */
const IDLE = 8;
/** A folded or sorted view goes on so long after its last reader left. */
const LEND_MS = 2000;
/** New records are gathered this long before their payloads are looked through. */
const GATHER_MS = 50;

const nothing = () => undefined;

/** A view in which rows have places of their own: folded or sorted. */
export interface Arranged<R> extends RowView<R> {
  readonly listeners: Set<ViewListener>;
  update(row: number): void;
  forget(row: number): void;
  ready(): Promise<void>;
  close(): void;
}

/** Makes arranged views, and knows which rows are folded. */
export interface Arranger<R> {
  /** `like`: views that are there, which may have the rows in the same order already. */
  view(source: RowView<R>, filter: LogFilter, like: Iterable<Arranged<R>>): Arranged<R>;
  /** Whether a view was made, so that `take` has to be called. */
  readonly follows: boolean;
  /** The row is new or was changed; `forget` is called before it takes a place below another one. */
  take(row: R, forget: () => void): void;
}

/** What differs between views of lines and of traffic rows. */
export interface ViewKind<R extends { row: number; seq: number }, W extends Watcher<R>> {
  test(filter: LogFilter | undefined, search: RowSearch | undefined): ((row: R) => boolean) | undefined;
  /** What looks through payloads for the filter's words, when it has any. */
  search?(filter: LogFilter | undefined): RowSearch | undefined;
  watcher(view: RowView<R>, from: number | undefined, hooks: { wake(): void; closed(): void }): W;
  /** First place a reader with this cursor has not seen; undefined starts it over. */
  placeAfter(view: RowView<R>, after: number): number | undefined;
  /** Told when a watcher comes or goes. */
  watched?(change: 1 | -1): void;
  readonly arranger?: Arranger<R>;
}

/** Rows that pass one filter. Several arranged views may stand on it. */
interface Members<R extends { row: number; seq: number }> {
  view: FilteredView<R>;
  /** Watchers of the view and of those that stand on it. */
  watchers: number;
  /** Its payloads are being looked through. */
  searching: boolean;
}

interface Entry<R extends { row: number; seq: number }, W> {
  view: RowView<R>;
  members: Members<R> | undefined;
  watchers: Set<W>;
  /** Pages that are being read. */
  reading: number;
}

interface Standing<R extends { row: number; seq: number }, W> extends Entry<R, W> {
  view: Arranged<R>;
  /** The store has changed since the last reader left. */
  stale: boolean;
  /** Until when it goes on without a reader; see `performance.now`. */
  until: number;
}

/** One log view with its filtered, folded and sorted forms and everybody who watches them. */
export class ViewSet<R extends { row: number; seq: number }, W extends Watcher<R>> {
  readonly base: RowView<R>;
  readonly watchers = new Set<W>();
  readonly #kind: ViewKind<R, W>;
  readonly #whole: Entry<R, W>;
  readonly #members = new Map<string, Members<R> & { entry: Entry<R, W> }>();
  readonly #arranged = new Map<string, Standing<R, W>>();

  constructor(base: RowView<R>, kind: ViewKind<R, W>) {
    this.base = base;
    this.#kind = kind;
    this.#whole = { view: base, members: undefined, watchers: new Set(), reading: 0 };
    if (base instanceof FilteredView) base.listeners.add(this.#listener(this.#whole));
  }

  get count(): number {
    return this.base.count;
  }

  /** The store has a new row, which may not be in memory when nobody watches. It is only fetched for a filter. */
  added(row: number): void {
    const { base } = this;
    const { arranger } = this.#kind;
    const arranged = arranger?.follows === true;
    const wanted = arranged || base instanceof FilteredView || this.#members.size > 0;
    // One of its own: what `peek` gives may turn into another row while views look at more of them.
    const made = wanted ? (base.store.at(row) ?? base.store.peek?.(row)) : undefined;
    if (made) {
      // A new row has no place yet that it could leave.
      arranger?.take(made, nothing);
      if (base instanceof FilteredView) base.offer(made);
      for (const { view } of this.#members.values()) view.offer(made);
    }
    if (arranged) this.#update(row);
    if (base instanceof FilteredView) return;
    for (const watcher of this.#whole.watchers) watcher.poke();
  }

  /** A row of the store changed: it may come, leave or move in the views, and is sent again. */
  changed(row: R): void {
    const number = row.row;
    const { arranger } = this.#kind;
    if (arranger?.follows) {
      arranger.take(row, () => {
        for (const { view, stale } of this.#arranged.values()) if (!stale) view.forget(number);
      });
    }
    if (this.#members.size > 0) for (const { view } of this.#members.values()) view.change(row);
    if (arranger?.follows) this.#update(number);
  }

  /** A record was added, which may belong to a row that does not change by it. */
  recorded(): void {
    if (this.#members.size === 0) return;
    for (const members of this.#members.values()) this.#follow(members);
  }

  async page(
    from: number,
    count: number,
    filter: LogFilter | undefined,
  ): Promise<{ total: number; moves: number; view: RowView<R>; rows: R[] }> {
    const entry = this.#entry(filter);
    const { view } = entry;
    entry.reading += 1;
    try {
      await this.#settle(entry, from + count);
    } finally {
      entry.reading -= 1;
    }
    const length = Math.max(0, Math.min(count, view.count - from));
    const numbers = Array.from({ length }, (_, i) => view.rowAt(from + i));
    const { count: total, moves } = view;
    return { total, moves, view, rows: await view.store.load(numbers) };
  }

  /** Hands on the view of a filter once every row has its place in it. */
  async whole<T>(filter: LogFilter | undefined, look: (view: RowView<R>) => T | Promise<T>): Promise<T> {
    const entry = this.#entry(filter);
    const { view, members } = entry;
    entry.reading += 1;
    try {
      const below = members?.view ?? this.base;
      if (below instanceof FilteredView) await below.scan(Number.POSITIVE_INFINITY);
      if (isArranged(view)) await view.ready();
      return await look(view);
    } finally {
      entry.reading -= 1;
    }
  }

  /** Waits until the first places of a view are right; those who watch one are told of what comes later. */
  async #settle({ view, members, watchers }: Entry<R, W>, places: number): Promise<void> {
    const below = members?.view ?? this.base;
    const alone = watchers.size === 0;
    const arranged = isArranged(view) ? view : undefined;
    if (below instanceof FilteredView && (alone || !arranged)) {
      await below.scan(arranged ? Number.POSITIVE_INFINITY : places);
    }
    if (members?.watchers === 0 && members.view.searched) {
      // Nobody is told of what is found later, so all of it is found first.
      await members.view.scan(Number.POSITIVE_INFINITY);
      await members.view.search();
    }
    if (alone) await arranged?.ready();
  }

  /** The rows that pass a filter, in order of arrival. More of them may come while older rows are looked at. */
  passing(filter: LogFilter | undefined): RowView<R> {
    return this.#passing(filter)?.view ?? this.base;
  }

  watch(after: number, filter: LogFilter | undefined, wake: () => void): W {
    const entry = this.#entry(filter);
    const { view, members } = entry;
    const from = after < 0 ? undefined : this.#kind.placeAfter(view, after);
    const watcher = this.#kind.watcher(view, from, { wake, closed: () => this.#left(entry, watcher) });
    this.watchers.add(watcher);
    entry.watchers.add(watcher);
    this.#kind.watched?.(1);
    if (members) members.watchers += 1;
    const below = members?.view ?? this.base;
    if (!(below instanceof FilteredView)) return watcher;
    const going = () => (members ? members.watchers > 0 : true);
    // Payloads are looked through beside the columns: what is found in either is shown at once.
    if (members) this.#follow(members);
    const scan = below.scan(Number.POSITIVE_INFINITY, () => watcher.poke(), going);
    // The log was closed while it was searched: the reader keeps what was found.
    scan.then(
      () => members && this.#follow(members),
      () => watcher.poke(),
    );
    return watcher;
  }

  #left(entry: Entry<R, W> | Standing<R, W>, watcher: W): void {
    if (!this.watchers.delete(watcher)) return;
    entry.watchers.delete(watcher);
    this.#kind.watched?.(-1);
    if (entry.members) entry.members.watchers -= 1;
    if ('until' in entry) this.#keep(entry);
    this.#forgetIdle();
  }

  #update(row: number): void {
    for (const entry of this.#arranged.values()) {
      if (entry.stale) continue;
      entry.view.update(row);
      if (entry.watchers.size > 0 || entry.reading > 0 || performance.now() < entry.until) continue;
      // Nobody would see it: it is made again when somebody asks.
      this.#retire(entry);
    }
  }

  /** It goes on for a while: another one, in which one row more is opened, may begin with its order. */
  #keep(entry: Standing<R, W>): void {
    entry.until = performance.now() + LEND_MS;
  }

  #retire(entry: Standing<R, W>): void {
    entry.stale = true;
    entry.view.close();
  }

  /** Hands on what happens in a view to those who watch it. */
  #listener({ view, watchers }: Entry<R, W>): ViewListener {
    return {
      grew: () => {
        for (const watcher of watchers) watcher.poke();
      },
      moved: (move) => {
        for (const watcher of watchers) watcher.moved(move, view.moves);
      },
      changed: (row) => {
        for (const watcher of watchers) watcher.touched(row);
      },
      restarted: () => {
        for (const watcher of watchers) watcher.reset();
      },
    };
  }

  /** Looks through what is new for a view that somebody watches. */
  #follow(members: Members<R>): void {
    if (members.searching || members.watchers === 0 || !members.view.searched) return;
    members.searching = true;
    const going = () => members.watchers > 0;
    const tell = () => {
      for (const watcher of this.watchers) if (watcher.view.searched) watcher.poke();
    };
    const run = async () => {
      await pause(GATHER_MS, undefined, { ref: false });
      await members.view.search(tell, going);
    };
    const ended = () => {
      members.searching = false;
    };
    // The log was closed while it was searched: the reader keeps what was found.
    run().then(ended, ended);
  }

  #entry(filter: LogFilter | undefined): Entry<R, W> | Standing<R, W> {
    const passing = this.#passing(filter);
    const entry = passing?.entry ?? this.#whole;
    const { arranger } = this.#kind;
    if (!arranger || (!filter?.tree && !filter?.sort)) return entry;
    const key = JSON.stringify(filter);
    const known = this.#arranged.get(key);
    if (known && !known.stale) return known;
    const like = [...this.#arranged.values()].filter(({ stale }) => !stale).map(({ view }) => view);
    const view = arranger.view(entry.view, filter, like);
    const made: Standing<R, W> = { view, members: passing, watchers: new Set(), reading: 0, stale: false, until: 0 };
    this.#keep(made);
    view.listeners.add(this.#listener(made));
    this.#arranged.set(key, made);
    return made;
  }

  #passing(filter: LogFilter | undefined): (Members<R> & { entry: Entry<R, W> }) | undefined {
    const { tree: _tree, sort: _sort, ...narrows } = filter ?? {};
    const search = this.#kind.search?.(narrows);
    const test = this.#kind.test(narrows, search);
    if (!test) return undefined;
    const key = JSON.stringify(narrows);
    const known = this.#members.get(key);
    if (known) {
      // Moved to the end: the order is that of the last use.
      this.#members.delete(key);
      this.#members.set(key, known);
      return known;
    }
    this.#forgetIdle();
    const view = new FilteredView(this.base.store, test, search);
    const entry: Entry<R, W> = { view, members: undefined, watchers: new Set(), reading: 0 };
    const members = { view, watchers: 0, searching: false, entry };
    entry.members = members;
    view.listeners.add(this.#listener(entry));
    this.#members.set(key, members);
    return members;
  }

  #forgetIdle(): void {
    for (const [key, entry] of this.#arranged) {
      if (entry.watchers.size > 0 || entry.reading > 0 || (!entry.stale && this.#arranged.size <= IDLE)) continue;
      this.#retire(entry);
      this.#arranged.delete(key);
    }
    for (const [key, { watchers }] of this.#members) {
      if (this.#members.size < IDLE) return;
      if (watchers === 0) this.#members.delete(key);
    }
  }
}

function isArranged<R>(view: RowView<R>): view is Arranged<R> {
  return 'ready' in view;
}
