import { exchangeId, requestSeqOf } from '#core/fold/exchange-id.ts';
import { rowFailed } from '#core/fold/row-failed.ts';
import { TrafficKind, type TrafficRow } from '#shared/exchange.ts';
import { RowCursor, type RowSource } from './row-cursor.ts';
import { COLUMNS, type Columns, type RestOfRow } from './row-layout.ts';
import { TextTable } from './text-table.ts';

const KINDS = TrafficKind.options;
export const WORST = [undefined, 'info', 'warn', 'error'] as const;
const OUT = 1;
const WORST_SHIFT = 1;
const FAILED = 1 << 3;
const FIRST = 256;

function columnsOf(length: number, from?: Columns): Columns {
  const grown = <A extends Float64Array | Uint32Array | Uint8Array>(made: A, old: A | undefined): A => {
    if (old) made.set(old);
    return made;
  };
  const entries = [
    ...COLUMNS.floats.map((name) => [name, grown(new Float64Array(length), from?.[name])]),
    ...COLUMNS.words.map((name) => [name, grown(new Uint32Array(length), from?.[name])]),
    ...COLUMNS.bytes.map((name) => [name, grown(new Uint8Array(length), from?.[name])]),
  ];
  return Object.fromEntries(entries) as Columns; // every name is in one of the three lists
}

/** Summary columns of traffic rows by row number: about 70 bytes a row and its texts, instead of an object. */
export class RowColumns implements RowSource {
  readonly texts: TextTable;
  #columns: Columns;
  /** In memory only: no reader of an ended session compares it. */
  #revs = new Uint32Array(0);
  #length: number;
  readonly #cursor: RowCursor;
  #restRef = 0;
  #rest: RestOfRow = {};

  constructor(from?: { columns: Columns; length: number; texts: TextTable }) {
    this.#columns = from?.columns ?? columnsOf(0);
    this.#length = from?.length ?? 0;
    this.texts = from?.texts ?? new TextTable();
    this.#cursor = new RowCursor(this);
  }

  /** One more than the largest row number that was put. */
  get length(): number {
    return this.#length;
  }

  get columns(): Columns {
    return this.#columns;
  }

  /** Takes a row over, for the first time or again. */
  put(row: TrafficRow): void {
    const { row: at, rev, seq, kind, t, m, method, status, bytes, dir, worst, ...more } = row;
    const { parent, name, preview, tookUs, under, exchangeId: id, ...rest } = more;
    this.#grow(at + 1);
    const to = this.#columns;
    const first = id === undefined ? 0 : (requestSeqOf(id) ?? 0);
    const plain = first > 0 && first <= 0xffff_ffff && exchangeId(first) === id;
    this.#revs[at] = rev;
    to.t[at] = t;
    to.m[at] = m;
    to.tookUs[at] = tookUs ?? Number.NaN;
    to.bytes[at] = bytes;
    to.seq[at] = seq;
    to.parent[at] = parent === undefined ? 0 : parent + 1;
    to.under[at] = under === undefined ? 0 : under + 1;
    to.method[at] = this.texts.addWord(method);
    to.status[at] = this.texts.addWord(status);
    to.name[at] = this.#text(to.name[at], name);
    to.preview[at] = this.#text(to.preview[at], preview);
    to.exchange[at] = plain ? first : 0;
    to.rest[at] = this.#text(to.rest[at], restText(plain || id === undefined ? rest : { ...rest, exchangeId: id }));
    to.kind[at] = KINDS.indexOf(kind);
    const failed = rowFailed(row) ? FAILED : 0;
    to.flags[at] = (dir === 'out' ? OUT : 0) | (WORST.indexOf(worst) << WORST_SHIFT) | failed;
  }

  rev(row: number): number {
    return this.#revs[row] ?? 1;
  }
  kind(row: number): TrafficKind {
    return KINDS[this.#columns.kind[row] ?? 0] ?? 'noise';
  }
  dir(row: number): 'in' | 'out' {
    return ((this.#columns.flags[row] ?? 0) & OUT) !== 0 ? 'out' : 'in';
  }
  worst(row: number): TrafficRow['worst'] {
    return WORST[((this.#columns.flags[row] ?? 0) >> WORST_SHIFT) & 3];
  }
  failed(row: number): boolean {
    return ((this.#columns.flags[row] ?? 0) & FAILED) !== 0;
  }

  /** What has no column of its own; read again only when another row is asked for. */
  rest(row: number): RestOfRow {
    const ref = this.#columns.rest[row] ?? 0;
    if (ref === this.#restRef) return this.#rest;
    this.#rest = ref === 0 ? {} : (JSON.parse(this.texts.at(ref)) as RestOfRow); // as `put` wrote it
    this.#restRef = ref;
    return this.#rest;
  }

  /** Asked of every row for where it ends, and few have waited: the others are not read for it. */
  waitedUs(row: number): number | undefined {
    return this.#rare(row, 'waitedUs');
  }
  /** Asked of every row that is sorted or filtered by size, as `waitedUs`. */
  sums(row: number): TrafficRow['sums'] {
    return this.#rare(row, 'sums');
  }

  /** A member that few rows have: what the others have is not read for it. */
  #rare<K extends 'waitedUs' | 'sums'>(row: number, member: K): RestOfRow[K] | undefined {
    const ref = this.#columns.rest[row] ?? 0;
    const known = ref === this.#restRef;
    if (!known && (ref === 0 || !this.texts.at(ref).includes(`"${member}"`))) return undefined;
    return this.rest(row)[member];
  }

  /** The row without making it, right until the next call. */
  peek(row: number): TrafficRow {
    this.#cursor.row = row;
    return this.#cursor;
  }

  /** The row as an object of its own. */
  make(row: number): TrafficRow {
    const { seq, kind, t, m, method, status, bytes, dir, rev, ...from } = this.#read(row);
    const made: TrafficRow = { row, rev, seq, kind, t, m, method, status, bytes, dir };
    for (const [name, value] of Object.entries(from)) {
      if (value !== undefined) Object.assign(made, { [name]: value });
    }
    return Object.assign(made, this.rest(row));
  }

  #read(row: number) {
    const at = this.peek(row);
    const { rev, seq, kind, t, m, method, status, bytes, dir, parent, under, name, preview, tookUs, worst } = at;
    const { exchangeId: id } = at;
    const optional = { parent, under, name, preview, tookUs, worst, exchangeId: id };
    return { rev, seq, kind, t, m, method, status, bytes, dir, ...optional };
  }

  /** A text that is what it was keeps its number. */
  #text(before: number | undefined, text: string | undefined): number {
    if (text === undefined) return 0;
    return before && this.texts.at(before) === text ? before : this.texts.add(text);
  }

  #grow(length: number): void {
    if (length > this.#length) this.#length = length;
    if (length > this.#columns.t.length) {
      this.#columns = columnsOf(Math.max(FIRST, length, this.#columns.t.length * 2), this.#columns);
    }
    if (length > this.#revs.length) {
      const larger = new Uint32Array(this.#columns.t.length);
      larger.set(this.#revs);
      this.#revs = larger;
    }
  }
}

function restText(rest: object): string | undefined {
  for (const _ in rest) return JSON.stringify(rest);
  return undefined;
}
