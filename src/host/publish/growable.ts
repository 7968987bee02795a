/** Whole numbers in arrival order, four bytes each. */
export class Growable {
  #data: Uint32Array;
  #length: number;

  /** Begins with numbers, which become its own. */
  constructor(from?: Uint32Array) {
    this.#data = from ?? new Uint32Array(1024);
    this.#length = from?.length ?? 0;
  }

  get length(): number {
    return this.#length;
  }

  at(index: number): number {
    return this.#data[index] ?? 0;
  }

  push(value: number): void {
    if (this.#length === this.#data.length) {
      const larger = new Uint32Array(Math.max(1024, this.#data.length * 2));
      larger.set(this.#data);
      this.#data = larger;
    }
    this.#data[this.#length++] = value;
  }

  /** Writes at any place; what lies between is 0. */
  set(index: number, value: number): void {
    while (this.#length <= index) this.push(0);
    this.#data[index] = value;
  }

  insert(index: number, value: number): void {
    this.push(0);
    this.#data.copyWithin(index + 1, index, this.#length - 1);
    this.#data[index] = value;
  }

  remove(index: number): void {
    this.#data.copyWithin(index, index + 1, this.#length);
    this.#length -= 1;
  }

  /** Puts numbers in the place of `remove` others. */
  splice(at: number, remove: number, values: readonly number[]): void {
    const before = this.#length;
    for (let i = remove; i < values.length; i += 1) this.push(0);
    this.#data.copyWithin(at + values.length, at + remove, before);
    this.#data.set(values, at);
    this.#length = before + values.length - remove;
  }

  /** All of them, copied. */
  numbers(): Uint32Array<ArrayBuffer> {
    return this.#data.slice(0, this.#length);
  }

  /** The first place whose number is at least `value`; the numbers must be sorted. */
  lowerBound(value: number): number {
    let [low, high] = [0, this.#length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#data[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Its place, or -1; the numbers must be sorted. */
  indexOf(value: number): number {
    const at = this.lowerBound(value);
    return at < this.#length && this.#data[at] === value ? at : -1;
  }
}
