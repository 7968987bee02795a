import type { WireRecord } from '#shared/records.ts';

/** Format number of the index files; another number means: build it again. */
export const INDEX_FORMAT = 1;
const MAGIC = 0x58494257;
const HEADER = 20;
/** Offset and length of the line, and the bits below with the segment number above them. */
const STRIDE = 3;
const KINDS: readonly WireRecord['k'][] = ['frame', 'noise', 'stderr', 'http', 'note'];
/** The payload is not in the line as text: it is base64, or lies in a file. */
const OPAQUE = 8;

/** Where the records of a session lie: 12 bytes a record, in memory as in the index file. */
export class RecordIndex {
  #data = new Uint32Array(STRIDE * 1024);
  #count = 0;

  /** Records in the index; their numbers are 1 to this. */
  get count(): number {
    return this.#count;
  }

  add(segment: number, offset: number, length: number, record: WireRecord): void {
    const opaque = record.k !== 'note' && (record.b64 !== undefined || record.body !== undefined);
    this.#push(offset, length, KINDS.indexOf(record.k) | (opaque ? OPAQUE : 0) | (segment << 16));
  }

  /** A record whose line is not there. */
  addMissing(segment: number): void {
    this.#push(0, 0, segment << 16);
  }

  offset(seq: number): number {
    return this.#data[(seq - 1) * STRIDE] ?? 0;
  }

  /** Bytes of the line without its newline; 0 when the record could not be written. */
  length(seq: number): number {
    return this.#data[(seq - 1) * STRIDE + 1] ?? 0;
  }

  segment(seq: number): number {
    return (this.#data[(seq - 1) * STRIDE + 2] ?? 0) >>> 16;
  }

  kind(seq: number): WireRecord['k'] {
    return KINDS[(this.#data[(seq - 1) * STRIDE + 2] ?? 0) & 7] ?? 'note';
  }

  isOpaque(seq: number): boolean {
    return ((this.#data[(seq - 1) * STRIDE + 2] ?? 0) & OPAQUE) !== 0;
  }

  /** The records from `first` on were not written. */
  forget(first: number): void {
    for (let seq = first; seq <= this.#count; seq += 1) this.#data[(seq - 1) * STRIDE + 1] = 0;
  }

  /** The index file of a segment that holds the records `first` to `last` in `bytes` bytes. */
  encode(first: number, last: number, bytes: number): Buffer {
    const count = last - first + 1;
    const out = Buffer.alloc(HEADER + count * STRIDE * 4);
    for (const [at, value] of [MAGIC, INDEX_FORMAT, first, count, bytes].entries()) out.writeUInt32LE(value, at * 4);
    const from = (first - 1) * STRIDE;
    for (let i = 0; i < count * STRIDE; i += 1) out.writeUInt32LE(this.#data[from + i] ?? 0, HEADER + i * 4);
    return out;
  }

  /** Takes over an index file if it is of this format, fits the segment's size and goes on where this index ends. */
  decode(file: Buffer, segment: number, bytes: number): boolean {
    if (file.length < HEADER || file.readUInt32LE(0) !== MAGIC || file.readUInt32LE(4) !== INDEX_FORMAT) return false;
    const count = file.readUInt32LE(12);
    if (file.readUInt32LE(8) !== this.#count + 1 || file.readUInt32LE(16) !== bytes) return false;
    if (file.length !== HEADER + count * STRIDE * 4) return false;
    for (let i = 0; i < count; i += 1) {
      const at = HEADER + i * STRIDE * 4;
      const [offset, length, flags] = [file.readUInt32LE(at), file.readUInt32LE(at + 4), file.readUInt32LE(at + 8)];
      this.#push(offset, length, (flags & 0xffff) | (segment << 16));
    }
    return true;
  }

  #push(offset: number, length: number, flags: number): void {
    const at = this.#count * STRIDE;
    if (at + STRIDE > this.#data.length) {
      const larger = new Uint32Array(this.#data.length * 2);
      larger.set(this.#data);
      this.#data = larger;
    }
    this.#data[at] = offset;
    this.#data[at + 1] = length;
    this.#data[at + 2] = flags;
    this.#count += 1;
  }
}
