/** From this size on the long strings of a result are read from its file only; what is printed of results is smaller. */
export const LEAN_BYTES = 4 * 1024 * 1024;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SMALL_U = 0x75;
/** Bytes of a string that are kept. */
const KEPT = 64 * 1024;
/** Members of a result that hold what a tool, resource or prompt gave. Nobody in the host reads a long text in them. */
const GIVEN = new Set(['content', 'contents', 'messages', 'structuredContent']);
/** Keys lead this far down to them: a task's result lies in another one. */
const LEVELS = 3;
const KEY_BYTES = 32;
const ESCAPED = new Set([...'"\\/bfnrtu'].map((letter) => letter.charCodeAt(0)));

function isHex(byte: number): boolean {
  const low = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (low >= 0x61 && low <= 0x66);
}

/**
 * Reads the bytes of a JSON message chunk by chunk, and keeps all of it but what comes after the first 64 KiB of a string
 * that a result holds for a person: a message of 100 MB is then as quickly parsed as a small one.
 */
export class LeanReader {
  /** What is kept, in order. */
  readonly #kept: Buffer[] = [];
  #broken = false;
  /** For each open bracket whether it is that of an object. */
  readonly #objects: boolean[] = [];
  readonly #path: string[] = [];
  #inString = false;
  /** Bytes of an escape that are still to come; -1: the letter of it. */
  #escape = 0;
  #length = 0;
  #isKey = false;
  #expectKey = false;
  #key: number[] = [];
  /** The string at hand may be cut. */
  #long = false;
  #cutting = false;

  /** What was kept, as text; undefined when what was read is no JSON, so that it has to be taken as it is. */
  get text(): string | undefined {
    if (this.#broken || this.#inString || this.#objects.length > 0) return undefined;
    return Buffer.concat(this.#kept).toString('utf8');
  }

  feed(chunk: Buffer): void {
    // Where the run begins that is being kept; -1 while nothing is.
    let from = this.#cutting ? -1 : 0;
    for (let at = 0; at < chunk.length && !this.#broken; ) {
      const byte = chunk[at] ?? 0;
      if (this.#inString && this.#escape === 0 && byte !== QUOTE && byte !== BACKSLASH) {
        at = this.#plain(chunk, at);
        if (this.#cutting && from >= 0) {
          this.#kept.push(chunk.subarray(from, at));
          from = -1;
        }
        continue;
      }
      if (this.#inString) this.#special(byte);
      else this.#structure(byte);
      // The quote that ends a string which was cut is kept.
      if (from < 0 && !this.#inString) from = at;
      at += 1;
    }
    if (from >= 0) this.#kept.push(chunk.subarray(from));
  }

  /** Reads on to the next byte that means something, or that is the first one to be left out. */
  #plain(chunk: Buffer, start: number): number {
    const cuts = this.#long && !this.#cutting;
    const most = start + KEPT - this.#length;
    let at = start;
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === QUOTE || byte === BACKSLASH) break;
      if (byte < 0x20) this.#broken = true;
      // Not within a character.
      if (cuts && at >= most && (byte & 0xc0) !== 0x80) {
        this.#cutting = true;
        break;
      }
      if (this.#isKey && this.#key.length < KEY_BYTES) this.#key.push(byte);
    }
    this.#length += at - start;
    return at;
  }

  #special(byte: number): void {
    this.#length += 1;
    if (this.#escape === -1) {
      if (!ESCAPED.has(byte)) this.#broken = true;
      this.#escape = byte === SMALL_U ? 4 : 0;
    } else if (this.#escape > 0) {
      if (!isHex(byte)) this.#broken = true;
      this.#escape -= 1;
    } else if (byte === BACKSLASH) this.#escape = -1;
    else this.#endString();
  }

  #endString(): void {
    this.#inString = false;
    this.#cutting = false;
    const depth = this.#objects.length;
    if (this.#isKey && depth <= LEVELS) this.#path[depth - 1] = String.fromCharCode(...this.#key);
  }

  #structure(byte: number): void {
    const depth = this.#objects.length;
    if (byte === QUOTE) {
      this.#inString = true;
      this.#length = 0;
      this.#isKey = this.#expectKey && this.#objects[depth - 1] === true;
      this.#key = [];
      this.#long = !this.#isKey && this.#isGiven();
    } else if (byte === 0x7b || byte === 0x5b) {
      this.#objects.push(byte === 0x7b);
      this.#expectKey = byte === 0x7b;
      if (depth < LEVELS) this.#path.length = depth;
    } else if (byte === 0x7d || byte === 0x5d) {
      if (this.#objects.pop() !== (byte === 0x7d)) this.#broken = true;
      if (depth <= LEVELS) this.#path.length = Math.max(0, depth - 1);
    } else if (byte === 0x3a) this.#expectKey = false;
    else if (byte === 0x2c) this.#expectKey = this.#objects[depth - 1] === true;
  }

  #isGiven(): boolean {
    const [first, second = '', third = ''] = this.#path;
    return first === 'result' && (GIVEN.has(second) || (second === 'result' && GIVEN.has(third)));
  }
}

/**
 * The text of a JSON message without the rest of the long strings in what its result gives; undefined for what is no
 * JSON. Whatever else it says is in it to the byte.
 */
export function leanMessage(chunks: readonly Buffer[]): string | undefined {
  const reader = new LeanReader();
  for (const chunk of chunks) reader.feed(chunk);
  return reader.text;
}
