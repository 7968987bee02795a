import { setImmediate } from 'node:timers/promises';
import type { PayloadHits } from '#core/fold/row-filter-test.ts';
import type { WireLogReader } from '../store/log-files.ts';
import { Growable } from './growable.ts';

/** Records looked at before the event loop goes on. */
const STEP = 1000;

export interface PayloadSearchOptions {
  log: WireLogReader;
  /** At most 30, in lower case. */
  words: readonly string[];
  /** Whether a word is excluded somewhere: rows then wait until their payload was looked at. */
  excludes: boolean;
  /** Row of a record, -1 for none. */
  rowOf: (seq: number) => number;
}

/** What a filtered view asks of a search: what was found so far, and to go on. */
export interface RowSearch extends PayloadHits {
  readonly excludes: boolean;
  /** Records that were looked at, of how many. */
  readonly state: { through: number; of: number };
  readonly done: boolean;
  /** Looks at the next records; gives the rows in which a word was found. Undefined when it was told to stop. */
  step(going: () => boolean): Promise<number[] | undefined>;
}

/** Looks for the words of one filter in the payloads of a log, from its beginning on and then in what is new. */
export class PayloadSearch implements RowSearch {
  readonly excludes: boolean;
  readonly #options: PayloadSearchOptions;
  /** A bit for each word found, by row. */
  readonly #hits = new Growable();
  #through = 0;

  constructor(options: PayloadSearchOptions) {
    this.#options = options;
    this.excludes = options.excludes;
  }

  /** Number of the last record that was looked at. */
  get through(): number {
    return this.#through;
  }

  get state(): { through: number; of: number } {
    return { through: this.#through, of: this.#options.log.lastSeq };
  }

  get done(): boolean {
    return this.#through >= this.#options.log.lastSeq;
  }

  has(word: number, row: number): boolean {
    return row < this.#hits.length && (this.#hits.at(row) & (1 << word)) !== 0;
  }

  looked({ seq }: { seq: number }): boolean {
    return seq <= this.#through;
  }

  async step(going: () => boolean): Promise<number[] | undefined> {
    const { log, words, rowOf } = this.#options;
    const from = this.#through + 1;
    const to = Math.min(log.lastSeq, this.#through + STEP);
    const found = new Set<number>();
    for (const [word, text] of words.entries()) {
      const wanted = (seq: number) => {
        if (!going()) return false;
        const row = rowOf(seq);
        return row >= 0 && !this.has(word, row);
      };
      const { seqs } = await log.search(text, { from, to, limit: Number.POSITIVE_INFINITY, wanted });
      if (!going()) return undefined;
      for (const seq of seqs) {
        const row = rowOf(seq);
        const before = row < this.#hits.length ? this.#hits.at(row) : 0;
        this.#hits.set(row, before | (1 << word));
        found.add(row);
      }
    }
    this.#through = to;
    await setImmediate();
    return [...found].sort((a, b) => a - b);
  }
}
