import { setImmediate } from 'node:timers/promises';
import { textAt } from '#shared/json.ts';
import type { WireRecord } from '#shared/records.ts';
import type { KeptSession, SearchHit } from '#shared/traffic.ts';
import type { WireLogReader } from '../store/log-files.ts';
import { type OpenedLog, openWireLog } from '../store/open-wire-log.ts';
import type { FoundText } from '../store/record-text.ts';
import type { KeptFolder, KeptList } from './kept-list.ts';

/** A part of a search ends after this time, milliseconds. */
const PART_MS = 150;
/** Between windows the event loop goes on. */
const WINDOW = { records: 500, bytes: 1024 * 1024 };
/** The log of the last part stays open so long for the next one. */
const IDLE_MS = 10_000;
/** Characters of a hit, and of those the ones before the place. */
const SNIPPET = { all: 240, before: 60 };
/** Longer messages are not parsed for their method. */
const PARSED_CHARS = 65_536;
const METHOD_AHEAD = /^\s*\{[^{}]*?"method"\s*:\s*"([^"\\]{1,200})"/;

export interface LogSearchOptions {
  list: Pick<KeptList, 'find' | 'list'>;
  /** A session of this host that is still in memory. */
  live(sessionId: string): { log: WireLogReader } | undefined;
}

export interface SearchPart {
  hits: SearchHit[];
  /** Those that the hits are of. */
  sessions: KeptSession[];
  next?: string;
  unread: number;
  through: number;
  of: number;
}

/** Where a search goes on: in this session, from record `last` back to the first. */
interface Cursor {
  id: string;
  startedAt: number;
  last: number;
}

/** What is needed to look through one session. */
interface Job {
  session: KeptSession;
  text: string;
  limit: number;
  until: number;
}

/** Looks for words in the payloads of all sessions, newest first, a part at a time. */
export class LogSearch {
  readonly #options: LogSearchOptions;
  #opened: { id: string; dir: string; log: OpenedLog } | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** One part at a time: none closes a log under another one. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: LogSearchOptions) {
    this.#options = options;
  }

  /** Folders that are open and may not be removed. */
  get dirs(): string[] {
    return this.#opened ? [this.#opened.dir] : [];
  }

  /** The next part; without `next` the first. A cursor that is none of ours begins again. */
  part(text: string, limit: number, next?: string): Promise<SearchPart> {
    const part = this.#turn.then(() => this.#part({ text, limit, until: performance.now() + PART_MS }, next));
    this.#turn = part.catch(() => undefined);
    return part;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#opened?.log.dispose();
    this.#opened = undefined;
  }

  async #part(job: Omit<Job, 'session'>, next: string | undefined): Promise<SearchPart> {
    clearTimeout(this.#timer);
    const sessions = await this.#options.list.list();
    const cursor = next === undefined ? undefined : cursorOf(next);
    const part: SearchPart = { hits: [], sessions: [], unread: 0, through: 0, of: sum(sessions) };
    let at = cursor ? placeOf(sessions, cursor) : 0;
    let from = cursor && sessions[at]?.id === cursor.id ? cursor.last : undefined;
    for (let session = sessions[at]; session; session = sessions[at]) {
      const room = job.limit - part.hits.length;
      const looked = await this.#look({ ...job, session, limit: room }, from);
      part.unread += looked ? 0 : 1;
      if (looked && looked.hits.length > 0) part.sessions.push(session);
      part.hits.push(...(looked?.hits ?? []));
      const left = looked && looked.last > 0 ? looked.last / looked.count : 0;
      part.through = sum(sessions.slice(0, at)) + Math.round(session.bytes * (1 - left));
      const isLast = left === 0 && at === sessions.length - 1;
      if (!isLast && (left > 0 || part.hits.length >= job.limit || performance.now() > job.until)) {
        const { id, startedAt } = session;
        part.next = JSON.stringify([id, startedAt, looked?.last ?? 0]);
        break;
      }
      at += 1;
      from = undefined;
    }
    this.#timer = setTimeout(() => this.close(), IDLE_MS);
    this.#timer.unref();
    return part;
  }

  /** From record `from` back, until the part is full; undefined where the log cannot be read. */
  async #look(job: Job, from?: number): Promise<{ hits: SearchHit[]; last: number; count: number } | undefined> {
    try {
      const log = await this.#log(job.session.id);
      const { count } = log.index;
      const hits: SearchHit[] = [];
      let last = Math.min(from ?? count, count);
      while (last > 0) {
        const first = windowStart(log, last);
        const found = await findIn(log, job, [first, last]);
        hits.push(...found.slice(0, job.limit - hits.length));
        const isFull = found.length > 0 && hits.length >= job.limit;
        last = isFull && hits.at(-1) !== found.at(-1) ? (hits.at(-1)?.seq ?? first) - 1 : first - 1;
        if (isFull || performance.now() > job.until) break;
        await setImmediate();
      }
      return { hits, last, count };
    } catch {
      return undefined; // removed or closed meanwhile, of a newer version, or damaged: counted as unread
    }
  }

  async #log(id: string): Promise<WireLogReader> {
    const live = this.#options.live(id);
    if (live) return live.log;
    if (this.#opened?.id === id) return this.#opened.log;
    this.close();
    const folder: KeptFolder | undefined = await this.#options.list.find(id);
    if (!folder) throw new Error(`No folder belongs to session ${id}`);
    const log = await openWireLog(folder.dir);
    this.#opened = { id, dir: folder.dir, log };
    return log;
  }
}

const sum = (sessions: readonly KeptSession[]) => sessions.reduce((all, { bytes }) => all + bytes, 0);

function cursorOf(text: string): Cursor | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return undefined;
    const [id, startedAt, last]: unknown[] = value;
    if (typeof id !== 'string' || typeof startedAt !== 'number' || typeof last !== 'number') return undefined;
    return { id, startedAt, last };
  } catch {
    return undefined;
  }
}

/** Where the session of a cursor is in the list; where it was removed, the next older one. */
function placeOf(sessions: readonly KeptSession[], { id, startedAt }: Cursor): number {
  const own = sessions.findIndex((session) => session.id === id);
  if (own >= 0) return own;
  const older = sessions.findIndex((session) => session.startedAt < startedAt);
  return older < 0 ? sessions.length : older;
}

function windowStart({ index }: WireLogReader, last: number): number {
  let first = last;
  // A payload in a file of its own is a window of its own.
  const weight = (seq: number) => (index.isOpaque(seq) ? WINDOW.bytes : index.length(seq));
  for (let bytes = weight(last); first > 1 && last - first + 1 < WINDOW.records; first -= 1) {
    bytes += weight(first - 1);
    if (bytes > WINDOW.bytes) break;
  }
  return first;
}

/** Hits among some records, newest first. */
async function findIn(log: WireLogReader, { session, text }: Job, span: [number, number]): Promise<SearchHit[]> {
  const hits: SearchHit[] = [];
  const [from, to] = span;
  await log.search(text, {
    from,
    to,
    limit: Number.POSITIVE_INFINITY,
    found: (record, place) => hits.push(hitOf(session, record, { place, length: text.length })),
  });
  return hits.reverse();
}

function hitOf(
  { id, serverId, serverName }: KeptSession,
  record: WireRecord,
  { place, length }: { place: FoundText; length: number },
): SearchHit {
  const method = record.k === 'frame' ? methodOf(record.text) : undefined;
  return {
    sessionId: id,
    serverId,
    serverName,
    seq: record.seq,
    t: record.t,
    k: record.k,
    ...(record.k === 'frame' ? { dir: record.dir } : {}),
    ...(method === undefined ? {} : { method }),
    ...snippet(place, length),
  };
}

function methodOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (text.length > PARSED_CHARS) return METHOD_AHEAD.exec(text.slice(0, PARSED_CHARS))?.[1];
  try {
    const value: unknown = JSON.parse(text);
    return textAt(value, 'method')?.slice(0, 200);
  } catch {
    return METHOD_AHEAD.exec(text)?.[1]; // cut, because its payload lies in a file
  }
}

/** The text around a place; no character is cut in half. */
function snippet({ text, at }: FoundText, length: number): Pick<SearchHit, 'text' | 'at' | 'length'> {
  let from = Math.max(0, at - SNIPPET.before);
  if (isLowHalf(text.charCodeAt(from))) from += 1;
  let to = Math.min(text.length, Math.max(from + SNIPPET.all, at + length));
  if (to < text.length && isLowHalf(text.charCodeAt(to))) to -= 1;
  return { text: text.slice(from, to), at: at - from, length };
}

function isLowHalf(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
