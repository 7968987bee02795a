import type { TrafficRow } from '#shared/exchange.ts';
import { Bits } from './bits.ts';
import { Growable } from './growable.ts';
import type { Pace } from './pace.ts';
import type { RowStore } from './row-store.ts';

const NONE: readonly number[] = [];

/** Which row each row of a store is folded under, and which ones a row holds. Read from the rows once, then kept. */
export class FoldIndex {
  readonly #store: RowStore<TrafficRow>;
  /** Number of the head + 1, 0 for none. */
  readonly #heads = new Growable();
  /** In order. */
  readonly #members = new Map<number, number[]>();
  readonly #holds = new Bits();
  #through = 0;
  #step: Promise<void> | undefined;

  constructor(store: RowStore<TrafficRow>) {
    this.#store = store;
  }

  /** The row that this one is folded under, -1 for none. */
  head(row: number): number {
    return row < this.#heads.length ? this.#heads.at(row) - 1 : -1;
  }

  /** Whether rows are folded under this one. */
  holds(row: number): boolean {
    return this.#holds.has(row);
  }

  /** The rows that are folded under this one, in order. */
  members(row: number): readonly number[] {
    return this.#members.get(row) ?? NONE;
  }

  /** Whether the row is folded under another one than is known here. */
  differs({ row, under }: Pick<TrafficRow, 'row' | 'under'>): boolean {
    return row < this.#through && under !== undefined && this.head(row) !== under;
  }

  /** A row is new or was changed. Rows that come before all were read wait their turn. */
  take({ row, under }: Pick<TrafficRow, 'row' | 'under'>): void {
    if (row > this.#through) return;
    if (row === this.#through) this.#through += 1;
    if (under === undefined || this.head(row) === under) return;
    this.#heads.set(row, under + 1);
    const members = this.#members.get(under);
    this.#holds.set(under, true);
    if (!members) this.#members.set(under, [row]);
    else if ((members.at(-1) ?? 0) < row) members.push(row);
    else
      members.splice(
        members.findIndex((other) => other > row),
        0,
        row,
      );
  }

  /** Reads the rows that were there before anybody asked. */
  async ready(pace: Pace): Promise<void> {
    while (this.#through < this.#store.count) {
      this.#step ??= this.#read(pace).finally(() => {
        this.#step = undefined;
      });
      await this.#step;
    }
  }

  async #read(pace: Pace): Promise<void> {
    while (this.#through < this.#store.count) {
      const row = this.#store.peek?.(this.#through);
      this.take({ row: this.#through, under: row?.under });
      if (pace.due()) await pace.rest();
    }
  }
}
