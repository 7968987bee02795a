/** A time limit as people say it: `60 s`, `4 min`. Takes milliseconds. */
export function secondWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return seconds <= 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
