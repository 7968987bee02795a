import { axisText } from './time-axis.ts';

/** A part of a session by its clock, microseconds. Without `to` it goes on with the session. */
export interface Range {
  readonly from: number;
  readonly to?: number | undefined;
}

export type RangeEnd = 'from' | 'to';

/** The narrowest range that a handle, the wheel or a brush leads to. */
const NARROWEST_US = 1000;
/** Later than any session lasts, microseconds. */
const NEVER = 1e15;

/** A range inside a session of this length; undefined when it is the whole of it. */
export function rangeOf(from: number, to: number, end: number): Range | undefined {
  const start = Math.min(Math.max(0, from), Math.max(0, end - NARROWEST_US));
  const stop = Math.max(to, start + NARROWEST_US);
  if (stop < end) return { from: start, to: stop };
  return start > 0 ? { from: start } : undefined;
}

/** Moves one end of a range. */
export function moveEnd(range: Range | undefined, which: RangeEnd, at: number, end: number): Range | undefined {
  const { from = 0, to = end } = range ?? {};
  if (which === 'from') return rangeOf(Math.min(at, to - NARROWEST_US), to, end);
  return rangeOf(from, Math.max(at, from + NARROWEST_US), end);
}

/** Makes a range `factor` times as long around a moment that stays in its place. */
export function zoomRange(range: Range | undefined, at: number, factor: number, end: number): Range | undefined {
  const { from = 0, to = end } = range ?? {};
  const length = Math.max(NARROWEST_US, (to - from) * factor);
  const share = to > from ? Math.min(1, Math.max(0, (at - from) / (to - from))) : 0.5;
  const start = Math.max(0, at - share * length);
  return rangeOf(start, start + length, end);
}

/** What the host filters by. */
export function betweenOf(range: Range | undefined): { from: number; to: number } | undefined {
  return range && { from: range.from, to: range.to ?? NEVER };
}

/** A range in words. */
export function rangeText(range: Range | undefined, end: number): string {
  if (!range) return 'The whole range is shown.';
  return `${axisText(Math.round(range.from))} to ${axisText(Math.round(range.to ?? end))} is shown.`;
}
