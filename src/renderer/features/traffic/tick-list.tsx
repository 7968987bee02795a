import type { TrafficRow } from '#shared/exchange.ts';
import { formatDuration, formatTime, plural } from '../../ui/format.ts';

/** When notifications came on a stream: its newest ones, by the clock and since the stream began. */
export function TickList({ row }: { readonly row: TrafficRow }) {
  const { ticks } = row;
  if (!ticks || ticks.length === 0) return null;
  return (
    <section aria-label="Notifications on the stream">
      <h3 className="fs12 b6">
        On the stream <span className="t3 fs11">{plural(ticks.length, 'newest notification')}</span>
      </h3>
      <ol className="th-items">
        {ticks.map((tick, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two notifications may come in the same microsecond
          <li key={place}>
            <span>{formatTime((row.t + tick - row.m) / 1000)}</span>
            <span className="at">after {formatDuration((tick - row.m) / 1000)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
