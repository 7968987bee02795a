import { secondWords } from './second-words.ts';

/** A limit as it would be typed, in seconds; 0 is none. Takes milliseconds. */
export function secondsOf(ms: number): string {
  return ms === 0 ? 'none' : String(ms / 1000);
}

/** `Timeout 60 s`, `Timeout 60 s, 90 s in all`, `No time limit`. Takes milliseconds; 0 is no limit. */
export function timeoutWords(requestMs: number, totalMs: number | undefined): string {
  const total = totalMs === undefined || totalMs === 0 ? '' : `${secondWords(totalMs)} in all`;
  if (requestMs === 0) return total === '' ? 'No time limit' : `Timeout ${total}`;
  return `Timeout ${secondWords(requestMs)}${total === '' ? '' : `, ${total}`}`;
}
