import { pagesOfRefusal } from '#shared/page-refusal.ts';
import type { FrameRecord } from '#shared/records.ts';
import type { Call, CallTable, Round } from './call-table.ts';
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

  /** The pages of the refusal in a record are asked for. */
  began(seq: unknown): void {
    const found = typeof seq === 'number' ? this.#seen.get(seq) : undefined;
    if (!found) return;
    const { call, record, pages } = found;
    openRound(this.#book, this.#calls, { call, record, state: undefined, asked: pages });
  }

  /** They are done: the next call like the refused one is its retry. */
  retried(seq: unknown): void {
    const round = this.#calls.rounds.find(({ call }) => call.exchange.responseSeq === seq);
    if (round) round.again = true;
  }

  /** The round that a call is the retry of, out of those that wait; undefined where it is none. */
  take(call: Call): Round | undefined {
    const { rounds } = this.#calls;
    const { method, name } = call.exchange;
    const at = rounds.findIndex(
      ({ again, call: { exchange } }) => again && exchange.method === method && exchange.name === name,
    );
    return at < 0 ? undefined : rounds.splice(at, 1)[0];
  }
}
