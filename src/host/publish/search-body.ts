import type { BodyHit } from '#shared/traffic.ts';
import type { WireLogReader } from '../store/log-files.ts';
import { searchNeedle } from '../store/record-text.ts';
import { lostRecord } from './lost-record.ts';
import { wholeStart } from './whole-characters.ts';

export interface BodySearch {
  readonly seq: number;
  readonly text: string;
  /** Bytes from the start of the payload. */
  readonly from: number;
  readonly limit: number;
}

const PIECE = 1024 * 1024;
/** Bytes looked through in one call. */
const AT_ONCE = 64 * PIECE;
const CONTEXT = 80;
/** Longest way one byte of the text can be written: `\u0041`. */
const ESCAPED = 6;

/** The text in the ways that JSON may write it: as it is, with its quotes escaped, and in ASCII only. */
function needlesOf(text: string): string[] {
  const escaped = searchNeedle(text);
  const ascii = escaped.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [...new Set([text.toLowerCase(), escaped, ascii])];
}

interface Place {
  at: number;
  length: number;
}

/** Places of any needle, in order; of two that begin at one place the longest. Each needle is looked for once per place. */
function* placesIn(lower: string, needles: readonly string[]): Generator<Place> {
  const next = needles.map((needle) => lower.indexOf(needle));
  for (;;) {
    let found: Place | undefined;
    for (const [index, needle] of needles.entries()) {
      const at = next[index] ?? -1;
      if (at < 0 || (found && at > found.at)) continue;
      if (!found || at < found.at || needle.length > found.length) found = { at, length: needle.length };
    }
    if (!found) return;
    yield found;
    const stop = found.at + found.length;
    for (const [index, needle] of needles.entries()) {
      const at = next[index] ?? -1;
      if (at >= 0 && at < stop) next[index] = lower.indexOf(needle, stop);
    }
  }
}

/** Places of a text in one payload, read piece by piece. `next` is where to go on; absent at the end. */
export async function searchBody(
  log: WireLogReader,
  { seq, text, from, limit }: BodySearch,
): Promise<{ hits: BodyHit[]; next?: number }> {
  const needles = needlesOf(text);
  const overlap = ESCAPED * Buffer.byteLength(text) + CONTEXT;
  const hits: BodyHit[] = [];
  let start = from;
  for (;;) {
    const part = await log.payload(seq, start, PIECE + overlap);
    if (!part) throw lostRecord(log, seq);
    const { bytes, skipped } = wholeStart(part.bytes);
    const piece = bytes.toString('utf8');
    const lower = piece.toLowerCase();
    // A few letters are longer in lower case: places are then those of the lower text.
    const shown = lower.length === piece.length ? piece : lower;
    const last = start + PIECE >= part.total;
    // What begins in the overlap is found by the next piece.
    const end = last ? Number.POSITIVE_INFINITY : PIECE;
    let bytesTo = start + skipped;
    let countedTo = 0;
    for (const hit of placesIn(lower, needles)) {
      bytesTo += Buffer.byteLength(shown.slice(countedTo, hit.at));
      countedTo = hit.at;
      if (bytesTo - start >= end) break;
      if (hits.length >= limit) return { hits, next: bytesTo };
      const stop = hit.at + hit.length;
      hits.push({
        at: bytesTo,
        before: shown.slice(Math.max(0, hit.at - CONTEXT), hit.at),
        match: shown.slice(hit.at, stop),
        after: shown.slice(stop, stop + CONTEXT),
      });
    }
    if (last) return { hits };
    start += PIECE;
    if (start - from >= AT_ONCE) return { hits, next: start };
  }
}
