import type { Clock } from '#core/ports.ts';
import type { ServerEntry } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import type { Session } from '#shared/session.ts';

/** Waits before the first, second and every further start, milliseconds; the last one stays. */
const BACK_OFF_MS = [1000, 2000, 4000, 8000, 15_000];
/** Failures of one kind in a row after which it is not tried again. */
const SAME = 3;
/** A session that was ready this long was a good one, milliseconds. */
const GOOD_MS = 60_000;
const GAVE_UP = `Stopped trying: it failed ${SAME} times in the same way.`;

export type RetryFacts = Pick<ServerEntry, 'retry' | 'gaveUp'>;

export interface RestartsOptions {
  clock: Clock;
  /** Starts a server. Called with the number of the try, and with what ended the session before in a few words. */
  start(serverId: string, n: number, because: string, still: () => boolean): Promise<void>;
  /** What `facts` gives for this server has changed. */
  changed(serverId: string): void;
  /** Nothing is started after it fires. */
  signal: AbortSignal;
}

/** What is remembered of a server that failed. */
interface Book {
  /** Tries in a row. */
  tries: number;
  /** How the last session failed, and how many in a row failed like that. */
  kind: string;
  same: number;
  facts: RetryFacts;
  /** Takes the planned start back; absent while none is planned. */
  unplan?: () => void;
  starting: boolean;
}

/** Starts servers again that ended by themselves: later each time, and not for ever. */
export class Restarts {
  readonly #options: RestartsOptions;
  readonly #books = new Map<string, Book>();

  constructor(options: RestartsOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => {
      for (const id of [...this.#books.keys()]) this.#forget(id);
    });
  }

  facts(serverId: string): RetryFacts {
    return this.#books.get(serverId)?.facts ?? {};
  }

  /** A session of a server with the policy `on-failure` is closed. */
  ended({ serverId, state, readyAt, endedAt }: Session): void {
    if (state.at !== 'closed' || this.#options.signal.aborted) return;
    if (state.reason === 'user' || state.reason === 'refused') {
      this.cancel(serverId);
      return;
    }
    const wasGood = readyAt !== undefined && (endedAt ?? 0) - readyAt >= GOOD_MS;
    const before = wasGood ? undefined : this.#books.get(serverId);
    before?.unplan?.();
    const { failure, reason } = state;
    const kind = failure ? `${failure.rule}\n${failure.short}` : reason;
    const same = before?.kind === kind ? before.same + 1 : 1;
    const book: Book = { tries: before?.tries ?? 0, kind, same, facts: {}, starting: false };
    this.#books.set(serverId, book);
    if (same >= SAME) book.facts = { gaveUp: GAVE_UP };
    else this.#plan(serverId, book, failure?.short ?? 'It ended by itself');
    this.#options.changed(serverId);
  }

  /** A new session of the server is there; the page learns it together with the session. */
  opened(serverId: string): void {
    const book = this.#books.get(serverId);
    if (book) book.facts = {};
  }

  /** Forgets every failure and the planned start. True when that start is under way already. */
  cancel(serverId: string): boolean {
    const starting = this.#books.get(serverId)?.starting ?? false;
    if (this.#forget(serverId)) this.#options.changed(serverId);
    return starting;
  }

  #plan(serverId: string, book: Book, because: string): void {
    const { clock } = this.#options;
    book.tries += 1;
    const ms = BACK_OFF_MS[Math.min(book.tries, BACK_OFF_MS.length) - 1] ?? 0;
    book.facts = { retry: { at: Math.round(clock.wall() / 1000) + ms, n: book.tries } };
    book.unplan = clock.after(ms, () => void this.#start(serverId, book, because));
  }

  async #start(serverId: string, book: Book, because: string): Promise<void> {
    const still = () => this.#books.get(serverId) === book;
    book.starting = true;
    try {
      await this.#options.start(serverId, book.tries, because, still);
    } catch (error) {
      if (!still()) return;
      book.facts = { gaveUp: `Stopped trying: ${messageOf(error)}` };
      this.#options.changed(serverId);
    } finally {
      book.starting = false;
    }
  }

  #forget(serverId: string): boolean {
    this.#books.get(serverId)?.unplan?.();
    return this.#books.delete(serverId);
  }
}
