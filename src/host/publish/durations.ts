/** So many durations are kept one by one; of more only how many lie within half a percent of each other. */
const EXACT = 100_000;
const RATIO = Math.log(1.01);
/** Reaches beyond a year in microseconds. */
const BINS = 3200;

/** Quantiles of durations: exact up to 100,000 of them, within half a percent beyond. */
export class Durations {
  #values = new Float64Array(1024);
  #count = 0;
  #bins: Uint32Array | undefined;

  add(us: number): void {
    if (this.#count === EXACT) {
      this.#bins = new Uint32Array(BINS);
      for (const value of this.#values.subarray(0, EXACT)) this.#bin(value);
    }
    this.#count += 1;
    if (this.#bins) {
      this.#bin(us);
      return;
    }
    if (this.#count > this.#values.length) {
      const larger = new Float64Array(Math.min(EXACT, this.#values.length * 2));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#count - 1] = us;
  }

  /** The smallest duration that at least this share of all does not exceed, for each share; undefined without any. */
  quantiles(shares: readonly number[]): (number | undefined)[] {
    if (this.#count === 0) return shares.map(() => undefined);
    if (this.#bins) return shares.map((share) => this.#fromBins(share));
    const sorted = this.#values.slice(0, this.#count).sort();
    return shares.map((share) => sorted[Math.max(0, Math.ceil(share * this.#count) - 1)]);
  }

  #bin(us: number): void {
    const bin = Math.min(BINS - 1, Math.round(Math.log(Math.max(0, us) + 1) / RATIO));
    if (this.#bins) this.#bins[bin] = (this.#bins[bin] ?? 0) + 1;
  }

  #fromBins(share: number): number {
    let left = Math.max(1, Math.ceil(share * this.#count));
    const bin = this.#bins?.findIndex((n) => {
      left -= n;
      return left <= 0;
    });
    return Math.round(Math.exp((bin ?? 0) * RATIO) - 1);
  }
}
