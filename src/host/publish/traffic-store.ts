import { rowFailed } from '#core/fold/row-failed.ts';
import type { TrafficRow } from '#shared/exchange.ts';
import type { WireLogReader } from '../store/log-files.ts';
import { EvictedRows } from './evicted-rows.ts';
import { Growable } from './growable.ts';
import type { RowStore } from './row-store.ts';

/** Traffic rows kept in memory. */
const KEPT = 200_000;

/** Rows of the Traffic table: the newest in memory, older ones made again from their records. */
export class TrafficStore implements RowStore<TrafficRow> {
  readonly #log: WireLogReader;
  readonly #kept: number;
  readonly #rows: TrafficRow[] = [];
  readonly #evicted = new EvictedRows();
  /** Row + 1 of each record, 0 for none. */
  readonly #rowOfSeq = new Growable();
  readonly #failed = new Set<number>();
  #count = 0;

  constructor(log: WireLogReader, kept: number = KEPT) {
    this.#log = log;
    this.#kept = kept;
  }

  get count(): number {
    return this.#count;
  }

  /** Rows that ended badly or broke the protocol. */
  get errors(): number {
    return this.#failed.size;
  }

  add(row: TrafficRow): void {
    const slot = row.row % this.#kept;
    const old = this.#rows[slot];
    if (old) this.#evicted.put(old);
    this.#rows[slot] = row;
    this.#count = row.row + 1;
    if (rowFailed(row)) this.#failed.add(row.row);
  }

  change(row: TrafficRow): void {
    if (!this.at(row.row)) this.#evicted.put(row);
    if (rowFailed(row)) this.#failed.add(row.row);
    else this.#failed.delete(row.row);
  }

  /** Remembers which row a record belongs to. */
  tie(seq: number, row: number): void {
    this.#rowOfSeq.set(seq, row + 1);
  }

  /** The row a record belongs to, -1 for none. */
  rowOf(seq: number): number {
    return seq < this.#rowOfSeq.length ? this.#rowOfSeq.at(seq) - 1 : -1;
  }

  at(row: number): TrafficRow | undefined {
    const found = this.#rows[row % this.#kept];
    return found?.row === row ? found : undefined;
  }

  seqOf(row: number): number {
    return this.at(row)?.seq ?? this.#evicted.seq(row);
  }

  /** Rows in memory that changed after the given state of the change counter. */
  since(rev: number): TrafficRow[] {
    return this.#rows.filter((row) => row.rev > rev);
  }

  /** Keeps the newest rows only; for a view that nothing is added to any more. */
  shrink(keep: number): void {
    const first = Math.max(0, this.#count - keep);
    for (const [slot, row] of this.#rows.entries()) {
      if (row && row.row < first) {
        this.#evicted.put(row);
        delete this.#rows[slot];
      }
    }
  }

  async load(rows: ArrayLike<number>): Promise<TrafficRow[]> {
    const list = Array.from(rows);
    const gone = list.filter((row) => !this.at(row));
    if (gone.length === 0) return list.flatMap((row) => this.at(row) ?? []);
    const records = await this.#log.records(gone.map((row) => this.#evicted.seq(row)));
    const restored = new Map(gone.map((row, i) => [row, this.#evicted.restore(row, records[i])]));
    // A row may have left memory while the records were read.
    return Promise.all(list.map(async (row) => restored.get(row) ?? this.at(row) ?? (await this.#restore(row))));
  }

  async #restore(row: number): Promise<TrafficRow> {
    const [record] = await this.#log.records([this.#evicted.seq(row)]);
    return this.#evicted.restore(row, record);
  }
}
