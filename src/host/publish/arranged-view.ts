import { rowFailed } from '#core/fold/row-failed.ts';
import type { LogFilter, TrafficRow } from '#shared/exchange.ts';
import { Bits } from './bits.ts';
import { FilteredView } from './filtered-view.ts';
import type { FoldIndex } from './fold-index.ts';
import { Growable } from './growable.ts';
import { Pace } from './pace.ts';
import { RowOrder } from './row-order.ts';
import type { Move, RowView, ViewListener } from './row-store.ts';
import { mergeRows, sortRows } from './sort-rows.ts';
import { SortValues } from './sort-values.ts';
import type { Arranged } from './view-set.ts';

/** A sorted view takes changes up at most this often, milliseconds: rows that jump cannot be read. */
const SORT_MS = 250;
/** The first change after a pause is taken up after this. */
const FIRST_MS = 16;
/** More changed rows than this are merged in at once, and readers start over. */
const FEW = 200;

export interface Arrangement {
  tree?: LogFilter['tree'];
  sort?: LogFilter['sort'];
}

/**
 * The rows of another view, sorted, or with the members of a row right below it and only where it is opened. A new row
 * at the end costs the same whatever the length of the log. Rows that are moved at once are told one by one.
 */
export class ArrangedView implements Arranged<TrafficRow> {
  readonly source: RowView<TrafficRow>;
  readonly listeners = new Set<ViewListener>();
  readonly #folds: FoldIndex | undefined;
  readonly #byHand: { opened: ReadonlySet<number>; closed: ReadonlySet<number> };
  #values: SortValues | undefined;
  #order: RowOrder;
  /** Opened rows, and how many members are shown below each. */
  #opened = new Map<number, number>();
  /** Members that pass the filter, counted by head: such a head is shown whether it passes or not. */
  #counted = new Bits();
  #counts = new Map<number, number>();
  readonly #pending = new Set<number>();
  /** What takes the place of the order when it is complete, and rows that have to leave it again then. */
  #making: RowOrder | undefined;
  readonly #forgotten = new Set<number>();
  #running: Promise<void>;
  readonly #follow: ViewListener;
  #moves = 0;
  #busy = true;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;
  #lastFlush = 0;

  /** `like`: other views, one of which may have the rows in the same order already. */
  constructor(
    source: RowView<TrafficRow>,
    { tree, sort }: Arrangement,
    { folds, like }: { folds: FoldIndex; like: Iterable<RowView<TrafficRow>> },
  ) {
    this.source = source;
    this.#folds = tree && folds;
    this.#byHand = { opened: new Set(tree?.opened), closed: new Set(tree?.closed) };
    this.#values = sort && new SortValues(sort);
    this.#order = new RowOrder(this.#folds, this.#values);
    this.#follow = {
      grew: (row) => this.update(row),
      moved: (_move, row) => row !== undefined && this.update(row),
      changed: () => undefined,
      restarted: () => undefined,
    };
    if (source instanceof FilteredView) source.listeners.add(this.#follow);
    this.#running = this.#build(this.#borrowed(like));
  }

  get store(): RowView<TrafficRow>['store'] {
    return this.source.store;
  }
  get searched(): RowView<TrafficRow>['searched'] {
    return this.source.searched;
  }
  get count(): number {
    return this.#order.length;
  }
  get moves(): number {
    return this.#moves;
  }

  rowAt(place: number): number {
    return this.#order.at(place);
  }

  placeOf(row: number): number {
    return this.#order.has(row) ? this.#order.find(row) : -1;
  }

  opened(row: number): boolean {
    return this.#opened.has(row);
  }

  held(row: number): readonly number[] {
    return this.#opened.has(row) || !this.#folds?.holds(row) ? [] : this.#block(row, true).slice(1);
  }

  /** The row is new, was changed, came or left. */
  update(row: number): void {
    if (this.#busy || this.#values) {
      this.#pending.add(row);
      this.#schedule();
    } else this.#settle(row);
  }

  /** The row is about to be folded under another one: it leaves its place first. */
  forget(row: number): void {
    if (this.#order.has(row)) this.#removeBlock(row);
    if (this.#making?.has(row)) this.#forgotten.add(row);
  }

  /** Waits until every row has its place. */
  async ready(): Promise<void> {
    await this.#running;
    // What changes while it is made right is taken up later.
    if (this.#pending.size > 0) await this.#flush();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    if (this.source instanceof FilteredView) this.source.listeners.delete(this.#follow);
  }

  /** The rows of a view that differs in what is opened only; members among them are passed over later. */
  #borrowed(from: Iterable<RowView<TrafficRow>>): Uint32Array<ArrayBuffer> | undefined {
    for (const view of from) {
      if (!(view instanceof ArrangedView) || view.source !== this.source || view.#busy || view.#closed) continue;
      const [ours, theirs] = [this.#values?.order, view.#values?.order];
      if (!view.#folds || !this.#folds || ours?.by !== theirs?.by || ours?.desc !== theirs?.desc) continue;
      this.#values = view.#values?.copy();
      this.#order = new RowOrder(this.#folds, this.#values);
      this.#counted = view.#counted.copy();
      this.#counts = new Map(view.#counts);
      for (const row of view.#pending) this.#pending.add(row);
      return view.#order.rows();
    }
    return undefined;
  }

  #schedule(): void {
    if (this.#busy || this.#timer || this.#closed) return;
    const wait = Math.max(FIRST_MS, this.#lastFlush + SORT_MS - performance.now());
    this.#timer = setTimeout(() => void this.#flush(), wait).unref();
  }

  #passes(row: number): boolean {
    return this.source.placeOf(row) >= 0;
  }

  #value(row: number): number {
    const found = this.store.peek?.(row);
    return found && this.#values ? this.#values.read(found) : Number.NaN;
  }

  #isWanted(top: number): boolean {
    return this.#passes(top) || (this.#counts.get(top) ?? 0) > 0;
  }

  #wantsOpen(top: number): boolean {
    if (!this.#folds?.holds(top)) return false;
    if (this.#byHand.opened.has(top)) return true;
    if (this.#byHand.closed.has(top)) return false;
    // Only members brought it here.
    if (!this.#passes(top)) return true;
    const row = this.store.peek?.(top);
    if (!row || !(row.status === 'waiting' || row.status === 'input_required' || rowFailed(row))) return false;
    return row.group === 'rounds';
  }

  /** The row and what is shown below it. */
  #block(top: number, open: boolean): number[] {
    const members = open ? (this.#folds?.members(top) ?? []).filter((row) => this.#passes(row)) : [];
    return [top, ...members];
  }

  #settle(row: number): void {
    const head = this.#folds?.head(row) ?? -1;
    if (head < 0) {
      this.#settleTop(row);
      return;
    }
    this.#count(row, head);
    this.#settleTop(head);
    const [here, wanted] = [this.#order.has(row), this.#opened.has(head) && this.#passes(row)];
    if (here === wanted) return;
    this.#opened.set(head, (this.#opened.get(head) ?? 0) + (wanted ? 1 : -1));
    if (wanted) this.#insert([row]);
    else this.#remove(this.#order.find(row), 1);
  }

  #count(row: number, head: number): void {
    const passes = this.#passes(row);
    if (passes === this.#counted.has(row)) return;
    this.#counted.set(row, passes);
    this.#counts.set(head, (this.#counts.get(head) ?? 0) + (passes ? 1 : -1));
  }

  #settleTop(top: number): void {
    const here = this.#order.has(top);
    if (!this.#isWanted(top)) {
      if (here) this.#removeBlock(top);
      return;
    }
    const open = this.#wantsOpen(top);
    if (this.#values) {
      const value = this.#value(top);
      const moved = !Object.is(value, this.#values.get(top));
      if (here && moved) this.#removeBlock(top);
      this.#values.set(top, value);
      if (here && moved) {
        this.#insertBlock(top, open);
        return;
      }
    }
    if (!here) this.#insertBlock(top, open);
    else if (open !== this.#opened.has(top)) this.#setOpen(top, open);
  }

  #setOpen(top: number, open: boolean): void {
    if (open) {
      const members = this.#block(top, true).slice(1);
      this.#opened.set(top, members.length);
      if (members.length > 0) this.#insert(members);
    } else {
      const members = this.#opened.get(top) ?? 0;
      this.#opened.delete(top);
      if (members > 0) this.#remove(this.#order.find(top) + 1, members);
    }
    for (const listener of this.listeners) listener.changed(top);
  }

  #insertBlock(top: number, open: boolean): void {
    const rows = this.#block(top, open);
    if (open) this.#opened.set(top, rows.length - 1);
    this.#insert(rows);
  }

  #removeBlock(top: number): void {
    const count = 1 + (this.#opened.get(top) ?? 0);
    this.#opened.delete(top);
    this.#remove(this.#order.find(top), count);
  }

  /** Rows that belong beside each other. */
  #insert(rows: readonly number[]): void {
    const at = this.#order.find(rows[0] ?? 0);
    if (at < this.#order.length) {
      this.#order.insert(at, rows);
      this.#tell({ at, remove: 0, rows });
      return;
    }
    for (const row of rows) {
      this.#order.push(row);
      for (const listener of this.listeners) listener.grew(row);
    }
  }

  #remove(at: number, count: number): void {
    this.#order.remove(at, count);
    this.#tell({ at, remove: count, rows: [] });
  }

  #tell(move: Move): void {
    this.#moves += 1;
    for (const listener of this.listeners) listener.moved(move);
  }

  /** Takes up what changed in a sorted view. */
  #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#busy || this.#closed) return this.#running;
    this.#lastFlush = performance.now();
    const rows = [...this.#pending];
    this.#pending.clear();
    if (rows.length <= FEW) {
      for (const row of rows) this.#settle(row);
      return this.#running;
    }
    this.#busy = true;
    this.#running = this.#merge(rows).then(() => {
      this.#busy = false;
      if (this.#pending.size > 0) this.#schedule();
    });
    return this.#running;
  }

  async #build(borrowed: Uint32Array<ArrayBuffer> | undefined): Promise<void> {
    const pace = new Pace();
    await this.#folds?.ready(pace);
    await this.#replace(borrowed ?? (await this.#sorted(pace)), pace);
    // In a sorted view the next flush takes them up.
    while (!this.#values && this.#pending.size > 0) {
      for (const row of this.#pending) {
        this.#pending.delete(row);
        this.#settle(row);
        if (pace.due()) await pace.rest();
      }
    }
    this.#busy = false;
    if (this.#pending.size > 0) this.#schedule();
  }

  async #sorted(pace: Pace): Promise<Uint32Array<ArrayBuffer>> {
    const tops = await this.#collect(pace);
    const values = this.#values;
    if (!values) return tops;
    for (const top of tops) {
      values.set(top, this.#value(top));
      if (pace.due()) await pace.rest();
    }
    return sortRows(tops, (a, b) => values.compare(a, b), pace);
  }

  /** All rows that are shown below no other one, in order of arrival. What changes meanwhile is pending. */
  async #collect(pace: Pace): Promise<Uint32Array<ArrayBuffer>> {
    const { source } = this;
    const tops = new Growable();
    for (let place = 0; place < source.count && !this.#closed; place += 1) {
      const row = source.rowAt(place);
      const head = this.#folds?.head(row) ?? -1;
      if (head < 0) tops.push(row);
      else this.#count(row, head);
      if (!pace.due()) continue;
      await pace.rest();
      // Places may have moved.
      place = (source instanceof FilteredView ? source.placeFrom(row + 1) : row + 1) - 1;
    }
    const brought = [...this.#counts.keys()].filter((head) => !this.#passes(head)).sort((a, b) => a - b);
    if (brought.length === 0) return tops.numbers();
    const to = new Uint32Array(tops.length + brought.length);
    await mergeRows(tops.numbers(), Uint32Array.from(brought), { compare: (a, b) => a - b, pace, to, at: 0 });
    return to;
  }

  /** Takes the changed rows out of the order and puts all of them where they belong now. */
  async #merge(rows: readonly number[]): Promise<void> {
    const pace = new Pace();
    const changed = new Map<number, number>();
    for (const row of rows) {
      const head = this.#folds?.head(row) ?? -1;
      if (head >= 0) this.#count(row, head);
      const top = head < 0 ? row : head;
      changed.set(top, this.#value(top));
      if (pace.due()) await pace.rest();
    }
    const kept = new Growable();
    for (const row of this.#order.rows()) {
      if (!changed.has(row) && this.#order.top(row) === row) kept.push(row);
      if (pace.due()) await pace.rest();
    }
    const value = (row: number) => changed.get(row) ?? this.#values?.get(row) ?? Number.NaN;
    const compare = (a: number, b: number) => this.#values?.compareValues(value(a), value(b)) || a - b;
    const wanted = Uint32Array.from([...changed.keys()].filter((top) => this.#isWanted(top)));
    const sorted = await sortRows(wanted, compare, pace);
    const to = new Uint32Array(kept.length + sorted.length);
    await mergeRows(kept.numbers(), sorted, { compare, pace, to, at: 0 });
    await this.#replace(to, pace, changed);
  }

  /** Shows these rows from now on, with the members of the opened ones. Values that changed count from then on. */
  async #replace(tops: Uint32Array, pace: Pace, changed: ReadonlyMap<number, number> = new Map()): Promise<void> {
    const order = new RowOrder(this.#folds, this.#values);
    const opened = new Map<number, number>();
    this.#making = order;
    for (const top of tops) {
      // One that was folded in the meantime is pending.
      if (this.#folds && this.#folds.head(top) >= 0) continue;
      order.push(top);
      if (pace.due()) await pace.rest();
      if (!this.#wantsOpen(top)) continue;
      const members = this.#block(top, true);
      opened.set(top, members.length - 1);
      for (const row of members.slice(1)) order.push(row);
    }
    this.#making = undefined;
    this.#order = order.without(this.#forgotten);
    this.#forgotten.clear();
    this.#opened = opened;
    for (const [top, value] of changed) this.#values?.set(top, value);
    this.#moves += 1;
    for (const listener of this.listeners) listener.restarted();
  }
}
