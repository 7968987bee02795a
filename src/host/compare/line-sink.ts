import type { CompareLine, Difference } from '#shared/compare.ts';

/** One line of both sides as it is written; a side is absent where it has none. */
export interface WrittenLine {
  a?: string | undefined;
  b?: string | undefined;
  same: boolean;
  /** Differences that begin on it. */
  starts?: Difference[] | undefined;
}

/** Lines that are kept; with more than that what is the same is left out. */
export const MOST_LINES = 10_000;
/** Same lines kept before and after each difference then. */
export const AROUND = 5;

type Kept = CompareLine & { starts?: Difference[] | undefined };

/** Numbers the lines of both sides; keeps all of them while they are few, and those around differences. */
export class LineSink {
  readonly #most: number;
  #all: Kept[] | undefined = [];
  readonly #folded: Kept[] = [];
  #tail: Kept[] = [];
  #hidden = 0;
  #after = 0;
  #left = 0;
  readonly #n = { a: 0, b: 0 };

  constructor(most: number) {
    this.#most = most;
  }

  put({ a, b, same, starts }: WrittenLine): void {
    const line: Kept = { same };
    if (a !== undefined) line.a = { n: ++this.#n.a, text: a };
    if (b !== undefined) line.b = { n: ++this.#n.b, text: b };
    if (starts && starts.length > 0) line.starts = starts;
    this.#all?.push(line);
    if ((this.#all?.length ?? 0) > this.#most) this.#all = undefined;
    if (same && this.#after === 0) this.#hold(line);
    else {
      if (same) this.#after -= 1;
      else this.#after = AROUND;
      this.#release();
      this.#keep(line);
    }
  }

  /** No line that follows is kept. */
  get full(): boolean {
    return this.#all === undefined && this.#folded.length >= this.#most;
  }

  /** Lines behind the last kept one: they are only counted. */
  leave(count: number): void {
    this.#left += count;
  }

  /** Same lines that nobody will see: they are only counted. */
  skip(count: number): void {
    this.#all = undefined;
    this.#n.a += count;
    this.#n.b += count;
    this.#after = 0;
    this.#hidden += this.#tail.length + count;
    this.#tail = [];
  }

  /** Same lines far from a difference wait: the last few are shown when one follows. */
  #hold(line: Kept): void {
    this.#tail.push(line);
    if (this.#tail.length <= AROUND) return;
    this.#tail.shift();
    this.#hidden += 1;
  }

  #release(): void {
    if (this.#hidden > 0) this.#keep({ same: true, skipped: this.#hidden });
    this.#hidden = 0;
    for (const line of this.#tail) this.#keep(line);
    this.#tail = [];
  }

  #keep(line: Kept): void {
    if (this.#folded.length < this.#most) this.#folded.push(line);
    else this.#left += line.skipped ?? 1;
  }

  /** The lines, and how many more there are behind them. Each difference now knows its line. */
  end(): { lines: CompareLine[]; left: number } {
    this.#hidden += this.#tail.length;
    this.#tail = [];
    if (!this.#all) this.#release();
    const kept = this.#all ?? this.#folded;
    const lines = kept.map(({ starts, ...line }, at) => {
      for (const difference of starts ?? []) difference.line = at;
      return line;
    });
    return { lines, left: this.#all ? 0 : this.#left };
  }
}
