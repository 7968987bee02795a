import type { TrafficRow } from '#shared/exchange.ts';
import { type Axis, barsOf, barText } from './time-axis.ts';

/** Ticks and the moment of sending have a width of their own. */
const POINT = /tick|sent/;

/** C12. When a row began and how long it took, as bars on the time axis. */
export function Waterfall({ row, axis }: { readonly row: TrafficRow; readonly axis: Axis }) {
  return (
    <span className="wf grow" role="img" aria-label={barText(row)}>
      {barsOf(row, axis).map((bar) => (
        <i
          key={`${bar.className}${bar.left}`}
          className={bar.className}
          style={{
            left: `min(${bar.left}%, 100% - 2px)`,
            width: POINT.test(bar.className) ? undefined : `${bar.width}%`,
          }}
        />
      ))}
    </span>
  );
}
