import { closeSync, openSync, read as readCallback } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { headText } from '#core/fold/http-head.ts';
import type { WireRecord } from '#shared/records.ts';
import { RecordIndex } from './record-index.ts';
import { type FoundText, findInRecord, findText, parseLine, readPart, searchNeedle } from './record-text.ts';
import type { SessionMeta } from './session-file.ts';

const read = promisify(readCallback);
/** Bytes read at once; between two reads the event loop goes on. */
const RUN_BYTES = 1024 * 1024;
const BODY_NAME = /^bodies\/[\w-]+$/;

export function segmentName(segment: number, ending: 'jsonl' | 'idx'): string {
  return `wire-${String(segment).padStart(5, '0')}.${ending}`;
}

/** Lines that are not in a file yet: they begin at `base` in `segment`. The writer keeps these values up to date. */
export interface PendingLines {
  segment: number;
  base: number;
  bytes: Buffer;
}

export interface SearchOptions {
  /** First record looked at. */
  from: number;
  limit: number;
  /** Last record looked at; the end of the log unless given. */
  to?: number;
  /** Which records count; by number, without reading them. */
  wanted?: (seq: number) => boolean;
  /** Told of each record that counts, with the first place of the text in it. */
  found?: (record: WireRecord, place: FoundText) => void;
}

/** Reading side of a session folder, live or opened. */
export interface WireLogReader {
  readonly dir: string;
  readonly lastSeq: number;
  readonly meta: SessionMeta | undefined;
  /** Where the records lie and which rows they belong to. */
  readonly index: RecordIndex;
  /** In the order asked for; undefined where a record could not be written or read. */
  records(seqs: ArrayLike<number>): Promise<(WireRecord | undefined)[]>;
  /** Part of a record's payload, exact bytes, and the size of the whole; of an HTTP head its lines. */
  payload(seq: number, from: number, bytes: number): Promise<{ bytes: Buffer; total: number } | undefined>;
  /** Numbers of records whose payload holds the text, without regard to case; `next` is where to go on. */
  search(text: string, options: SearchOptions): Promise<{ seqs: number[]; next: number | undefined }>;
}

/** Files and index of one session folder; both the writer and an opened log read through it. */
export class LogFiles {
  readonly dir: string;
  readonly index = new RecordIndex();
  /** Records that are in no file: said of the log itself when it was opened. */
  readonly extra = new Map<number, WireRecord>();
  pending: PendingLines | undefined;
  readonly #fds = new Map<number, number>();

  constructor(dir: string) {
    this.dir = dir;
  }

  get lastSeq(): number {
    return this.index.count + this.extra.size;
  }

  adopt(segment: number, fd: number): void {
    this.#fds.set(segment, fd);
  }

  fd(segment: number): number {
    let fd = this.#fds.get(segment);
    if (fd === undefined) {
      fd = openSync(join(this.dir, segmentName(segment, 'jsonl')), 'r');
      this.#fds.set(segment, fd);
    }
    return fd;
  }

  dispose(): void {
    for (const fd of this.#fds.values()) closeSync(fd);
    this.#fds.clear();
  }

  async records(seqs: ArrayLike<number>): Promise<(WireRecord | undefined)[]> {
    const out: (WireRecord | undefined)[] = [];
    let at = 0;
    while (at < seqs.length) {
      const first = seqs[at] ?? 0;
      let end = at + 1;
      while (end < seqs.length && this.#joins(first, seqs[end - 1] ?? 0, seqs[end] ?? 0)) end += 1;
      const bytes = await this.#run(first, seqs[end - 1] ?? 0);
      const base = this.index.offset(first);
      for (; at < end; at += 1) out.push(this.#parse(seqs[at] ?? 0, bytes, base));
    }
    return out;
  }

  async payload(seq: number, from: number, bytes: number): Promise<{ bytes: Buffer; total: number } | undefined> {
    const [record] = await this.records([seq]);
    if (!record) return undefined;
    if (record.k !== 'note' && record.body) return this.#body(record.body.file, from, bytes);
    const whole =
      record.k !== 'note' && record.b64 !== undefined
        ? Buffer.from(record.b64, 'base64')
        : Buffer.from((record.k === 'http' ? headText(record) : undefined) ?? record.text ?? '');
    return { bytes: whole.subarray(from, from + bytes), total: whole.length };
  }

  async search(text: string, options: SearchOptions): Promise<{ seqs: number[]; next: number | undefined }> {
    const needle = searchNeedle(text);
    const seqs: number[] = [];
    const to = options.to ?? Number.POSITIVE_INFINITY;
    let seq = Math.max(1, options.from);
    while (seq <= Math.min(to, this.index.count)) {
      let last = seq;
      while (last < Math.min(to, this.index.count) && this.#joins(seq, last, last + 1)) last += 1;
      const bytes = await this.#run(seq, last);
      const base = this.index.offset(seq);
      const hit = bytes.toString('utf8').toLowerCase().includes(needle);
      for (; seq <= last; seq += 1) {
        if (options.wanted && !options.wanted(seq)) continue;
        const opaque = this.index.isOpaque(seq);
        if (!hit && !opaque) continue;
        const record = this.#parse(seq, bytes, base);
        const place = record && (await this.#find(record, text));
        if (!place) continue;
        options.found?.(record, place);
        seqs.push(seq);
        if (seqs.length >= options.limit) return { seqs, next: seq < this.index.count ? seq + 1 : undefined };
      }
    }
    return { seqs, next: undefined };
  }

  async #find(record: WireRecord, text: string): Promise<FoundText | undefined> {
    const own = findInRecord(record, text);
    if (own || record.k === 'note' || !record.body) return own;
    // Pieces overlap, so that a match across their border is found; a character cut in half there is no match anyway.
    const overlap = Buffer.byteLength(text) + 4;
    for (let from = 0; from < record.body.bytes; from += RUN_BYTES - overlap) {
      const piece = await this.#body(record.body.file, from, RUN_BYTES);
      if (!piece || piece.bytes.length === 0) return undefined;
      const place = findText(piece.bytes.toString('utf8'), text);
      if (place) return place;
      if (RUN_BYTES <= overlap) return undefined;
    }
    return undefined;
  }

  /** Whether the line of `next` can be read in one piece with those from `first` to `last`. */
  #joins(first: number, last: number, next: number): boolean {
    const { index, pending } = this;
    if (next !== last + 1 || index.length(next) === 0 || index.length(last) === 0) return false;
    const segment = index.segment(first);
    if (index.segment(next) !== segment) return false;
    if (pending && pending.segment === segment && index.offset(next) === pending.base) return false;
    return index.offset(next) + index.length(next) - index.offset(first) <= RUN_BYTES;
  }

  async #run(first: number, last: number): Promise<Buffer> {
    const { index, pending } = this;
    if (first > index.count || index.length(first) === 0) return Buffer.alloc(0);
    const from = index.offset(first);
    const length = index.offset(last) + index.length(last) - from;
    if (pending && index.segment(first) === pending.segment && from >= pending.base) {
      return Buffer.from(pending.bytes.subarray(from - pending.base, from - pending.base + length));
    }
    const buffer = Buffer.allocUnsafe(length);
    const { bytesRead } = await read(this.fd(index.segment(first)), buffer, 0, length, from);
    return buffer.subarray(0, bytesRead);
  }

  #parse(seq: number, bytes: Buffer, base: number): WireRecord | undefined {
    const { index } = this;
    if (seq > index.count) return this.extra.get(seq);
    const length = index.length(seq);
    if (length === 0) return undefined;
    const at = index.offset(seq) - base;
    return parseLine(bytes.toString('utf8', at, at + length));
  }

  async #body(file: string, from: number, bytes: number): Promise<{ bytes: Buffer; total: number } | undefined> {
    // The name comes out of a file that may be from anywhere: it may not lead out of the folder.
    if (!BODY_NAME.test(file)) return undefined;
    return readPart(join(this.dir, file), from, bytes);
  }
}
