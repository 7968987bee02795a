import { isProcessNote, type LineView, lineViewOf } from '#core/fold/line-row.ts';
import type { WireRecord } from '#shared/records.ts';

/** Format number of the index files; another number means: build it again. */
export const INDEX_FORMAT = 4;
const MAGIC = 0x58494257;
const HEADER = 32;
/** Offset and length of the line, the bits below with the segment number above them, and the traffic row + 1. */
const STRIDE = 4;
const [LENGTH, FLAGS, ROW] = [1, 2, 3];
const KINDS: readonly WireRecord['k'][] = ['frame', 'noise', 'stderr', 'http', 'note'];
/** The payload is not in the line as text: it is base64, or lies in a file. */
const OPAQUE = 1 << 3;
const VIEWS: readonly (LineView | undefined)[] = [undefined, 'wire', 'stderr', 'client'];
const VIEW_SHIFT = 4;
/** A note that is a line of the stderr view as well. */
const PROCESS = 1 << 6;

/** An index file that is open. */
export interface IndexFile {
  size: number;
  read(into: Buffer, position: number): number;
}

function flagsOf(record: WireRecord): number {
  const opaque = record.k !== 'note' && (record.b64 !== undefined || record.body !== undefined);
  const view = VIEWS.indexOf(lineViewOf(record)) << VIEW_SHIFT;
  return KINDS.indexOf(record.k) | (opaque ? OPAQUE : 0) | view | (isProcessNote(record) ? PROCESS : 0);
}

/** Where the records of a session lie and where the views show them: 16 bytes a record, in memory as in the index file. */
export class RecordIndex {
  #data = new Uint32Array(STRIDE * 1024);
  #count = 0;
  /** Records up to this number have their traffic row. */
  #tied = 0;
  #missing = false;

  /** Records in the index; their numbers are 1 to this. */
  get count(): number {
    return this.#count;
  }

  /** Whether the traffic row of every record is known. */
  get isTied(): boolean {
    return this.#tied >= this.#count;
  }

  /** Whether the line of some record is not there: the disk was full. */
  get hasMissing(): boolean {
    return this.#missing;
  }

  add(segment: number, offset: number, length: number, record: WireRecord): void {
    if (length === 0) this.addMissing(segment);
    else this.#push(offset, length, flagsOf(record) | (segment << 16));
  }

  /** A record whose line is not there. */
  addMissing(segment: number): void {
    this.#missing = true;
    this.#push(0, 0, segment << 16);
  }

  offset(seq: number): number {
    return this.#data[(seq - 1) * STRIDE] ?? 0;
  }

  /** Bytes of the line without its newline; 0 when the record could not be written. */
  length(seq: number): number {
    return this.#data[(seq - 1) * STRIDE + LENGTH] ?? 0;
  }

  segment(seq: number): number {
    return this.#flags(seq) >>> 16;
  }

  kind(seq: number): WireRecord['k'] {
    return KINDS[this.#flags(seq) & 7] ?? 'note';
  }

  isOpaque(seq: number): boolean {
    return (this.#flags(seq) & OPAQUE) !== 0;
  }

  /** Says which traffic row a record belongs to, -1 for none; records are told in order. */
  tie(seq: number, row: number): void {
    if (seq > this.#count) return;
    this.#tied = seq;
    this.join(seq, row);
  }

  /** Says it of a record that was told before. */
  join(seq: number, row: number): void {
    if (seq <= this.#count && this.length(seq) > 0) this.#data[(seq - 1) * STRIDE + ROW] = row + 1;
  }

  /** The traffic row a record belongs to, -1 for none. */
  row(seq: number): number {
    return seq > this.#count ? -1 : (this.#data[(seq - 1) * STRIDE + ROW] ?? 0) - 1;
  }

  /** The numbers of the records that are lines of a view, in order. */
  linesOf(view: LineView): Uint32Array {
    const wanted = VIEWS.indexOf(view);
    const found = new Uint32Array(this.#count);
    let length = 0;
    for (let seq = 1; seq <= this.#count; seq += 1) {
      const flags = this.#flags(seq);
      const both = wanted === VIEWS.indexOf('stderr') && (flags & PROCESS) !== 0;
      if (((flags >> VIEW_SHIFT) & 3) === wanted || both) found[length++] = seq;
    }
    return found.slice(0, length);
  }

  /** The records from `first` on were not written. */
  forget(first: number): void {
    for (let seq = first; seq <= this.#count; seq += 1) {
      this.#data.set([0, 0, this.#flags(seq) & ~0xffff, 0], (seq - 1) * STRIDE);
      this.#missing = true;
    }
  }

  /** The index file of a segment that holds the records `first` to `last` in `bytes` bytes. */
  encode(first: number, last: number, bytes: number): Buffer {
    const count = last - first + 1;
    const out = Buffer.alloc(HEADER + count * STRIDE * 4);
    const tied = this.#tied >= last ? 1 : 0;
    for (const [at, value] of [MAGIC, INDEX_FORMAT, first, count, bytes, tied].entries()) {
      out.writeUInt32LE(value, at * 4);
    }
    this.#bytes(first, count).copy(out, HEADER);
    return out;
  }

  /** Makes room for what index files of so many bytes hold, so that each is read to where it stays. */
  reserve(bytes: number): void {
    const records = this.#count + Math.ceil(bytes / (STRIDE * 4));
    this.#reserve(records, records);
  }

  /**
   * Takes over an index file if it is of this format, fits the segment's size and goes on where this index ends. `read`
   * fills the bytes it is given from a place of the file and says how many there were.
   */
  decode(file: IndexFile, segment: number, bytes: number): boolean {
    const header = Buffer.alloc(HEADER);
    if (file.read(header, 0) < HEADER) return false;
    const [magic, format, first, count, of, tied] = [0, 4, 8, 12, 16, 20].map((at) => header.readUInt32LE(at));
    if (magic !== MAGIC || format !== INDEX_FORMAT || first !== this.#count + 1 || of !== bytes) return false;
    if (count === undefined || file.size !== HEADER + count * STRIDE * 4) return false;
    this.#reserve(this.#count + count, this.#count + count);
    const into = this.#bytes(first, count);
    if (file.read(into, HEADER) < into.length) return false;
    // A file that was given another name.
    if (count > 0 && into.readUInt32LE(FLAGS * 4) >>> 16 !== segment) return false;
    if (tied === 1 && this.isTied) this.#tied += count;
    this.#count += count;
    return true;
  }

  #flags(seq: number): number {
    return this.#data[(seq - 1) * STRIDE + FLAGS] ?? 0;
  }

  /** The numbers of some records as bytes: all systems Node runs on are little-endian, as the file is. */
  #bytes(first: number, count: number): Buffer {
    return Buffer.from(this.#data.buffer, (first - 1) * STRIDE * 4, count * STRIDE * 4);
  }

  #reserve(records: number, capacity: number): void {
    if (records * STRIDE <= this.#data.length) return;
    const larger = new Uint32Array(capacity * STRIDE);
    larger.set(this.#data.subarray(0, this.#count * STRIDE));
    this.#data = larger;
  }

  #push(offset: number, length: number, flags: number): void {
    this.#reserve(this.#count + 1, this.#count * 2 + 1);
    const at = this.#count * STRIDE;
    this.#data[at] = offset;
    this.#data[at + LENGTH] = length;
    this.#data[at + FLAGS] = flags;
    this.#data[at + ROW] = 0;
    this.#count += 1;
  }
}
