import type { Clock } from '#core/ports.ts';

/** A timer with a longer delay fires at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Asked for once: the engine works it out anew for each reader, and every record carries a time. */
const { timeOrigin } = performance;

/** The clock of this process: wall time from the system, monotonic time from the high-resolution timer. */
export function systemClock(): Clock {
  return {
    wall: () => Math.round((timeOrigin + performance.now()) * 1000),
    mono: () => Math.round(performance.now() * 1000),
    after: (ms, fn) => {
      const timer = setTimeout(fn, Math.min(ms, LONGEST_MS));
      return () => clearTimeout(timer);
    },
  };
}
