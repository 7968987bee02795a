import { useState } from 'react';
import type { TrafficRow } from '#shared/exchange.ts';
import type { RowSource } from '../../ui/virtual-list-props.ts';
import { type AxisEnd, roundAxis, rowEnd } from './time-axis.ts';

const LOOK_BACK = 100;

/** The end of the time axis: after everything the newest rows show, in round steps, and never going back. */
export function useAxisEnd(rows: RowSource<TrafficRow>, key: string): AxisEnd {
  const [known, setKnown] = useState({ key, version: -1, end: roundAxis(0) });
  if (known.key === key && known.version === rows.version) return known.end;
  let latest = known.key === key ? known.end : 0;
  for (let index = Math.max(0, rows.count - LOOK_BACK); index < rows.count; index += 1) {
    const row = rows.getRow(index);
    if (row) latest = Math.max(latest, rowEnd(row));
  }
  const end = roundAxis(latest);
  setKnown({ key, version: rows.version, end });
  return end;
}
