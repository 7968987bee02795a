import { useState } from 'react';
import type { TrafficRow } from '#shared/exchange.ts';
import type { RowSource } from '../../ui/virtual-list-props.ts';
import { roundAxis, rowEnd } from './time-axis.ts';

const LOOK_BACK = 100;

/**
 * The end of the session's axis: after everything the newest rows show and after `known`, in round steps, and never
 * going back. Microseconds.
 */
export function useAxisEnd(rows: RowSource<TrafficRow>, key: string, known: number): number {
  const [seen, setSeen] = useState({ key, version: -1, known: 0, end: roundAxis(0) });
  if (seen.key === key && seen.version === rows.version && seen.known === known) return seen.end;
  let latest = Math.max(known, seen.key === key ? seen.end : 0);
  for (let index = Math.max(0, rows.count - LOOK_BACK); index < rows.count; index += 1) {
    const row = rows.getRow(index);
    if (row) latest = Math.max(latest, rowEnd(row));
  }
  const end = roundAxis(latest);
  setSeen({ key, version: rows.version, known, end });
  return end;
}
