/** Pieces at least this long are kept as they are; shorter ones are copied together, so that a drip costs no chunk each. */
const KEEP_BYTES = 16 * 1024;
const FIRST_BLOCK = 512;
const LAST_BLOCK = 64 * 1024;
/**
 * From this many bytes on everything is copied together, into blocks of this size: a system gets those back when they go,
 * which thousands of small pieces keep from happening long after.
 */
const LARGE = 4 * 1024 * 1024;

/** The bytes of a line that has not ended yet. Adding is linear in total, however small the pieces are. */
export class PendingBytes {
  #blocks: Buffer[] = [];
  #block: Buffer | undefined;
  #used = 0;
  #size = FIRST_BLOCK;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#length > LARGE) this.#size = LARGE;
    else if (piece.length >= KEEP_BYTES) {
      this.#seal();
      this.#blocks.push(piece);
      return;
    }
    let from = 0;
    while (from < piece.length) {
      this.#block ??= Buffer.allocUnsafeSlow(this.#size);
      const copied = piece.copy(this.#block, this.#used, from);
      this.#used += copied;
      from += copied;
      if (this.#used === this.#block.length) {
        if (this.#size < LARGE) this.#size = Math.min(this.#size * 2, LAST_BLOCK);
        this.#seal();
      }
    }
  }

  /** Gives all bytes away and starts over. */
  take(): Buffer[] {
    this.#seal();
    const blocks = this.#blocks;
    this.#blocks = [];
    this.#size = FIRST_BLOCK;
    this.#length = 0;
    return blocks;
  }

  #seal(): void {
    if (this.#block && this.#used > 0) this.#blocks.push(this.#block.subarray(0, this.#used));
    this.#block = undefined;
    this.#used = 0;
  }
}
