import type { Clock } from '#core/ports.ts';

/** The clock of this process: wall time from the system, monotonic time from the high-resolution timer. */
export function systemClock(): Clock {
  return {
    wall: () => Math.round((performance.timeOrigin + performance.now()) * 1000),
    mono: () => Math.round(performance.now() * 1000),
    after: (ms, fn) => {
      const timer = setTimeout(fn, ms);
      return () => clearTimeout(timer);
    },
  };
}
