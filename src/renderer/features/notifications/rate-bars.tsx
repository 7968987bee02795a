import { useState } from 'react';
import type { LogRates } from '#shared/traffic.ts';
import { cx } from '../../ui/cx.ts';
import { formatTime, plural } from '../../ui/format.ts';

export interface RateBar {
  /** Wall clock at its beginning, milliseconds. */
  readonly at: number;
  readonly total: number;
  readonly warnings: number;
  readonly errors: number;
}

const ERRORS: ReadonlySet<string> = new Set(['error', 'critical', 'alert', 'emergency']);

/** One bar a stretch, of those kinds of notifications that are shown. */
export function rateBars(rates: LogRates, shown: (kind: string) => boolean): RateBar[] {
  const kinds = Object.entries(rates.levels).filter(([kind]) => shown(kind));
  const count = kinds[0]?.[1].length ?? 0;
  return Array.from({ length: count }, (_, n) => {
    const bar = { at: rates.until - (count - n) * rates.everyMs, total: 0, warnings: 0, errors: 0 };
    for (const [kind, counts] of kinds) {
      const here = counts[n] ?? 0;
      bar.total += here;
      if (kind === 'warning') bar.warnings += here;
      if (ERRORS.has(kind)) bar.errors += here;
    }
    return bar;
  });
}

function partWords({ warnings, errors }: Pick<RateBar, 'warnings' | 'errors'>): string {
  const parts = [warnings > 0 && plural(warnings, 'warning'), errors > 0 && plural(errors, 'error')].filter(Boolean);
  return parts.length > 0 ? `, ${parts.join(', ')}` : '';
}

/** The whole figure in words. */
export function ratesInWords(bars: readonly RateBar[]): string {
  const sum = { total: 0, warnings: 0, errors: 0 };
  let most: RateBar | undefined;
  for (const bar of bars) {
    sum.total += bar.total;
    sum.warnings += bar.warnings;
    sum.errors += bar.errors;
    if (bar.total > (most?.total ?? 0)) most = bar;
  }
  if (!most) return `No notifications in the last ${bars.length} seconds`;
  const peak = `at most ${most.total.toLocaleString('en-US')} in one second, at ${formatTime(most.at).slice(0, 8)}`;
  return `${plural(sum.total, 'notification')} in the last ${bars.length} seconds${partWords(sum)}, ${peak}`;
}

function colourOf(bar: RateBar): string {
  if (bar.errors > 0) return 'b-err';
  return bar.warnings > 0 ? 'b-waits' : 'b-ntf';
}

/** A bar for each second; the words of the figure are its name, those of one bar are shown under the pointer. */
export function RateBars({ bars }: { readonly bars: readonly RateBar[] }) {
  const [under, setUnder] = useState<number>();
  const most = Math.max(1, ...bars.map(({ total }) => total));
  const bar = under === undefined ? undefined : bars[under];
  return (
    <div className="rates">
      <div
        className="rate-bars"
        role="img"
        aria-label={ratesInWords(bars)}
        onPointerMove={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect();
          setUnder(width > 0 ? Math.floor(((event.clientX - left) / width) * bars.length) : undefined);
        }}
        onPointerLeave={() => setUnder(undefined)}
      >
        {bars.map((each, place) => (
          <i
            key={each.at}
            className={cx(colourOf(each), place === under && 'under', each.total === 0 && 'none')}
            style={{ height: each.total === 0 ? 1 : `${Math.max(8, (each.total / most) * 100)}%` }}
          />
        ))}
      </div>
      {bar && (
        <span className="rate-value tn" aria-hidden="true">
          {formatTime(bar.at).slice(0, 8)} {plural(bar.total, 'notification')}
          {partWords(bar)}
        </span>
      )}
    </div>
  );
}
