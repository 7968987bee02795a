import { PayloadSearch, type RowSearch } from '../payload-search.ts';
import type { MergedStore } from './merged-store.ts';
import type { Part } from './part.ts';

/** Looks for the words of one filter in the payloads of every session of the merged view. */
export class MergedSearch implements RowSearch {
  readonly excludes: boolean;
  readonly #words: readonly string[];
  readonly #store: MergedStore;
  readonly #searches = new Map<Part, PayloadSearch>();

  constructor(store: MergedStore, words: readonly string[], excludes: boolean) {
    this.#store = store;
    this.#words = words;
    this.excludes = excludes;
  }

  get state(): { through: number; of: number } {
    const sum = { through: 0, of: 0 };
    for (const part of this.#store.parts) {
      const { through, of } = this.#of(part).state;
      sum.through += through;
      sum.of += of;
    }
    return sum;
  }

  get done(): boolean {
    return this.#store.parts.every((part) => this.#of(part).done);
  }

  has(word: number, row: number): boolean {
    const part = this.#store.partOf(row);
    return part !== undefined && (this.#searches.get(part)?.has(word, this.#store.ownOf(row)) ?? false);
  }

  looked({ row, seq }: { row: number; seq: number }): boolean {
    const part = this.#store.partOf(row);
    return part !== undefined && (this.#searches.get(part)?.looked({ seq }) ?? false);
  }

  /** Goes on where the least was looked at. */
  async step(going: () => boolean): Promise<number[] | undefined> {
    const open = this.#store.parts.filter((part) => !this.#of(part).done);
    const [first, ...others] = open;
    if (!first) return [];
    const part = others.reduce((a, b) => (this.#of(b).through < this.#of(a).through ? b : a), first);
    const found = await this.#of(part).step(going);
    return found?.flatMap((own) => part.mergedRow(own) ?? []).sort((a, b) => a - b);
  }

  #of(part: Part): PayloadSearch {
    const known = this.#searches.get(part);
    if (known) return known;
    const { session } = part;
    const { log } = session;
    const made = new PayloadSearch({
      log,
      words: this.#words,
      excludes: this.excludes,
      rowOf: (seq) => session.views.rowOf(seq),
    });
    this.#searches.set(part, made);
    return made;
  }
}
