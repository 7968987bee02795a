import { isUtf8 } from 'node:buffer';
import type { HttpRecord } from '#shared/records.ts';
import { type Needles, replaceBytes, replaceMessage } from './needles.ts';

/** The longest end of the bytes that could be the beginning of a secret. */
function heldLength(bytes: Buffer, needles: Needles): number {
  let longest = 0;
  for (const { bytes: needle } of needles) {
    for (let length = Math.min(needle.length - 1, bytes.length); length > longest; length -= 1) {
      if (bytes.subarray(bytes.length - length).equals(needle.subarray(0, length))) longest = length;
    }
  }
  return longest;
}

function withBytes(record: HttpRecord, bytes: Buffer): HttpRecord {
  const { text: _text, b64: _b64, ...rest } = record;
  const text = bytes.toString('utf8');
  return isUtf8(bytes) ? { ...rest, text } : { ...rest, text, b64: bytes.toString('base64') };
}

/**
 * Takes secrets out of the body chunks of HTTP channels, also where one lies across two chunks: the end of a chunk
 * that may begin a secret waits for the next record of its channel. No byte is lost, a few move one record later.
 */
export class ChunkCarry {
  readonly #held = new Map<string, Buffer>();

  /** The record as it may be kept; the same object when there was nothing to do. */
  take(record: HttpRecord, needles: Needles): HttpRecord {
    const held = this.#held.get(record.ch);
    this.#held.delete(record.ch);
    if (record.what !== 'chunk') return held ? this.#last(record, held) : record;
    if (needles.length === 0) return record;
    const own = record.b64 === undefined ? Buffer.from(record.text ?? '') : Buffer.from(record.b64, 'base64');
    const joined = held ? Buffer.concat([held, own]) : own;
    // An answer that came in one piece stays JSON if it was; of other pieces nobody knows where they begin.
    const whole = !held && record.b64 === undefined;
    const clean = whole
      ? Buffer.from(replaceMessage(record.text ?? '', needles))
      : Buffer.concat([...replaceBytes([joined], needles)]);
    const length = heldLength(clean, needles);
    if (!held && length === 0 && clean.equals(own)) return record;
    if (length > 0) this.#held.set(record.ch, Buffer.from(clean.subarray(clean.length - length)));
    return withBytes(record, clean.subarray(0, clean.length - length));
  }

  /** What waited turned out to be no secret: it goes with the record that ends the body. */
  #last(record: HttpRecord, held: Buffer): HttpRecord {
    const rest = held.toString('utf8');
    if (record.what !== 'error') return { ...record, text: rest + (record.text ?? '') };
    return { ...record, text: `${record.text ?? ''} The last bytes before it were ${JSON.stringify(rest)}.` };
  }
}
