import type { TrafficRow } from '#shared/exchange.ts';

/** Marks shown on the line of one row, and how far apart they are at least, microseconds. */
const TICKS = 64;
const TICK_US = 10_000;

/** Marks a moment on the line of a row, the newest 64. False when it is one with the mark before it. */
export function addTick(row: TrafficRow, m: number): boolean {
  const ticks = row.ticks ?? [];
  if (m - (ticks.at(-1) ?? Number.NEGATIVE_INFINITY) < TICK_US) return false;
  // A new list: a reader may still hold the last one.
  row.ticks = ticks.length < TICKS ? [...ticks, m] : [...ticks.slice(1), m];
  return true;
}
