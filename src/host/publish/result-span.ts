/** Where a JSON value lies in the bytes of a message. */
export interface Span {
  start: number;
  end: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENS = new Set([0x7b, 0x5b]);
const CLOSES = new Set([0x7d, 0x5d]);
const BLANK = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Finds the value of one member of the outermost object, fed piece by piece, so that a message of any size is read
 * without being in memory whole. The bytes must be the text of one JSON object; of two equal keys the last counts.
 */
export class MemberScanner {
  readonly #key: string;
  /** Bytes fed so far. */
  #at = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** The string that is being read at depth 1 before a colon. */
  #name: number[] | undefined;
  #lastName = '';
  #expectName = false;
  #valueStart = -1;
  #lastByte = 0;
  #span: Span | undefined;
  /** Next quote in the piece at hand; looked for once, however many escapes come before it. */
  #quoteAt = -1;

  constructor(key: string) {
    this.#key = key;
  }

  get span(): Span | undefined {
    return this.#span;
  }

  feed(bytes: Uint8Array): void {
    this.#quoteAt = -1;
    for (let i = 0; i < bytes.length; i += 1) {
      const byte = bytes[i] ?? 0;
      if (this.#inString) {
        // Long strings are skipped natively; only the rare name is collected.
        if (!this.#escaped && !this.#name && byte !== QUOTE && byte !== BACKSLASH) i = this.#skip(bytes, i) - 1;
        else this.#stringByte(byte);
        if (!this.#inString) this.#lastByte = this.#at + i;
      } else if (!BLANK.has(byte)) this.#structure(byte, this.#at + i);
    }
    this.#at += bytes.length;
  }

  /** The next quote or backslash, or the end of the piece. */
  #skip(bytes: Uint8Array, from: number): number {
    if (this.#quoteAt < from) {
      const quote = bytes.indexOf(QUOTE, from);
      this.#quoteAt = quote < 0 ? bytes.length : quote;
    }
    const end = this.#quoteAt;
    const slash = bytes.subarray(from, end).indexOf(BACKSLASH);
    return slash < 0 ? end : from + slash;
  }

  #stringByte(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) {
      this.#inString = false;
      if (this.#name) this.#lastName = String.fromCharCode(...this.#name);
      this.#name = undefined;
      return;
    }
    if (this.#name && this.#name.length < 64) this.#name.push(byte);
  }

  #structure(byte: number, at: number): void {
    if (this.#depth === 1 && byte === 0x3a && this.#expectName) {
      this.#expectName = false;
      this.#valueStart = -1;
      return;
    }
    if (this.#depth === 1 && (byte === 0x2c || byte === 0x7d)) this.#endValue();
    else if (this.#depth === 1 && !this.#expectName && this.#valueStart < 0) this.#valueStart = at;
    if (byte === QUOTE) {
      this.#inString = true;
      this.#name = this.#depth === 1 && this.#expectName ? [] : undefined;
    } else if (OPENS.has(byte)) {
      this.#depth += 1;
      if (this.#depth === 1) this.#expectName = true;
    } else if (CLOSES.has(byte)) this.#depth -= 1;
    this.#lastByte = at;
  }

  #endValue(): void {
    if (this.#lastName === this.#key && this.#valueStart >= 0) {
      this.#span = { start: this.#valueStart, end: this.#lastByte + 1 };
    }
    this.#expectName = true;
    this.#valueStart = -1;
    this.#lastName = '';
  }
}
