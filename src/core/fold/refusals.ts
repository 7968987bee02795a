import { pagesOfRefusal } from '#shared/page-refusal.ts';
import type { FrameRecord, NoteRecord } from '#shared/records.ts';
import type { Call, CallTable, Round, SentAgain } from './call-table.ts';
import { RecentMap } from './recent-map.ts';
import type { RowBook } from './row-book.ts';
import { openRound } from './whole-call.ts';

/** Refused calls that are remembered until the engine says what becomes of them, which it does at once. */
const KEPT = 20;

/**
 * Legacy calls that were refused until pages were visited (error -32042). Whether that is asked for, and when the call
 * is sent again, only the notes of this app tell: on the wire the second call is like any other.
 */
export class Refusals {
  readonly #book: RowBook;
  readonly #calls: CallTable;
  readonly #seen = new RecentMap<number, { call: Call; record: FrameRecord; pages: [string, unknown][] }>(KEPT);

  constructor(book: RowBook, calls: CallTable) {
    this.#book = book;
    this.#calls = calls;
  }

  /** A call was answered with such an error. */
  see(call: Call, record: FrameRecord, error: { code: number; data?: unknown }): void {
    const pages = pagesOfRefusal(error).map((page): [string, unknown] => [page.key, page]);
    if (pages.length > 0) this.#seen.set(record.seq, { call, record: { ...record, text: '' }, pages });
  }

  /** A note says that the pages of the refusal in a record are asked for. */
  began(note: NoteRecord, seq: unknown): void {
    const found = typeof seq === 'number' ? this.#seen.get(seq) : undefined;
    if (!found) return;
    const { call, pages } = found;
    // Rows are in the order of the records that made them: what came meanwhile may have one already.
    const late = this.#book.lastSeq > found.record.seq;
    const record = late ? { ...found.record, seq: note.seq, t: note.t, m: note.m } : found.record;
    openRound(this.#book, this.#calls, { call, record, state: undefined, asked: pages });
  }

  /** They are done, and the refused call is sent again now. */
  retried(seq: unknown, again: SentAgain): void {
    const round = this.#calls.rounds.find(({ call }) => call.exchange.responseSeq === seq);
    if (round) round.again = again;
  }

  /** The round that a call is the retry of, out of those that wait; undefined where it is none. */
  take(call: Call): Round | undefined {
    const { rounds } = this.#calls;
    const at = rounds.findIndex((round) => round.again && isRetry(call, round.call, round.again));
    return at < 0 ? undefined : rounds.splice(at, 1)[0];
  }
}

function isRetry({ exchange }: Call, { exchange: refused }: Call, again: SentAgain): boolean {
  if (exchange.method !== refused.method || exchange.name !== refused.name) return false;
  if ('id' in again) return exchange.rpcId === again.id;
  // The note was written in the turn in which the call went out: only the head of its POST can stand between them.
  return exchange.requestSeq - again.behind <= (exchange.ch === 'stdio' ? 1 : 2);
}
