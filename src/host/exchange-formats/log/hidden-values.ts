/** A value that the log replaced before it was written; in an address the braces are encoded. */
const PLACEHOLDER = /(?:\{\{|%7B%7B)((?:secret|hidden):[^{}%\s"]{1,200})(?:\}\}|%7D%7D)/g;
/** Longest placeholder and a little more. */
const REACH = 256;
/** Most values that are told apart. */
const MOST = 100_000;
const BATCH = 256 * 1024;

/** Counts the different hidden values of a text that comes in pieces. */
export class HiddenValues {
  readonly #seen = new Set<string>();
  #rest = '';

  get count(): number {
    return this.#seen.size;
  }

  see(piece: string): void {
    const text = this.#rest + piece;
    for (const [, value = ''] of text.matchAll(PLACEHOLDER)) if (this.#seen.size < MOST) this.#seen.add(value);
    this.#rest = text.slice(-REACH);
  }
}

/** Puts small pieces together, and shows each batch to the count. */
export async function* batchText(pieces: AsyncIterable<string>, hidden: HiddenValues): AsyncGenerator<string> {
  let batch: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    batch.push(piece);
    length += piece.length;
    if (length < BATCH) continue;
    const text = batch.join('');
    batch = [];
    length = 0;
    hidden.see(text);
    yield text;
  }
  const text = batch.join('');
  hidden.see(text);
  if (text !== '') yield text;
}
