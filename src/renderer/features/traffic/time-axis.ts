import type { TrafficRow } from '#shared/exchange.ts';
import { formatDuration } from '../../ui/format.ts';
import { isFailed, isOpen } from './row-facts.ts';

/** Microseconds since the session began: the waterfall goes from its start to here. */
export type AxisEnd = number;

const FIRST_END = 1_000_000;
const STEPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** The next round number at or above a time, so that the axis does not change with each row. */
export function roundAxis(us: number): AxisEnd {
  if (us <= FIRST_END) return FIRST_END;
  const unit = 10 ** Math.floor(Math.log10(us));
  return (STEPS.find((step) => step * unit >= us) ?? 10) * unit;
}

/** When a row ended on the session's clock; an open one has only begun. */
export function rowEnd(row: TrafficRow): number {
  return row.m + (row.tookUs ?? 0) + (row.waitedUs ?? 0);
}

export interface Bar {
  /** Class of the bar: colour, and shape for thin lines and ticks. */
  readonly className: string;
  /** Percent of the axis. */
  readonly left: number;
  readonly width: number;
}

function colour(row: TrafficRow): string {
  if (isFailed(row)) return 'b-err';
  if (row.kind === 'auth') return 'b-auth';
  if (row.kind === 'ask') return 'b-wait';
  return row.kind === 'call' ? 'b-res' : 'b-req';
}

/** The bars of a row on an axis that starts with the session. */
export function barsOf(row: TrafficRow, end: AxisEnd): Bar[] {
  const percent = (us: number) => Math.min(100, Math.max(0, (us / end) * 100));
  const bar = (className: string, from: number, to: number): Bar => ({
    className,
    left: percent(from),
    width: percent(to) - percent(from),
  });
  if (row.kind === 'notice' || row.kind === 'noise') {
    return [bar(row.kind === 'noise' ? 'b-waits tick' : 'b-ntf tick', row.m, row.m)];
  }
  if (row.tookUs === undefined) {
    return [bar(row.kind === 'ask' ? 'b-wait' : 'b-req thin', row.m, isOpen(row) ? end : row.m)];
  }
  if (row.kind === 'stream') return [bar('b-req thin', row.m, rowEnd(row))];
  const waited = row.waitedUs ?? 0;
  const bars = waited > 0 ? [bar('b-wait', row.m, row.m + waited)] : [];
  return [...bars, bar(colour(row), row.m + waited, rowEnd(row))];
}

/** The waterfall cell in words. */
export function barText(row: TrafficRow): string {
  const start = `starts at ${formatDuration(row.m / 1000)}`;
  if (row.kind === 'notice' || row.kind === 'noise') return start;
  if (row.tookUs === undefined) return isOpen(row) ? `${start}, still open` : start;
  const waited = row.waitedUs ?? 0;
  const took = `${start}, takes ${formatDuration((row.tookUs + waited) / 1000)}`;
  return waited > 0 ? `${took}, of that ${formatDuration(waited / 1000)} waiting for you` : took;
}
