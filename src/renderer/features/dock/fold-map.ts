/** First place and count of lines that may be hidden. */
export type Fold = readonly [number, number];

/** The row that stands for hidden lines, or above them while they are shown. */
export interface FoldRow {
  readonly fold: 'open' | 'closed';
  /** Place of the first line it hides. */
  readonly first: number;
  readonly count: number;
}

/**
 * Between places of lines in a log and rows on screen, where some stretches of lines are folded. Each fold has a row of
 * its own, and below it its lines while it is open. Finding a row costs a search among the folds, not among the lines.
 */
export class FoldMap {
  #folds: readonly Fold[] = [];
  /** Row of each fold. */
  readonly #rows: number[] = [];
  readonly #shown: FoldRow[] = [];
  readonly #open = new Set<number>();

  /** Takes the folds as they are now; a list that only grew since costs only its new part. */
  sync(folds: readonly Fold[]): void {
    const known = folds === this.#folds ? Math.min(folds.length, Math.max(0, this.#rows.length - 1)) : 0;
    this.#folds = folds;
    this.#arrange(known);
  }

  toggle(first: number): void {
    if (!this.#open.delete(first)) this.#open.add(first);
    this.#arrange(0);
  }

  isOpen(first: number): boolean {
    return this.#open.has(first);
  }

  /** Lines that are shown because their fold is open. */
  get opened(): number {
    let lines = 0;
    for (const first of this.#open) lines += this.#at(this.#lastBefore(first + 1))[1];
    return lines;
  }

  /** Rows of the first `lines` lines. */
  count(lines: number): number {
    const at = this.#lastBefore(lines);
    if (at < 0) return lines;
    const [first, count] = this.#at(at);
    const row = this.#rows[at] ?? 0;
    const inside = Math.min(count, lines - first);
    return row + 1 + (this.#open.has(first) ? inside : 0) + (lines - first - inside);
  }

  /** What a row shows: a fold, or the place of a line. */
  at(row: number): FoldRow | number {
    let [low, high] = [0, this.#rows.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#rows[middle] ?? 0) <= row) low = middle + 1;
      else high = middle;
    }
    const shown = this.#shown[low - 1];
    if (!shown) return row;
    const behind = row - (this.#rows[low - 1] ?? 0) - 1;
    if (behind < 0) return shown;
    return shown.first + behind + (shown.fold === 'open' ? 0 : shown.count);
  }

  /** The row of a line; of a hidden one that of its fold. */
  rowOf(line: number): number {
    const at = this.#lastBefore(line + 1);
    if (at < 0) return line;
    const [first, count] = this.#at(at);
    const row = this.#rows[at] ?? 0;
    if (this.#open.has(first)) return row + 1 + line - first;
    return line < first + count ? row : row + 1 + line - first - count;
  }

  /** First place of the closed fold that hides a line, undefined when the line is shown. */
  hiding(line: number): number | undefined {
    const at = this.#lastBefore(line + 1);
    if (at < 0) return undefined;
    const [first, count] = this.#at(at);
    return line < first + count && !this.#open.has(first) ? first : undefined;
  }

  #at(index: number): Fold {
    return this.#folds[index] ?? [0, 0];
  }

  /** The last fold that begins before a place, -1 for none. */
  #lastBefore(line: number): number {
    let [low, high] = [0, this.#folds.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#at(middle)[0] < line) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #arrange(from: number): void {
    this.#rows.length = Math.min(this.#rows.length, this.#folds.length);
    this.#shown.length = this.#rows.length;
    for (let at = from; at < this.#folds.length; at += 1) {
      const [first, count] = this.#at(at);
      const fold = this.#open.has(first) ? 'open' : 'closed';
      const before = this.#shown[at - 1];
      const above =
        before && (this.#rows[at - 1] ?? 0) + 1 - before.first - (before.fold === 'open' ? 0 : before.count);
      this.#rows[at] = first + (above ?? 0);
      const old = this.#shown[at];
      // The same object while nothing about it changed, so that its row is not drawn again.
      if (old?.first !== first || old.count !== count || old.fold !== fold) this.#shown[at] = { fold, first, count };
    }
  }
}
