import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { HostError, messageOf } from '#shared/errors.ts';
import { PRODUCT_VERSION } from '#shared/product.ts';
import type { BodyRef, WireRecord } from '#shared/records.ts';
import type { SessionState } from '#shared/session.ts';
import { LogFiles, type PendingLines, type SearchOptions, segmentName, type WireLogReader } from './log-files.ts';
import { recordLine } from './record-line.ts';
import type { Redactor } from './redact.ts';
import { FORMAT, type SessionMeta, writeSessionFile } from './session-file.ts';
import { type FoldedTraffic, segmentBytes, writeTrafficIndex } from './traffic-index.ts';

const SEGMENT_BYTES = 64 * 1024 * 1024;
const BATCH_BYTES = 256 * 1024;
const BATCH_MS = 100;
/** When nothing came for this long, what is due is written without waiting for more. */
const QUIET_MS = 20;
/** Text kept in the line of a record whose payload lies in a file. */
const HEAD_BYTES = 4096;

export interface WireLogOptions {
  /** Folder of the session; made here, mode 0700. */
  dir: string;
  meta: Pick<SessionMeta, 'sessionId' | 'serverId' | 'config' | 'startedAt'>;
  redact: Pick<Redactor, 'record' | 'chunks'>;
  /** Called when records up to this number are in the file. */
  onFlush?: (lastSeq: number) => void;
  /** Called when something could not be written. The records of such a batch are lost; later ones are tried again. */
  onFail?: (error: HostError) => void;
  /** A new segment begins at this size, bytes. */
  segmentBytes?: number;
}

export interface WireLog extends WireLogReader {
  /** Numbers are the caller's and must be without gaps. Returns the record as it is kept, without secrets. */
  append(record: WireRecord): WireRecord;
  /** Writes a large payload to a file of its own. Throws when it cannot; nothing of it is left then. */
  put(chunks: readonly Uint8Array[]): BodyRef;
  flush(): void;
  /** Changes session.json; false when it could not be written. */
  describe(patch: Partial<SessionMeta>): boolean;
  /** Writes everything that is due and its index. The log can still be read; a record that comes late is still kept. */
  close(state?: SessionState): void;
  /** Keeps what was made of all records, for who opens the log later; nothing when some could not be written. */
  keep(traffic: FoldedTraffic): void;
  /** Closes the files. Nothing can be read or written afterwards. */
  dispose(): void;
}

function headOf(text: string): string {
  const bytes = Buffer.from(text.slice(0, HEAD_BYTES));
  if (bytes.length <= HEAD_BYTES) return bytes.toString('utf8');
  let end = HEAD_BYTES;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}

class Writer implements WireLog {
  readonly #options: WireLogOptions;
  readonly #files: LogFiles;
  readonly #buffer = Buffer.allocUnsafe(BATCH_BYTES);
  readonly #segmentBytes: number;
  readonly #pending: PendingLines = { segment: 0, base: 0, bytes: this.#buffer };
  #used = 0;
  #segment = 0;
  /** Bytes of the segment that are in the file. */
  #base = 0;
  /** Segment and size that `#settle` last wrote. */
  #settled: string | undefined;
  #segmentFirst = 1;
  #pendingFirst = 1;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #meta: SessionMeta;
  /** Writes the index of the segment before, once the record that began this one is folded: it may tell of the last one there. */
  #owed: (() => void) | undefined;
  #disposed = false;

  constructor(options: WireLogOptions) {
    this.#options = options;
    this.#meta = { ...options.meta, format: FORMAT, app: PRODUCT_VERSION, owner: { pid: process.pid } };
    this.#segmentBytes = options.segmentBytes ?? SEGMENT_BYTES;
    mkdirSync(options.dir, { recursive: true, mode: 0o700 });
    this.#files = new LogFiles(options.dir);
    this.#files.pending = this.#pending;
    // First: it says whose folder this is, should this process end at once.
    writeSessionFile(options.dir, this.#meta);
    this.#nextSegment();
  }

  get dir(): string {
    return this.#files.dir;
  }
  get lastSeq(): number {
    return this.#files.lastSeq;
  }
  get meta(): SessionMeta {
    return this.#meta;
  }
  get index(): WireLog['index'] {
    return this.#files.index;
  }

  append(record: WireRecord): WireRecord {
    const cut = record.k !== 'note' && record.body && record.text !== undefined;
    const kept = this.#options.redact.record(cut ? { ...record, text: headOf(record.text ?? '') } : record);
    // Bytes that are not UTF-8 stand in the line once; the lossy text is made again when it is read.
    const stored = kept.k !== 'note' && kept.b64 !== undefined ? { ...kept, text: undefined } : kept;
    // What arrives after the end of everything is nobody's any more.
    if (this.#disposed) return kept;
    const length = this.#write(recordLine(stored));
    this.#files.index.add(this.#segment, this.#base + this.#used - length, Math.max(0, length - 1), kept);
    this.#timer ??= this.#dueFrom(performance.now());
    return kept;
  }

  put(chunks: readonly Uint8Array[]): BodyRef {
    // The payload is written before its record is numbered; in one thread the next number is nearly always its own.
    const seq = this.lastSeq + 1;
    let file = `bodies/${seq}`;
    for (let n = 2; existsSync(join(this.dir, file)); n += 1) file = `bodies/${seq}-${n}`;
    mkdirSync(join(this.dir, 'bodies'), { recursive: true, mode: 0o700 });
    const fd = openSync(join(this.dir, file), 'wx', 0o600);
    const hash = createHash('sha256');
    let bytes = 0;
    try {
      for (const chunk of this.#options.redact.chunks(chunks)) {
        writeAll(fd, chunk, bytes);
        hash.update(chunk);
        bytes += chunk.length;
      }
    } catch (error) {
      rmSync(join(this.dir, file), { force: true });
      throw error;
    } finally {
      closeSync(fd);
    }
    return { file, bytes, sha256: hash.digest('hex') };
  }

  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#indexBefore();
    if (this.#used === 0) return;
    const first = this.#pendingFirst;
    this.#pendingFirst = this.#files.index.count + 1;
    try {
      // Synchronous on purpose: a batch goes to the page cache in about 0.1 ms, stays in order, and a slow disk
      // holds the producer back instead of filling memory.
      writeAll(this.#files.fd(this.#segment), this.#buffer.subarray(0, this.#used), this.#base);
      this.#base += this.#used;
    } catch (error) {
      this.#files.index.forget(first);
      this.#cutBack();
      this.#failed(error);
    }
    const written = this.#base > this.#pending.base;
    this.#used = 0;
    this.#pending.base = this.#base;
    if (written) this.#options.onFlush?.(this.lastSeq);
  }

  records(seqs: ArrayLike<number>): Promise<(WireRecord | undefined)[]> {
    return this.#files.records(seqs);
  }

  payload(seq: number, from: number, bytes: number): Promise<{ bytes: Buffer; total: number } | undefined> {
    return this.#files.payload(seq, from, bytes);
  }

  search(text: string, options: SearchOptions): Promise<{ seqs: number[]; next: number | undefined }> {
    this.flush();
    return this.#files.search(text, options);
  }

  describe(patch: Partial<SessionMeta>): boolean {
    this.#meta = { ...this.#meta, ...patch };
    return this.#attempt(() => writeSessionFile(this.dir, this.#meta));
  }

  close(state?: SessionState): void {
    if (this.#disposed) return;
    this.flush();
    this.#settle();
    if (state?.at !== 'closed') return;
    const { reason, failure, exit } = state;
    this.describe({
      closed: { at: Date.now(), reason, ...(failure ? { failure } : {}), ...(exit ? { exit } : {}) },
    });
  }

  /** Index and data of the segment in use are on the disk afterwards; done once for the same content. */
  #settle(): void {
    const content = `${this.#segment}/${this.#base}`;
    if (content === this.#settled) return;
    const [segment, first, last] = [this.#segment, this.#segmentFirst, this.#files.index.count];
    const indexed = this.#attempt(() => this.#writeIndex({ segment, first, last, bytes: this.#base }));
    const synced = this.#attempt(() => fsyncSync(this.#files.fd(this.#segment)));
    if (indexed && synced) this.#settled = content;
  }

  keep(traffic: FoldedTraffic): void {
    const { index } = this.#files;
    if (this.#disposed || index.hasMissing || !index.isTied) return;
    this.close();
    writeTrafficIndex(this.dir, { records: index.count, bytes: segmentBytes(this.dir) }, traffic);
  }

  dispose(): void {
    this.close();
    this.#disposed = true;
    this.#files.dispose();
  }

  /** Writes the batch when nothing was added for a while, or when the next look would come too late. */
  #dueFrom(since: number): NodeJS.Timeout {
    const used = this.#used;
    return setTimeout(() => {
      const late = performance.now() - since + QUIET_MS > BATCH_MS;
      if (late || this.#used === used) this.flush();
      else this.#timer = this.#dueFrom(since);
    }, QUIET_MS);
  }

  /** Puts a line into the batch; the number of its bytes. */
  #write(line: string): number {
    // No character of a JavaScript string takes more than three bytes.
    const most = line.length * 3;
    if (most > BATCH_BYTES - this.#used) {
      const exact = Buffer.byteLength(line);
      if (exact > BATCH_BYTES - this.#used) this.flush();
      this.#roll(exact);
      if (exact > BATCH_BYTES) return this.#writeLarge(line, exact);
    } else this.#roll(most);
    const length = this.#buffer.write(line, this.#used);
    this.#used += length;
    return length;
  }

  #writeLarge(line: string, bytes: number): number {
    try {
      writeAll(this.#files.fd(this.#segment), Buffer.from(line), this.#base);
    } catch (error) {
      this.#cutBack();
      this.#failed(error);
      return 0;
    }
    this.#base += bytes;
    this.#pending.base = this.#base;
    this.#pendingFirst += 1;
    return bytes;
  }

  /** What of a failed batch found room goes again: records that count as lost, and a torn one. */
  #cutBack(): void {
    try {
      ftruncateSync(this.#files.fd(this.#segment), this.#base);
    } catch {
      // The failure itself is told; what is left here is found and cut when the log is opened.
    }
  }

  /** The log is no reason to stop what it is about: a failure is told and everything goes on. */
  #attempt(write: () => void): boolean {
    try {
      write();
      return true;
    } catch (error) {
      this.#failed(error);
      return false;
    }
  }

  #failed(error: unknown): void {
    const text = `The log could not be written to ${this.dir}: ${messageOf(error)}. Check the space on the disk.`;
    this.#options.onFail?.(new HostError('IO', text));
  }

  #roll(bytes: number): void {
    if (this.#base + this.#used + bytes <= this.#segmentBytes || this.#base + this.#used === 0) return;
    this.flush();
    const [old, first, end] = [this.#segment, this.#segmentFirst, this.#base];
    // Without room for a new segment this one goes on.
    if (!this.#attempt(() => this.#nextSegment())) return;
    const last = this.#files.index.count;
    this.#owed = () => this.#writeIndex({ segment: old, first, last, bytes: end });
    fsync(this.#files.fd(old), (error) => {
      if (error) this.#failed(error);
    });
  }

  #nextSegment(): void {
    const next = this.#segment + 1;
    this.#files.adopt(next, openSync(join(this.#options.dir, segmentName(next, 'jsonl')), 'wx+', 0o600));
    this.#segment = next;
    this.#base = 0;
    this.#segmentFirst = this.#files.index.count + 1;
    this.#pending.segment = next;
    this.#pending.base = 0;
  }

  #indexBefore(): void {
    const owed = this.#owed;
    this.#owed = undefined;
    if (owed) this.#attempt(owed);
  }

  #writeIndex({ segment, first, last, bytes }: { segment: number; first: number; last: number; bytes: number }): void {
    const path = join(this.dir, segmentName(segment, 'idx'));
    writeFileSync(path, this.#files.index.encode(first, last, bytes), { mode: 0o600 });
  }
}

function writeAll(fd: number, bytes: Uint8Array, position: number): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(fd, bytes, done, bytes.length - done, position + done);
}

/**
 * The log of one session: every record as a line, in order, without secrets. Appending is synchronous and cheap;
 * lines reach the file after at most 100 ms or 256 KB. Throws when the folder cannot be made.
 */
export function createWireLog(options: WireLogOptions): WireLog {
  return new Writer(options);
}
