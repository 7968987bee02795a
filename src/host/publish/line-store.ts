import { lineRow } from '#core/fold/line-row.ts';
import type { LineRow } from '#shared/exchange.ts';
import type { WireRecord } from '#shared/records.ts';
import type { WireLogReader } from '../store/log-files.ts';
import { Growable } from './growable.ts';
import type { RowStore } from './row-store.ts';

/** Newest lines kept while somebody watches; a power of two. */
const RING = 4096;

/** Lines of the wire, stderr or client view: their record numbers, and the newest lines while they are watched. */
export class LineStore implements RowStore<LineRow> {
  readonly seqs = new Growable();
  readonly #log: WireLogReader;
  readonly #ring: LineRow[] = [];
  #watchers = 0;

  constructor(log: WireLogReader) {
    this.#log = log;
  }

  get count(): number {
    return this.seqs.length;
  }

  /** Adds a record's line; returned when somebody watches. */
  add(record: WireRecord): LineRow | undefined {
    const row = this.seqs.length;
    this.seqs.push(record.seq);
    if (this.#watchers === 0) return undefined;
    const line = lineRow(record, row);
    this.#ring[row & (RING - 1)] = line;
    return line;
  }

  watch(): void {
    this.#watchers += 1;
  }

  unwatch(): void {
    this.#watchers -= 1;
    if (this.#watchers === 0) this.#ring.length = 0;
  }

  at(row: number): LineRow | undefined {
    const line = this.#ring[row & (RING - 1)];
    return line?.row === row ? line : undefined;
  }

  async load(rows: ArrayLike<number>): Promise<LineRow[]> {
    const list = Array.from(rows);
    const seqs = list.map((row) => this.seqs.at(row));
    const records = await this.#log.records(seqs);
    return list.map((row, i) => {
      const record = records[i];
      if (record) return lineRow(record, row);
      const text = 'This record could not be read from the log.';
      return { row, seq: seqs[i] ?? 0, t: 0, k: 'note', text, bytes: 0, level: 'warn' };
    });
  }
}
