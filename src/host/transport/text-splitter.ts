import type { Payload } from '#core/ports.ts';
import type { BodyStore } from './body-store.ts';
import { LineSplitter } from './line-splitter.ts';

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const QUIET_MS = 250;
const LONGEST_PART = 64 * 1024;

export interface TextSplitterOptions {
  bodies: BodyStore;
  /** A line or a part of one (`open`): joined, with a newline after each closed one, the payloads are the exact bytes. */
  onLine(payload: Payload): void;
}

/**
 * Splits text meant for people, such as stderr: a carriage return ends a part too (progress bars), and so do
 * 250 ms of silence and 64 KiB without newline.
 */
export class TextSplitter {
  readonly #lines: LineSplitter;
  #timer: NodeJS.Timeout | undefined;
  #last = NEWLINE;

  constructor(options: TextSplitterOptions) {
    const never = (): void => undefined;
    const limit = Number.MAX_SAFE_INTEGER;
    this.#lines = new LineSplitter({ limit, ...options, onCut: never, onCutEnd: never });
  }

  push(chunk: Buffer): void {
    if (chunk.length === 0) return;
    if (this.#last === RETURN || chunk.includes(RETURN)) this.#pushReturns(chunk);
    else this.#lines.push(chunk);
    this.#last = chunk[chunk.length - 1] ?? NEWLINE;
    if (this.#lines.pending > LONGEST_PART) this.#flush();
    if (this.#lines.pending === 0) return;
    if (this.#timer) this.#timer.refresh();
    else this.#timer = setTimeout(() => this.#quiet(), QUIET_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lines.end();
  }

  /** A return ends a part unless a newline follows or nothing stands before it. One at the end of a chunk waits. */
  #pushReturns(chunk: Buffer): void {
    if (this.#last === RETURN && chunk[0] !== NEWLINE && chunk[0] !== RETURN && this.#lines.pending > 1) {
      this.#lines.flush(false);
    }
    let from = 0;
    let at = chunk.indexOf(RETURN);
    while (at >= 0 && at + 1 < chunk.length) {
      const before = at > 0 ? chunk[at - 1] : this.#last;
      if (before !== NEWLINE && before !== RETURN && chunk[at + 1] !== NEWLINE) {
        this.#lines.push(chunk.subarray(from, at + 1));
        this.#lines.flush(false);
        from = at + 1;
      }
      at = chunk.indexOf(RETURN, at + 1);
    }
    if (from < chunk.length) this.#lines.push(chunk.subarray(from));
  }

  #flush(): void {
    this.#lines.flush(true);
    this.#last = NEWLINE;
  }

  #quiet(): void {
    this.#timer = undefined;
    this.#flush();
  }
}
