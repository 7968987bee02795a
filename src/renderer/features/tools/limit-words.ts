import type { Timeouts } from '#shared/config.ts';
import { secondWords } from '../../parts/second-words.ts';

/** What a call may take in all where nobody set it; the host counts alike. */
const TOTAL_FACTOR = 60;

/** Milliseconds a call may take in all; 0 is no limit. */
export function totalOf({ requestMs, totalMs }: Timeouts): number {
  return totalMs ?? requestMs * TOTAL_FACTOR;
}

/** `60 s`, `none`. Takes milliseconds. */
export function limitWords(ms: number): string {
  return ms === 0 ? 'none' : secondWords(ms);
}

/** `Timeout 60 s`, `Timeout 60 s, 2 min in all`, `No time limit`. */
export function timeoutWords(requestMs: number, totalMs: number | undefined): string {
  const total = totalMs === undefined || totalMs === 0 ? '' : `${secondWords(totalMs)} in all`;
  if (requestMs === 0) return total === '' ? 'No time limit' : `Timeout ${total}`;
  return `Timeout ${secondWords(requestMs)}${total === '' ? '' : `, ${total}`}`;
}
