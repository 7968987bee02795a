import { useMemo, useState } from 'react';
import type { TrafficRow } from '#shared/exchange.ts';
import type { LogBuffer } from '../../store/log.ts';
import type { RowSource } from '../../ui/virtual-list-props.ts';

export interface HeldRows {
  readonly rows: RowSource<TrafficRow>;
  readonly paused: boolean;
  /** Rows that came since it was paused. */
  readonly missed: number;
  readonly toggle: () => void;
}

/** The rows of a log; while paused only those that were there then. Another filter shows what there is for it, and goes on. */
export function useHeldRows(buffer: LogBuffer<TrafficRow>, version: number): HeldRows {
  const [held, setHeld] = useState<{ of: LogBuffer<TrafficRow>; count: number }>();
  const count = held?.of === buffer ? held.count : undefined;
  const rows = useMemo(
    () => ({ count: Math.min(count ?? buffer.count, buffer.count), version, getRow: buffer.getRow }),
    [buffer, version, count],
  );
  return {
    rows,
    paused: count !== undefined,
    missed: Math.max(0, buffer.count - (count ?? buffer.count)),
    toggle: () => setHeld(count === undefined ? { of: buffer, count: buffer.count } : undefined),
  };
}
