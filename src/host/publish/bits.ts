/** A set of row numbers, one bit each. */
export class Bits {
  #words = new Uint32Array(64);

  copy(): Bits {
    const made = new Bits();
    made.#words = this.#words.slice();
    return made;
  }

  has(row: number): boolean {
    return ((this.#words[row >>> 5] ?? 0) & (1 << (row & 31))) !== 0;
  }

  set(row: number, on: boolean): void {
    const word = row >>> 5;
    if (word >= this.#words.length) {
      if (!on) return;
      const larger = new Uint32Array(Math.max(this.#words.length * 2, word + 1));
      larger.set(this.#words);
      this.#words = larger;
    }
    const before = this.#words[word] ?? 0;
    this.#words[word] = on ? before | (1 << (row & 31)) : before & ~(1 << (row & 31));
  }
}
