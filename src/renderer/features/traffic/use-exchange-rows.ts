import { useEffect, useMemo } from 'react';
import type { TrafficRow } from '#shared/exchange.ts';
import type { Session } from '#shared/session.ts';
import type { Overview, TrafficStats } from '#shared/traffic.ts';
import { type Paused, usePause } from '../../parts/use-pause.ts';
import { useSteadyLog } from '../../parts/use-steady-log.ts';
import type { LogBuffer } from '../../store/log.ts';
import type { Axis } from './time-axis.ts';
import { useAxisEnd } from './use-axis-end.ts';
import { type RowChoice, useRowChoice } from './use-row-choice.ts';
import { useTrafficFigures } from './use-traffic-figures.ts';
import { type TrafficChoice, useTrafficFilter } from './use-traffic-filter.ts';

export interface ExchangeRows {
  readonly pause: Paused;
  readonly filter: TrafficChoice;
  readonly buffer: LogBuffer<TrafficRow>;
  readonly choice: RowChoice;
  readonly stats: TrafficStats | undefined;
  /** What the strip above the table shows; its end in microseconds of the session's clock. */
  readonly strip: { readonly overview: Overview | undefined; readonly end: number };
  /** The stretch that the waterfall shows. */
  readonly axis: Axis;
  /** All rows of the session, and those let through. */
  readonly total: number;
  readonly rows: number;
  /** Takes which rows are in view. */
  readonly onRange: (first: number, last: number) => void;
}

/** The rows of the Traffic table with the filter, the choice and the figures that go with them. */
export function useExchangeRows(sessionId: string, live: Session['counts']): ExchangeRows {
  const pause = usePause(live, 'traffic', sessionId);
  const { counts, paused } = pause;
  const filter = useTrafficFilter(sessionId);
  const { buffer, onRange } = useSteadyLog<TrafficRow>({ sessionId, view: 'traffic', filter: filter.filter, paused });
  const { overview, stats } = useTrafficFigures({ sessionId, counts, buffer, narrowing: filter.narrowing });
  const choice = useRowChoice(buffer, sessionId, filter.filter);
  const { foldedUnder } = choice;
  const { fold } = filter;
  useEffect(() => {
    if (foldedUnder !== undefined) fold({ row: foldedUnder }, true);
  }, [foldedUnder, fold]);
  const end = useAxisEnd(buffer, sessionId, overview?.to ?? 0);
  const { from = 0, to = end } = filter.range ?? {};
  const axis = useMemo((): Axis => ({ from, to }), [from, to]);
  const total = Math.max(counts.traffic, buffer.count);
  const through = stats ? stats.rows + stats.rounds : buffer.count;
  const rows = filter.narrowing ? through : total;
  return { pause, filter, buffer, choice, stats, strip: { overview, end }, axis, total, rows, onRange };
}
