import { isUtf8 } from 'node:buffer';
import type { Payload } from '#core/ports.ts';
import { type BodyStore, LARGE_BYTES } from './body-store.ts';
import { payloadOf, smallPayload, unfinishedTail } from './payload.ts';
import { PendingBytes } from './pending-bytes.ts';

const NEWLINE = 0x0a;

export interface LineSplitterOptions {
  /** Longest line, in bytes; the rest of a longer one is dropped. */
  limit: number;
  bodies: BodyStore;
  /** A line without its newline, otherwise exact: a carriage return or a byte order mark is part of it. `at`: bytes before it. */
  onLine(payload: Payload, at: number): void;
  /** The line just given reached the limit; what follows until its newline is dropped. */
  onCut(): void;
  /** The cut line ended; so many bytes of it were dropped. */
  onCutEnd(dropped: number): void;
}

/** Splits a byte stream at newlines, in linear time, whatever the chunks are. */
export class LineSplitter {
  readonly #options: LineSplitterOptions;
  readonly #pending = new PendingBytes();
  #dropped: number | undefined;
  /** Bytes of the chunks before the one being read, and before the line that has not ended. */
  #read = 0;
  #start = 0;

  constructor(options: LineSplitterOptions) {
    this.#options = options;
  }

  /** Bytes of the line that has not ended yet. */
  get pending(): number {
    return this.#pending.length;
  }

  push(chunk: Buffer): void {
    const from = this.#endPending(chunk);
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > from) this.#lines(chunk, from, end);
    const rest = Math.max(from, end);
    if (rest < chunk.length) {
      this.#start = this.#read + rest;
      this.#hold(chunk.subarray(rest));
    }
    this.#read += chunk.length;
  }

  /** Goes on with the line that had not ended; gives the place after its end, or that of the chunk. */
  #endPending(chunk: Buffer): number {
    if (this.#pending.length === 0 && this.#dropped === undefined) return 0;
    const newline = chunk.indexOf(NEWLINE);
    this.#hold(newline < 0 ? chunk : chunk.subarray(0, newline));
    if (newline < 0) return chunk.length;
    this.#endLine();
    return newline + 1;
  }

  /** Gives the unfinished line as it is now; with `wholeCharacters` a character cut in two waits for its rest. */
  flush(wholeCharacters: boolean): void {
    if (this.#pending.length === 0) return;
    const chunks = this.#pending.take();
    if (!wholeCharacters) {
      this.#options.onLine({ ...payloadOf(chunks, this.#options.bodies), open: true }, this.#start);
      return;
    }
    const bytes = Buffer.concat(chunks);
    const whole = bytes.length - unfinishedTail(bytes);
    if (whole > 0) this.#options.onLine({ ...smallPayload(bytes.subarray(0, whole)), open: true }, this.#start);
    this.#start += whole;
    if (whole < bytes.length) this.#pending.add(bytes.subarray(whole));
  }

  /** The stream ended: a last line without newline is a line too. */
  end(): void {
    if (this.#dropped !== undefined) this.#endLine();
    this.flush(false);
  }

  /** Lines that lie whole in one chunk; the path of nearly every line. `end` is just after a newline. */
  #lines(chunk: Buffer, start: number, end: number): void {
    const { onLine, limit } = this.#options;
    const valid = isUtf8(start === 0 && end === chunk.length ? chunk : chunk.subarray(start, end));
    const most = Math.min(limit, LARGE_BYTES);
    let from = start;
    while (from < end) {
      const newline = chunk.indexOf(NEWLINE, from);
      if (newline - from > most) {
        this.#start = this.#read + from;
        this.#hold(chunk.subarray(from, newline));
        this.#endLine();
      } else if (valid) onLine({ text: chunk.toString('utf8', from, newline) }, this.#read + from);
      else onLine(smallPayload(chunk.subarray(from, newline)), this.#read + from);
      from = newline + 1;
    }
  }

  #hold(piece: Buffer): void {
    if (this.#dropped !== undefined) {
      this.#dropped += piece.length;
      return;
    }
    const room = this.#options.limit - this.#pending.length;
    if (piece.length <= room) {
      this.#pending.add(piece);
      return;
    }
    this.#pending.add(piece.subarray(0, room));
    this.#dropped = piece.length - room;
    this.flush(false);
    this.#options.onCut();
  }

  #endLine(): void {
    if (this.#dropped !== undefined) {
      const dropped = this.#dropped;
      this.#dropped = undefined;
      this.#options.onCutEnd(dropped);
      return;
    }
    this.#options.onLine(payloadOf(this.#pending.take(), this.#options.bodies), this.#start);
  }
}
