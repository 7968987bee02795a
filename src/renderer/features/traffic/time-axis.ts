import type { TrafficRow } from '#shared/exchange.ts';
import { formatDuration } from '../../ui/format.ts';
import { isFailed, isOpen } from './row-facts.ts';

/** The stretch of a session that the waterfall shows, microseconds of the session's clock. */
export interface Axis {
  readonly from: number;
  readonly to: number;
}

const FIRST_END = 1_000_000;
/** Steps of the end of the axis in each power of ten: at most a twentieth of it lies behind the last row. */
const STEPS = 20;
const TICK_STEPS = [1, 2, 5, 10];
/** Steps of more than ten seconds follow the clock, microseconds. */
const CLOCK_STEPS = [15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200].map(
  (s) => s * 1_000_000,
);
const DAY = 86_400_000_000;
/** Labels on an axis are at most this many. */
const MOST_TICKS = 8;
const MINUTE = 60_000_000;
const HOUR = 60 * MINUTE;
/** A bar from this share of the axis on shows the moment of sending, percent. */
const SENDING_FROM = 3;

/** The next step at or above a time, so that the axis does not change with each row and nearly none of it is empty. */
export function roundAxis(us: number): number {
  if (us <= FIRST_END) return FIRST_END;
  const step = 10 ** Math.floor(Math.log10(us)) / STEPS;
  return Math.ceil(us / step) * step;
}

/** A place on the axis in words, whole where it can be: `200 ms`, `5 s`, `1.5 s`, `2 min`, `3 h`. */
export function axisText(us: number): string {
  if (us === 0) return '0 s';
  if (us % HOUR === 0) return `${us / HOUR} h`;
  if (us % MINUTE === 0 && us < HOUR) return `${us / MINUTE} min`;
  if (us < MINUTE && us % 1_000_000 === 0) return `${us / 1_000_000} s`;
  return formatDuration(us / 1000);
}

/** The next step at or above this one that makes round labels. */
function tickStep(least: number): number {
  const unit = 10 ** Math.floor(Math.log10(least));
  const step = unit * (TICK_STEPS.find((each) => each * unit >= least) ?? 10);
  if (step <= 10_000_000) return step;
  return CLOCK_STEPS.find((each) => each >= least) ?? Math.ceil(least / DAY) * DAY;
}

/** Places between the ends of the axis that carry a label. */
export function axisTicks({ from, to }: Axis): number[] {
  const step = tickStep((to - from) / MOST_TICKS);
  const ticks: number[] = [];
  for (let at = Math.floor(from / step + 1) * step; at < to; at += step) ticks.push(at);
  return ticks;
}

/** Where a time lies on the axis, in percent, never beyond its ends. */
export function percentOf(us: number, { from, to }: Axis): number {
  return Math.min(100, Math.max(0, ((us - from) / (to - from)) * 100));
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

type Stretch = readonly [className: string, from: number, to: number];

/** The phases of a row that took time: sending, at work, waiting for a person, at work again. */
function phases(row: TrafficRow): Stretch[] {
  const { m, tookUs = 0, waitedUs = 0, firstUs = 0 } = row;
  const sent = m + Math.min(sendingOf(row), tookUs);
  const sending: Stretch[] = sent > m ? [['b-req', m, sent]] : [];
  if (waitedUs === 0) return [...sending, [colour(row), sent, m + tookUs]];
  // The first answer is the question: the server was at work until then.
  const asked = Math.max(sent, m + Math.min(firstUs, tookUs));
  const before: Stretch[] = asked > sent ? [['b-res', sent, asked]] : [];
  return [...sending, ...before, ['b-wait', asked, asked + waitedUs], [colour(row), asked + waitedUs, rowEnd(row)]];
}

/** How long our own request took to be sent, microseconds. */
function sendingOf(row: TrafficRow): number {
  return row.kind === 'call' && row.dir === 'out' ? (row.sentUs ?? 0) : 0;
}

function stretches(row: TrafficRow, axis: Axis): Stretch[] {
  const mark = row.group === 'same' ? 'b-res tick' : 'b-ntf tick';
  const ticks = (row.ticks ?? []).map((at): Stretch => [mark, at, at]);
  if (row.kind === 'notice' || row.kind === 'noise') {
    return ticks.length > 0 ? ticks : [[row.kind === 'noise' ? 'b-waits tick' : 'b-ntf tick', row.m, row.m]];
  }
  if (row.tookUs === undefined) {
    const end = isOpen(row) ? Math.max(row.m, axis.to) : rowEnd(row);
    const sent = Math.min(end, row.m + sendingOf(row));
    const sending: Stretch[] = sent > row.m ? [['b-req', row.m, sent]] : [];
    return [[row.kind === 'ask' ? 'b-wait' : 'b-req thin', row.m, end], ...sending, ...ticks];
  }
  if (row.kind === 'stream') {
    // Its end alone is the failure.
    const failed: Stretch[] = isFailed(row) ? [['b-err tick', rowEnd(row), rowEnd(row)]] : [];
    return [['b-req thin', row.m, rowEnd(row)], ...ticks, ...failed];
  }
  const asked: Stretch[] =
    row.group === 'rounds' && row.status === 'input_required'
      ? [['b-wait', rowEnd(row), Math.max(rowEnd(row), axis.to)]]
      : [];
  return [...phases(row), ...asked, ...ticks];
}

/** The bars of a row on an axis: what lies outside of it is left out. */
export function barsOf(row: TrafficRow, axis: Axis): Bar[] {
  const bars = stretches(row, axis)
    .filter(([, from, to]) => from <= axis.to && to >= axis.from)
    .map(([className, from, to]): Bar => {
      const left = percentOf(from, axis);
      return { className, left, width: percentOf(to, axis) - left };
    });
  const isSent = row.kind === 'call' && row.dir === 'out' && row.m >= axis.from;
  // Sending that took next to nothing is a mark at the start of a bar that is long enough to carry it.
  const [first] = bars;
  if (!isSent || first?.className !== 'b-res' || first.width < SENDING_FROM) return bars;
  return [...bars, { className: 'b-req sent', left: first.left, width: 0 }];
}

function tickWords({ group, members = 0, ticks }: TrafficRow): string {
  if (group === 'same') return `, ${members + 1} alike`;
  return ticks && ticks.length > 1 ? `, ${ticks.length} notifications` : '';
}

/** The waterfall cell in words. */
export function barText(row: TrafficRow): string {
  const start = `starts at ${formatDuration(row.m / 1000)}`;
  const ticks = tickWords(row);
  if (row.kind === 'notice' || row.kind === 'noise') return `${start}${ticks}`;
  const waited = row.waitedUs ?? 0;
  if (row.tookUs === undefined && row.kind === 'ask' && waited > 0)
    return `${start}, waits ${formatDuration(waited / 1000)} for an answer${ticks}`;
  if (row.tookUs === undefined) return isOpen(row) ? `${start}, still open${ticks}` : `${start}${ticks}`;
  const took = `${start}, takes ${formatDuration((row.tookUs + waited) / 1000)}`;
  const sending = sendingOf(row);
  const parts = [
    ...(sending > 0 ? [`${formatDuration(sending / 1000)} sending`] : []),
    ...(waited > 0 ? [`${formatDuration(waited / 1000)} waiting for an answer`] : []),
  ];
  return parts.length > 0 ? `${took}, of that ${parts.join(' and ')}${ticks}` : `${took}${ticks}`;
}
