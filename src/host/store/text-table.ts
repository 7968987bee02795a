/** Texts that are said again and again, such as methods: each is kept once. */
const MOST_WORDS = 4096;
/** Other texts that were added last: one of them again is not added again. */
const MOST_LATELY = 512;

/** Texts by number, from 1, as UTF-8 in one piece of memory; 0 stands for no text. Nothing is decoded before it is asked for. */
export class TextTable {
  #bytes: Buffer;
  /** Where each text ends. */
  #ends: Uint32Array;
  #count: number;
  readonly #words = new Map<string, number>();
  readonly #lately = new Map<string, number>();
  readonly #decoded = new Map<number, string>();

  /** `from`: texts as `parts` gave them. */
  constructor(from: { bytes: Uint8Array; ends: Uint32Array } = { bytes: new Uint8Array(0), ends: new Uint32Array(0) }) {
    this.#bytes = Buffer.from(from.bytes.buffer, from.bytes.byteOffset, from.bytes.byteLength);
    this.#ends = from.ends;
    this.#count = from.ends.length;
  }

  /** A text of which there are few. */
  addWord(text: string): number {
    const known = this.#words.get(text);
    if (known !== undefined) return known;
    const ref = this.#push(text);
    if (this.#words.size < MOST_WORDS) this.#words.set(text, ref);
    return ref;
  }

  add(text: string): number {
    const known = this.#lately.get(text);
    if (known !== undefined) return known;
    if (this.#lately.size >= MOST_LATELY) this.#lately.clear();
    const ref = this.#push(text);
    this.#lately.set(text, ref);
    return ref;
  }

  /** A text of which there are few. */
  word(ref: number): string {
    let text = this.#decoded.get(ref);
    if (text === undefined) {
      text = this.at(ref);
      if (this.#decoded.size < MOST_WORDS) this.#decoded.set(ref, text);
    }
    return text;
  }

  at(ref: number): string {
    if (ref === 0) return '';
    const start = ref === 1 ? 0 : (this.#ends[ref - 2] ?? 0);
    return this.#bytes.toString('utf8', start, this.#ends[ref - 1] ?? 0);
  }

  /** What has to be kept of it, still its own. */
  parts(): { bytes: Uint8Array; ends: Uint32Array } {
    return { bytes: this.#bytes.subarray(0, this.#used), ends: this.#ends.subarray(0, this.#count) };
  }

  get #used(): number {
    return this.#count === 0 ? 0 : (this.#ends[this.#count - 1] ?? 0);
  }

  #push(text: string): number {
    const used = this.#used;
    // No character of a JavaScript string takes more than three bytes.
    const most = used + text.length * 3;
    if (most > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(4096, this.#bytes.length * 2, most));
      larger.set(this.#bytes.subarray(0, used));
      this.#bytes = larger;
    }
    if (this.#count === this.#ends.length) {
      const more = new Uint32Array(Math.max(256, this.#ends.length * 2));
      more.set(this.#ends);
      this.#ends = more;
    }
    this.#ends[this.#count] = used + this.#bytes.write(text, used);
    this.#count += 1;
    return this.#count;
  }
}
