/** How often a crashed page is reloaded: `max` times in `windowMs`, then no more. */
export function createReloadGuard(max: number, windowMs: number, now: () => number): () => boolean {
  let times: number[] = [];
  return () => {
    const at = now();
    times = times.filter((time) => at - time < windowMs);
    if (times.length >= max) return false;
    times.push(at);
    return true;
  };
}
