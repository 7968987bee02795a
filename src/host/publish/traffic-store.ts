import { countsAsError } from '#core/fold/row-failed.ts';
import type { TrafficRow } from '#shared/exchange.ts';
import type { WireLogReader } from '../store/log-files.ts';
import { RowColumns } from '../store/row-columns.ts';
import type { FoldedTraffic } from '../store/traffic-index.ts';
import type { RowStore } from './row-store.ts';

/** Newest traffic rows kept as objects, which the fold goes on changing. */
const KEPT = 65_536;

export interface TrafficStoreOptions {
  kept?: number | undefined;
  /** Rows of a session that has ended. */
  from?: FoldedTraffic | undefined;
}

/** Rows of the Traffic table: the newest as objects, older ones and those of an ended session as columns. */
export class TrafficStore implements RowStore<TrafficRow> {
  readonly #index: WireLogReader['index'];
  readonly #kept: number;
  readonly #rows: TrafficRow[] = [];
  readonly #columns: RowColumns;
  readonly #failed = new Set<number>();
  readonly #failedBefore: number;
  #count: number;
  /** The newest state of the change counter, and the one when all rows were put into columns. */
  #rev = 0;
  #columnsRev = 0;

  constructor({ index }: Pick<WireLogReader, 'index'>, { kept = KEPT, from }: TrafficStoreOptions = {}) {
    this.#index = index;
    this.#kept = kept;
    this.#columns = from?.rows ?? new RowColumns();
    this.#failedBefore = from?.errors ?? 0;
    this.#count = from?.rows.length ?? 0;
  }

  get count(): number {
    return this.#count;
  }

  /** Rows that ended badly or broke the protocol, and log messages of level error or above. */
  get errors(): number {
    return this.#failedBefore + this.#failed.size;
  }

  /** Grows with each new row and each change of one. */
  get rev(): number {
    return this.#rev;
  }

  add(row: TrafficRow): void {
    const slot = row.row % this.#kept;
    const old = this.#rows[slot];
    if (old) this.#columns.put(old);
    this.#rows[slot] = row;
    this.#count = row.row + 1;
    this.#rev = row.rev;
    if (countsAsError(row)) this.#failed.add(row.row);
  }

  change(row: TrafficRow): void {
    if (!this.#object(row.row)) this.#columns.put(row);
    this.#rev = row.rev;
    if (countsAsError(row)) this.#failed.add(row.row);
    else this.#failed.delete(row.row);
  }

  /** Says which row a record belongs to, -1 for none. */
  tie(seq: number, row: number): void {
    this.#index.tie(seq, row);
  }

  /** An earlier record belongs to this row. */
  join(seq: number, row: number): void {
    this.#index.join(seq, row);
  }

  /** The row a record belongs to, -1 for none. */
  rowOf(seq: number): number {
    return this.#index.row(seq);
  }

  at(row: number): TrafficRow | undefined {
    return this.#object(row) ?? (row >= 0 && row < this.#count ? this.#columns.make(row) : undefined);
  }

  peek(row: number): TrafficRow | undefined {
    return this.#object(row) ?? (row >= 0 && row < this.#count ? this.#columns.peek(row) : undefined);
  }

  seqOf(row: number): number {
    return this.peek(row)?.seq ?? 0;
  }

  /** Rows kept as objects that changed after the given state of the change counter. */
  since(rev: number): TrafficRow[] {
    return this.#rows.filter((row) => row.rev > rev);
  }

  /** All rows as columns, as they are now. */
  columns(): RowColumns {
    for (const row of this.#rows) if (row && row.rev > this.#columnsRev) this.#columns.put(row);
    this.#columnsRev = this.#rev;
    return this.#columns;
  }

  /** Keeps only the newest rows as objects; for a view that nothing is added to any more. */
  shrink(keep: number): void {
    const first = Math.max(0, this.#count - keep);
    for (const [slot, row] of this.#rows.entries()) {
      if (row && row.row < first) {
        if (row.rev > this.#columnsRev) this.#columns.put(row);
        delete this.#rows[slot];
      }
    }
  }

  async load(rows: ArrayLike<number>): Promise<TrafficRow[]> {
    return Array.from(rows).flatMap((row) => this.at(row) ?? []);
  }

  #object(row: number): TrafficRow | undefined {
    const found = this.#rows[row % this.#kept];
    return found?.row === row ? found : undefined;
  }
}
