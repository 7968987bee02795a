import type { TrafficRow } from '#shared/exchange.ts';
import type { LogRates } from '#shared/traffic.ts';

/** Seconds that are kept. */
const KEPT = 3600;
const LEVELS = new Set(['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']);

/** How many came in each second of the last hour. */
class Seconds {
  total = 0;
  readonly #counts = new Uint32Array(KEPT);
  #newest = 0;

  add(second: number): void {
    this.total += 1;
    if (second > this.#newest) {
      const gone = Math.min(KEPT, second - this.#newest);
      for (let n = 1; n <= gone; n += 1) this.#counts[(second - gone + n) % KEPT] = 0;
      this.#newest = second;
    }
    // A clock that was set back still counts into its own seconds, as far as they are kept.
    if (second <= this.#newest - KEPT) return;
    const slot = second % KEPT;
    this.#counts[slot] = (this.#counts[slot] ?? 0) + 1;
  }

  /** Those of `length` seconds from `from` on. */
  sum(from: number, length: number): number {
    let sum = 0;
    for (let second = from; second < from + length; second += 1) {
      if (second >= 0 && second <= this.#newest && second > this.#newest - KEPT)
        sum += this.#counts[second % KEPT] ?? 0;
    }
    return sum;
  }
}

/** What a notification is counted as: its level, else what sort it is. Levels nobody knows are `other`. */
function countedAs(row: TrafficRow): string {
  if (row.method === 'notifications/progress') return 'progress';
  if (row.method !== 'notifications/message') return 'event';
  return row.level !== undefined && LEVELS.has(row.level) ? row.level : 'other';
}

export interface RateQuery {
  /** Wall clock at the end, milliseconds. */
  readonly until: number;
  /** Length of a stretch, milliseconds, whole seconds. */
  readonly everyMs: number;
  readonly count: number;
}

/** Counts rows of one view over time, by level. A count costs an addition; memory does not grow with the log. */
export class RateCounts {
  readonly #levels = new Map<string, Seconds>();

  /** `t`: wall clock, microseconds. */
  add(level: string, t: number): void {
    let seconds = this.#levels.get(level);
    if (!seconds) {
      seconds = new Seconds();
      this.#levels.set(level, seconds);
    }
    seconds.add(Math.floor(t / 1_000_000));
  }

  addNotice(row: TrafficRow): void {
    this.add(countedAs(row), row.t);
  }

  rates({ until, everyMs, count }: RateQuery): LogRates {
    const every = Math.max(1, Math.round(everyMs / 1000));
    const end = Math.ceil(until / (every * 1000)) * every;
    const levels: LogRates['levels'] = {};
    const totals: LogRates['totals'] = {};
    for (const [level, seconds] of this.#levels) {
      levels[level] = Array.from({ length: count }, (_, n) => seconds.sum(end - (count - n) * every, every));
      totals[level] = seconds.total;
    }
    return { until: end * 1000, everyMs: every * 1000, levels, totals };
  }
}
