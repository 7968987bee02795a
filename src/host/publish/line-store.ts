import { LINE_CHARS, lineRow } from '#core/fold/line-row.ts';
import type { LineRow } from '#shared/exchange.ts';
import type { WireRecord } from '#shared/records.ts';
import type { WireLogReader } from '../store/log-files.ts';
import { Growable } from './growable.ts';
import { lostWords } from './lost-record.ts';
import type { RowStore } from './row-store.ts';

/** Newest lines kept while somebody watches; a power of two. */
const RING = 4096;

export interface LineStoreOptions {
  /** The record numbers of an ended session's lines, asked for when they are needed. */
  readonly begin?: () => Uint32Array | undefined;
  /** The worst finding on a record that is more than a remark. */
  readonly worst?: (seq: number) => LineRow['worst'];
}

/** Lines of the wire, stderr or client view: their record numbers, and the newest lines while they are watched. */
export class LineStore implements RowStore<LineRow> {
  readonly #log: WireLogReader;
  #seqs: Growable | undefined;
  readonly #options: LineStoreOptions;
  /** Lines, or the records that they are made of when somebody asks: in a flood few of them are ever sent. */
  readonly #ring: (LineRow | { row: number; of: WireRecord })[] = [];
  #watchers = 0;

  constructor(log: WireLogReader, options: LineStoreOptions = {}) {
    this.#log = log;
    this.#options = options;
  }

  /** The record number of each line. */
  get seqs(): Growable {
    this.#seqs ??= new Growable(this.#options.begin?.());
    return this.#seqs;
  }

  get count(): number {
    return this.seqs.length;
  }

  /** Adds a record's line; gives its row. */
  add(record: WireRecord): number {
    const row = this.seqs.length;
    this.seqs.push(record.seq);
    if (this.#watchers === 0) return row;
    // A large record is not held on to for the sake of its first characters.
    const small = (record.text?.length ?? 0) <= LINE_CHARS && record.k !== 'note';
    // Findings are known when the line is asked for, after its record was folded.
    this.#ring[row & (RING - 1)] = small ? { row, of: record } : lineRow(record, row);
    return row;
  }

  watch(): void {
    this.#watchers += 1;
  }

  unwatch(): void {
    this.#watchers -= 1;
    if (this.#watchers === 0) this.#ring.length = 0;
  }

  at(row: number): LineRow | undefined {
    const found = this.#ring[row & (RING - 1)];
    if (found?.row !== row) return undefined;
    if (!('of' in found)) return this.#marked(found);
    const line = lineRow(found.of, row);
    this.#ring[row & (RING - 1)] = line;
    return this.#marked(line);
  }

  /** The line with the worst that was found on its record so far. */
  #marked(line: LineRow): LineRow {
    const worst = this.#options.worst?.(line.seq);
    return worst === undefined ? line : { ...line, worst };
  }

  async load(rows: ArrayLike<number>): Promise<LineRow[]> {
    const list = Array.from(rows);
    const seqs = list.map((row) => this.seqs.at(row));
    const records = await this.#log.records(seqs);
    return list.map((row, i) => {
      const record = records[i];
      if (record) return this.#marked(lineRow(record, row));
      const seq = seqs[i] ?? 0;
      return { row, seq, t: 0, k: 'note', text: lostWords(this.#log, seq), bytes: 0, level: 'warn' };
    });
  }
}
