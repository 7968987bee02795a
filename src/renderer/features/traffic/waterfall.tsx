import type { TrafficRow } from '#shared/exchange.ts';
import { type AxisEnd, barsOf, barText } from './time-axis.ts';

/** C12. When a row began and how long it took, as bars on the session's time axis. */
export function Waterfall({ row, end }: { readonly row: TrafficRow; readonly end: AxisEnd }) {
  return (
    <span className="wf grow" role="img" aria-label={barText(row)}>
      {barsOf(row, end).map((bar) => (
        <i
          key={`${bar.className}${bar.left}`}
          className={bar.className}
          style={{
            left: `min(${bar.left}%, 100% - 2px)`,
            width: bar.className.includes('tick') ? undefined : `${bar.width}%`,
          }}
        />
      ))}
    </span>
  );
}
