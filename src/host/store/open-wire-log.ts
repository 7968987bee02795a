import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HostError } from '#shared/errors.ts';
import type { NoteRecord, WireRecord } from '#shared/records.ts';
import { LEAN_BYTES, LeanReader } from '../lean-message.ts';
import { LogFiles, type SearchOptions, segmentName, type WireLogReader } from './log-files.ts';
import { ownerLives } from './owner-lives.ts';
import { addNote, cutTornTail, tornName, writeIndex } from './repair-log.ts';
import { scanSegment, type TornTail } from './scan-segment.ts';
import { FORMAT, readSessionFile, type SessionMeta } from './session-file.ts';
import { type FoldedTraffic, readTrafficIndex, writeTrafficIndex } from './traffic-index.ts';

/** Largest payload that is no JSON and still read whole for the fold; a larger one is folded by its first 4 KiB. */
const WHOLE_BYTES = 32 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;
const REPLAY_STEP = 500;
/** What the last record of a log says of its end. */
const TORN = 'log.damaged';
const UNFINISHED = 'log.unfinished';

export interface OpenedLog extends WireLogReader {
  /** What is missing from the log, or may be, and why, in plain words. The same text is the last record, a note. */
  readonly damage: string | undefined;
  /** Its host still runs: it grows, and nothing of it is changed from here. */
  readonly inUse: boolean;
  /**
   * Hands over every record in order; frames with a payload in a file carry its text. `pause` is awaited now and then.
   */
  replay(each: (record: WireRecord) => void, pause?: () => Promise<void>): Promise<void>;
  /** What was made of the log before; undefined where that is not kept, or is of another state of the log. */
  folded(): Promise<FoldedTraffic | undefined>;
  /** Keeps what was made of the log, with the rows its records belong to. A failure costs no more than making it again. */
  keep(traffic: FoldedTraffic): void;
  dispose(): void;
}

interface Segment {
  segment: number;
  /** Bytes of its whole lines. */
  at: number;
  first: number;
  last: number;
  /** It had no index that fits. */
  scanned: boolean;
}

interface Loaded {
  segments: Segment[];
  torn: TornTail[];
  /** Words on a place in the middle that cannot be read; what follows it was not looked at. */
  damage?: string;
}

function indexSize(dir: string, segment: number): number {
  return statSync(join(dir, segmentName(segment, 'idx')), { throwIfNoEntry: false })?.size ?? 0;
}

/** Takes over the index of a segment of that size; false when there is none that fits. */
function readIndex(files: LogFiles, segment: number, size: number): boolean {
  const own = indexSize(files.dir, segment);
  if (own === 0) return false;
  const fd = openSync(join(files.dir, segmentName(segment, 'idx')), 'r');
  try {
    const read = (into: Buffer, position: number) => readSync(fd, into, 0, into.length, position);
    return files.index.decode({ size: own, read }, segment, size);
  } finally {
    closeSync(fd);
  }
}

/** Told how many bytes of the log were looked through, of how many. */
type OnBytes = (read: number, of: number) => void;

async function loadSegments(files: LogFiles, numbers: number[], onBytes: OnBytes | undefined): Promise<Loaded> {
  const loaded: Loaded = { segments: [], torn: [] };
  const sizes = numbers.map((segment) => statSync(join(files.dir, segmentName(segment, 'jsonl'))).size);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  let before = 0;
  files.index.reserve(numbers.reduce((sum, segment) => sum + indexSize(files.dir, segment), 0));
  for (const [place, segment] of numbers.entries()) {
    const name = segmentName(segment, 'jsonl');
    const size = sizes[place] ?? 0;
    const first = files.index.count + 1;
    const fits = readIndex(files, segment, size);
    const onRead = (bytes: number) => onBytes?.(before + bytes, all);
    const { damaged, torn } = fits ? {} : await scanSegment(files, { segment, size }, onRead);
    if (torn) loaded.torn.push(torn);
    if (damaged) {
      const others = place < numbers.length - 1;
      loaded.damage = damageText(name, damaged, { bytes: all - before, others });
      return loaded;
    }
    before += size;
    loaded.segments.push({ segment, at: torn?.at ?? size, first, last: files.index.count, scanned: !fits });
  }
  return loaded;
}

interface Rest {
  /** Of the damaged segment and of all after it. */
  readonly bytes: number;
  /** There are segments after it. */
  readonly others: boolean;
}

/** Words on a record in the middle that cannot be read. */
function damageText(name: string, { seq, at }: { seq: number; at: number }, rest: Rest): string {
  const bytes = (rest.bytes - at).toLocaleString('en-US');
  const where = `in ${name}, from byte ${at.toLocaleString('en-US')} on${rest.others ? ', and in the files after it' : ''}`;
  const left = `The ${bytes} bytes from there to the end are not shown; they are still ${where}.`;
  return `The log is damaged: record ${seq} in ${name} cannot be read. It is shown up to the record before. ${left}`;
}

/** Words on the torn ends of segments, cut off or only left out. */
function tornText(torn: readonly TornTail[], next: number, cut: boolean): string {
  const places = torn.map(({ segment, bytes }) => {
    const what = `${bytes.length} bytes at the end of ${segmentName(segment, 'jsonl')}`;
    return cut ? `${what} are no whole record and were moved to ${tornName(segment)}.` : `${what} were left out.`;
  });
  const why = 'The app or the computer stopped while it was written.';
  const goesOn = cut ? ` Records of the last 100 ms before that may be missing too. This note is record ${next}.` : '';
  return `The log ends in the middle of record ${next}. ${why} ${places.join(' ')}${goesOn}`;
}

function unfinishedText(next: number): string {
  return `The app or the computer stopped while this session ran: its log was not closed. All ${next - 1} records in it are whole; those of the last 100 ms may be missing. This note is record ${next}.`;
}

async function noteOf(
  files: LogFiles,
  meta: SessionMeta | undefined,
  words: Pick<NoteRecord, 'what' | 'text'>,
): Promise<NoteRecord> {
  const [last] = await files.records([files.index.count]);
  // Not the time of the opening: two hosts that open it at once write the same line.
  const { t, m } = last ?? { t: (meta?.startedAt ?? 0) * 1000, m: 0 };
  return { seq: files.index.count + 1, t, m, k: 'note', ...words, level: 'warn' };
}

/** What an earlier opening said of the end of this log. */
async function saidBefore(files: LogFiles): Promise<string | undefined> {
  const { count } = files.index;
  if (count === 0 || files.index.kind(count) !== 'note') return undefined;
  const [last] = await files.records([count]);
  return last?.k === 'note' && (last.what === TORN || last.what === UNFINISHED) ? last.text : undefined;
}

/** Cuts what is torn, writes the note as the last record, and the index where none fits. Throws when it cannot. */
function repair(files: LogFiles, { segments, torn }: Loaded, note: NoteRecord | undefined): void {
  for (const tail of torn) cutTornTail(files.dir, tail);
  const end = segments.at(-1);
  if (note && end) {
    end.at = addNote(files, end, note);
    end.last = note.seq;
    end.scanned = true;
  }
  for (const { segment, first, last, at, scanned } of segments) {
    if (scanned) writeIndex(files, segment, { first, last, bytes: at });
  }
}

/** Words on what is missing, which the log then says in its last record. Nothing is changed while its host still runs. */
async function settle(files: LogFiles, loaded: Loaded, meta: SessionMeta | undefined, inUse: boolean) {
  const { torn, damage } = loaded;
  const next = files.index.count + 1;
  const keepApart = async (text: string): Promise<string> => {
    const note = await noteOf(files, meta, { what: TORN, text });
    files.extra.set(note.seq, note);
    return text;
  };
  if (damage !== undefined) return keepApart(damage);
  if (inUse) return torn.length > 0 ? keepApart(tornText(torn, next, false)) : undefined;
  const said = torn.length > 0 ? undefined : await saidBefore(files);
  const isOpen = meta !== undefined && !meta.closed;
  const text = torn.length > 0 ? tornText(torn, next, true) : isOpen ? unfinishedText(next) : undefined;
  const what = torn.length > 0 ? TORN : UNFINISHED;
  const note = text === undefined || said !== undefined ? undefined : await noteOf(files, meta, { what, text });
  try {
    repair(files, loaded, note);
  } catch {
    // A folder that can only be read, or a full disk: it is shown as it is, and said each time.
    if (files.index.count < next && text !== undefined)
      return keepApart(torn.length > 0 ? tornText(torn, next, false) : text);
  }
  return said ?? text;
}

interface OpenedFacts extends Pick<OpenedLog, 'meta' | 'damage' | 'inUse'> {
  segments: readonly Segment[];
}

class Opened implements OpenedLog {
  readonly #files: LogFiles;
  readonly #segments: readonly Segment[];
  readonly meta: SessionMeta | undefined;
  readonly damage: string | undefined;
  readonly inUse: boolean;

  constructor(files: LogFiles, { meta, damage, inUse, segments }: OpenedFacts) {
    this.#files = files;
    this.#segments = segments;
    this.meta = meta;
    this.damage = damage;
    this.inUse = inUse;
  }
  get dir(): string {
    return this.#files.dir;
  }
  get lastSeq(): number {
    return this.#files.lastSeq;
  }
  get index(): OpenedLog['index'] {
    return this.#files.index;
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

  async folded(): Promise<FoldedTraffic | undefined> {
    // What is said of the log in memory only was not there when it was folded.
    if (this.inUse || this.#files.extra.size > 0 || !this.index.isTied) return undefined;
    return readTrafficIndex(this.dir, this.#stamp);
  }

  keep(traffic: FoldedTraffic): void {
    if (this.inUse || this.#files.extra.size > 0) return;
    for (const { segment, first, last, at } of this.#segments) {
      writeIndex(this.#files, segment, { first, last, bytes: at });
    }
    writeTrafficIndex(this.dir, this.#stamp, traffic);
  }

  get #stamp(): { records: number; bytes: number } {
    return { records: this.index.count, bytes: this.#segments.reduce((sum, { at }) => sum + at, 0) };
  }

  async replay(each: (record: WireRecord) => void, pause?: () => Promise<void>): Promise<void> {
    for (let first = 1; first <= this.lastSeq; first += REPLAY_STEP) {
      const count = Math.min(REPLAY_STEP, this.lastSeq - first + 1);
      const seqs = Array.from({ length: count }, (_, i) => first + i);
      for (const record of await this.records(seqs)) if (record) each(await this.#whole(record));
      await pause?.();
    }
  }

  async #whole(record: WireRecord): Promise<WireRecord> {
    if (record.k !== 'frame' || !record.body) return record;
    const { bytes } = record.body;
    if (bytes > LEAN_BYTES) {
      const lean = await this.#lean(record.seq, bytes);
      if (lean !== undefined || bytes > WHOLE_BYTES) return lean === undefined ? record : { ...record, text: lean };
    }
    const part = await this.payload(record.seq, 0, bytes);
    return part ? { ...record, text: part.bytes.toString('utf8') } : record;
  }

  /** A large payload as it was read when it came; undefined when it is no JSON. */
  async #lean(seq: number, bytes: number): Promise<string | undefined> {
    const reader = new LeanReader();
    for (let from = 0; from < bytes; from += PIECE_BYTES) {
      const part = await this.payload(seq, from, PIECE_BYTES);
      if (!part) return undefined;
      reader.feed(part.bytes);
    }
    return reader.text;
  }
}

/**
 * Opens a session folder for reading. A line that was torn at the end is moved out of the log, what its host left open
 * is said in a last record, and a missing index is written; a log whose host still runs is left as it is. A line in the
 * middle that cannot be read ends the log there. Throws NOT_FOUND when there is no log, REFUSED when a newer version
 * wrote it.
 */
export async function openWireLog(
  dir: string,
  { isAlive = ownerLives, onBytes }: { isAlive?: (owner: SessionMeta['owner']) => boolean; onBytes?: OnBytes } = {},
): Promise<OpenedLog> {
  const names = existsSync(dir) ? readdirSync(dir) : [];
  const segments = names.flatMap((name) => /^wire-(\d{5})\.jsonl$/.exec(name)?.[1] ?? []).map(Number);
  if (segments.length === 0) throw new HostError('NOT_FOUND', `There is no session log in ${dir}.`);
  const meta = readSessionFile(dir);
  if (meta && meta.format > FORMAT) {
    throw new HostError('REFUSED', 'This log was made with a newer version. Open it with that version.');
  }
  const files = new LogFiles(dir);
  const loaded = await loadSegments(
    files,
    segments.sort((a, b) => a - b),
    onBytes,
  );
  const inUse = meta !== undefined && !meta.closed && isAlive(meta.owner);
  const damage = await settle(files, loaded, meta, inUse);
  return new Opened(files, { meta, damage, inUse, segments: loaded.segments });
}
