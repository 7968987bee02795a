import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { HostError } from '#shared/errors.ts';
import type { WireRecord } from '#shared/records.ts';
import { LogFiles, type SearchOptions, segmentName, type WireLogReader } from './log-files.ts';
import { parseLine } from './record-text.ts';
import { FORMAT, readSessionFile, type SessionMeta } from './session-file.ts';

const CHUNK_BYTES = 1024 * 1024;
/** Largest payload read whole for the fold; a larger one is folded by its first 4 KiB. */
const WHOLE_BYTES = 32 * 1024 * 1024;
const REPLAY_STEP = 500;
/** Numbers in a row that may be missing because the disk was full; more than that is no log of ours. */
const MAX_MISSING = 1_000_000;

export interface OpenedLog extends WireLogReader {
  /** What is missing from the log and why, in plain words. The same text is the last record, a note. */
  readonly damage: string | undefined;
  /** Hands over every record in order; frames with a payload in a file carry its text. */
  replay(each: (record: WireRecord) => void): Promise<void>;
  dispose(): void;
}

/** Reads lines of a segment into the index; the trouble found, in plain words, if any. */
async function scanSegment(files: LogFiles, segment: number, size: number): Promise<string | undefined> {
  const name = segmentName(segment, 'jsonl');
  const file = await open(join(files.dir, name), 'r');
  try {
    let rest = Buffer.alloc(0);
    let offset = 0;
    for (let at = 0; at < size; at += CHUNK_BYTES) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - at));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
      const bytes = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
      let start = 0;
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
        const record = parseLine(bytes.toString('utf8', start, end));
        const expected = files.index.count + 1;
        if (!record || record.seq < expected || record.seq - expected > MAX_MISSING) {
          return `The log is damaged: record ${expected} in ${name} cannot be read. It is shown up to the record before.`;
        }
        for (let seq = expected; seq < record.seq; seq += 1) files.index.addMissing(segment);
        files.index.add(segment, offset, end - start, record);
        offset += end - start + 1;
        start = end + 1;
      }
      rest = bytes.subarray(start);
    }
    if (rest.length === 0) return undefined;
    return `The log ends in the middle of record ${files.index.count + 1}. The app or the computer stopped while it was written. ${rest.length} bytes at the end of ${name} were left out.`;
  } finally {
    await file.close();
  }
}

async function loadSegment(files: LogFiles, segment: number): Promise<string | undefined> {
  const { size } = statSync(join(files.dir, segmentName(segment, 'jsonl')));
  const index = join(files.dir, segmentName(segment, 'idx'));
  if (existsSync(index) && files.index.decode(readFileSync(index), segment, size)) return undefined;
  return scanSegment(files, segment, size);
}

class Opened implements OpenedLog {
  readonly #files: LogFiles;
  readonly meta: SessionMeta | undefined;
  readonly damage: string | undefined;

  constructor(files: LogFiles, meta: SessionMeta | undefined, damage: string | undefined) {
    this.#files = files;
    this.meta = meta;
    this.damage = damage;
  }
  get dir(): string {
    return this.#files.dir;
  }
  get lastSeq(): number {
    return this.#files.lastSeq;
  }
  records(seqs: ArrayLike<number>): Promise<(WireRecord | undefined)[]> {
    return this.#files.records(seqs);
  }
  payload(seq: number, from: number, bytes: number): Promise<{ bytes: Buffer; total: number } | undefined> {
    return this.#files.payload(seq, from, bytes);
  }
  search(text: string, options: SearchOptions): Promise<{ seqs: number[]; next: number | undefined }> {
    return this.#files.search(text, options);
  }
  dispose(): void {
    this.#files.dispose();
  }

  async replay(each: (record: WireRecord) => void): Promise<void> {
    for (let first = 1; first <= this.lastSeq; first += REPLAY_STEP) {
      const count = Math.min(REPLAY_STEP, this.lastSeq - first + 1);
      const seqs = Array.from({ length: count }, (_, i) => first + i);
      for (const record of await this.records(seqs)) if (record) each(await this.#whole(record));
    }
  }

  async #whole(record: WireRecord): Promise<WireRecord> {
    if (record.k !== 'frame' || !record.body || record.body.bytes > WHOLE_BYTES) return record;
    const part = await this.payload(record.seq, 0, WHOLE_BYTES);
    return part ? { ...record, text: part.bytes.toString('utf8') } : record;
  }
}

/**
 * Opens a session folder for reading; nothing in it is changed. A torn last line or a damaged one ends the log there,
 * and a last record says so. Throws NOT_FOUND when there is no log, REFUSED when a newer version wrote it.
 */
export async function openWireLog(dir: string): Promise<OpenedLog> {
  const names = existsSync(dir) ? readdirSync(dir) : [];
  const segments = names.flatMap((name) => /^wire-(\d{5})\.jsonl$/.exec(name)?.[1] ?? []).map(Number);
  if (segments.length === 0) throw new HostError('NOT_FOUND', `There is no session log in ${dir}.`);
  const meta = readSessionFile(dir);
  if (meta && meta.format > FORMAT) {
    throw new HostError('REFUSED', 'This log was made with a newer version. Open it with that version.');
  }
  const files = new LogFiles(dir);
  let damage: string | undefined;
  for (const segment of segments.sort((a, b) => a - b)) {
    damage = await loadSegment(files, segment);
    if (damage !== undefined) break;
  }
  if (damage !== undefined) {
    const [last] = await files.records([files.index.count]);
    const seq = files.index.count + 1;
    const { t, m } = last ?? { t: (meta?.startedAt ?? 0) * 1000, m: 0 };
    files.extra.set(seq, { seq, t, m, k: 'note', what: 'log.damaged', text: damage, level: 'warn' });
  }
  return new Opened(files, meta, damage);
}
