import type { LineRow, TrafficRow } from '#shared/exchange.ts';
import type { LogEvent } from '#shared/log-views.ts';
import type { Source } from '#shared/rpc.ts';
import type { Move, RowView } from './row-store.ts';
import type { TraceFolds } from './trace-folds.ts';

/** A reader further behind than this is not sent what it missed: it gets a gap and pages what it looks at. */
const BEHIND = 500;
/** Newest rows sent after a gap. */
const TAIL = 100;
/** Newest folds that a reader is told of, and folds in one event. */
const FOLDS = { newest: 20_000, atOnce: 2000 };
/** Changed rows remembered for one reader. */
const MAX_DIRTY = 5000;
/** Moves, and rows that came by them, remembered for one reader. */
const MAX_MOVED = 500;

/** A row as a reader of a view gets it. Copied: the fold goes on changing its own. */
export function shownRow(view: RowView<TrafficRow>, row: TrafficRow): TrafficRow {
  const shown = { ...row };
  if (view.opened && row.members !== undefined) shown.opened = view.opened(row.row);
  return view.store.told?.(shown) ?? shown;
}

/** Follows one view for one reader. Nothing is queued: it holds a place, and the rows that changed behind it. */
export abstract class Watcher<R> implements Source<LogEvent> {
  readonly view: RowView<R>;
  /** First place the reader has not been told of. */
  protected next: number;
  readonly #wake: () => void;
  readonly #onClose: () => void;
  #woken = false;
  #closed = false;
  #floods = false;
  #reset: boolean;
  #searchTold = '';

  constructor(view: RowView<R>, from: number | undefined, hooks: { wake(): void; closed(): void }) {
    this.view = view;
    this.next = from ?? view.count;
    this.#reset = from === undefined;
    this.#wake = hooks.wake;
    this.#onClose = hooks.closed;
  }

  /** Something new may be there. */
  poke(): void {
    if (this.#woken || this.#closed) return;
    this.#woken = true;
    this.#wake();
  }

  /** Places of the view have moved, for the `moves`th time. */
  moved(_move: Move, _moves: number): void {
    this.reset();
  }

  /** A row is shown in another way. */
  touched(_row: number): void {
    this.poke();
  }

  /** The reader's places are no longer right. */
  reset(): void {
    this.#reset = true;
    this.poke();
  }

  get floods(): boolean {
    return this.#floods;
  }

  take(max: number): LogEvent[] {
    this.#woken = false;
    const behind = this.view.count - this.next;
    // Asked again at once it has nothing new, which tells nothing.
    if (behind > 0) this.#floods = behind > BEHIND && !this.#reset;
    if (this.#reset) {
      this.#reset = false;
      this.next = this.view.count;
      this.forget();
      return [{ t: 'reset', total: this.next, moves: this.view.moves }, ...this.#search()];
    }
    const events = [...this.#search(), ...this.splices(), ...this.gap()];
    const rows = this.rows(max);
    return rows ? [...events, rows] : events;
  }

  close(): void {
    this.#closed = true;
    this.#onClose();
  }

  #search(): LogEvent[] {
    const { searched } = this.view;
    const told = searched ? `${searched.through}/${searched.of}` : '';
    if (!searched || told === this.#searchTold) return [];
    this.#searchTold = told;
    return [{ t: 'search', ...searched }];
  }

  /** Whether the reader starts over anyway. */
  protected get startsOver(): boolean {
    return this.#reset;
  }

  protected splices(): LogEvent[] {
    return [];
  }

  protected inMemory(place: number): R | undefined {
    return this.view.store.at(this.view.rowAt(place));
  }

  protected gap(): LogEvent[] {
    const { count } = this.view;
    const from = this.next;
    if (from >= count) return [];
    let to = count - from > BEHIND ? Math.max(from, count - TAIL) : from;
    while (to < count && this.inMemory(to) === undefined) to += 1;
    this.next = to;
    return to > from ? [{ t: 'gap', from, to }] : [];
  }

  protected abstract rows(max: number): LogEvent | undefined;
  protected abstract forget(): void;
}

export class LineWatcher extends Watcher<LineRow> {
  readonly #folds: TraceFolds | undefined;
  /** Folds the reader knows, and how long the last of them was then. */
  #told = { folds: 0, last: 0 };

  constructor(
    view: RowView<LineRow>,
    from: number | undefined,
    hooks: { wake(): void; closed(): void },
    folds: TraceFolds | undefined,
  ) {
    super(view, from, hooks);
    this.#folds = folds;
  }

  override take(max: number): LogEvent[] {
    const events = super.take(max);
    const folds = this.#newFolds();
    if (!folds) return events;
    // Before the lines, so that none is seen that is folded the next moment.
    return events[0]?.t === 'reset' ? [...events, folds] : [folds, ...events];
  }

  #newFolds(): LogEvent | undefined {
    const folds = this.#folds;
    if (!folds || folds.length === 0) return undefined;
    const { folds: known, last } = this.#told;
    const grown = known > 0 && folds.at(known - 1)[1] !== last;
    if (!grown && known === folds.length) return undefined;
    const at = known === 0 ? Math.max(0, folds.length - FOLDS.newest) : known - (grown ? 1 : 0);
    const length = Math.min(FOLDS.atOnce, folds.length - at);
    const told = Array.from({ length }, (_, i) => folds.at(at + i));
    this.#told = { folds: at + length, last: told.at(-1)?.[1] ?? 0 };
    return { t: 'folds', at, folds: told };
  }

  protected rows(max: number): LogEvent | undefined {
    const at = this.next;
    const rows: LineRow[] = [];
    while (rows.length < max && this.next < this.view.count) {
      const line = this.inMemory(this.next);
      if (!line) break;
      rows.push(line);
      this.next += 1;
    }
    return rows.length > 0 ? { t: 'lines', at, rows } : undefined;
  }

  protected forget(): void {
    this.#told = { folds: 0, last: 0 };
  }
}

export class TrafficWatcher extends Watcher<TrafficRow> {
  readonly #dirty = new Map<number, TrafficRow>();
  #splices: { at: number; remove: number; rows: TrafficRow[]; total: number; moves: number }[] = [];
  #moved = 0;

  /** Places that moved are told one by one while they are few. */
  override moved({ at, remove, rows }: Move, moves: number): void {
    if (this.startsOver) return;
    this.#moved += 1 + rows.length;
    if (this.#moved > MAX_MOVED) {
      this.reset();
      return;
    }
    if (at < this.next) this.next += rows.length - Math.min(remove, this.next - at);
    const { store } = this.view;
    const came = rows.flatMap((row) => store.at(row) ?? []);
    this.#splices.push({ at, remove, rows: came, total: this.next, moves });
    if (came.length < rows.length) this.reset();
    else this.poke();
  }

  override touched(row: number): void {
    const found = this.view.store.at(row);
    if (found) this.changed(found);
  }

  /** A row the reader may have was changed; only its newest form is sent. */
  changed(row: TrafficRow): void {
    const place = this.view.placeOf(row.row);
    if (place < 0 || place >= this.next) return;
    if (this.#dirty.size >= MAX_DIRTY && !this.#dirty.has(row.row)) {
      this.reset();
      return;
    }
    this.#dirty.set(row.row, row);
    this.poke();
  }

  protected rows(max: number): LogEvent | undefined {
    const rows: { at: number; row: TrafficRow }[] = [];
    for (const [key, row] of this.#dirty) {
      if (rows.length >= max) break;
      this.#dirty.delete(key);
      // Copied: the fold goes on changing its own.
      const at = this.view.placeOf(key);
      if (at >= 0 && at < this.next) rows.push({ at, row: this.#copy(row) });
    }
    while (rows.length < max && this.next < this.view.count) {
      const row = this.inMemory(this.next);
      if (!row) break;
      rows.push({ at: this.next, row: this.#copy(row) });
      this.next += 1;
    }
    return rows.length > 0 ? { t: 'traffic', rows, total: this.next } : undefined;
  }

  protected forget(): void {
    this.#dirty.clear();
    this.#splices = [];
    this.#moved = 0;
  }

  protected override splices(): LogEvent[] {
    const told = this.#splices;
    this.#splices = [];
    this.#moved = 0;
    return told.map(({ rows, ...move }) => ({ t: 'splice', ...move, rows: rows.map((row) => this.#copy(row)) }));
  }

  #copy(row: TrafficRow): TrafficRow {
    return shownRow(this.view, row);
  }
}
