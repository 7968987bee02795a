import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { LogFilter, LogView } from '#shared/exchange.ts';
import { LogBuffer, type LogRow } from '../store/log.ts';
import { useWirebench } from '../store/wirebench.tsx';
import { useKeptState } from './use-kept-state.ts';

export interface SteadyLog<R extends LogRow> {
  readonly buffer: LogBuffer<R>;
  /** Tell which rows are in view: a new filter is shown when those can be drawn. */
  readonly onRange: (first: number, last: number) => void;
}

export interface SteadyLogOptions {
  readonly sessionId: string;
  readonly view: LogView;
  readonly filter: LogFilter | undefined;
  /** Nothing changes until it is false again. */
  readonly paused: boolean;
}

/** Rows that stand still, and the filter they were let through by. */
interface HeldRows<R extends LogRow> {
  readonly rows: LogBuffer<R>;
  readonly filterText: string;
}

/** Whether a view that was just opened can be drawn without holes. Asks for the rows that are missing. */
function isReady<R extends LogRow>(buffer: LogBuffer<R>, { first, last }: { first: number; last: number }): boolean {
  if (buffer.version === 0) return false;
  if (buffer.problem !== undefined || buffer.count === 0) return true;
  const end = Math.min(last, buffer.count - 1);
  const start = Math.max(0, Math.min(first, buffer.count - 1 - (last - first)));
  const loaded = [start, end].map((index) => buffer.getRow(index) !== undefined);
  return loaded.every(Boolean);
}

/** Rows of a log view. Where the filter changes, the old rows stay until the new ones have come, so that nothing flickers. */
export function useSteadyLog<R extends LogRow>({ sessionId, view, filter, paused }: SteadyLogOptions): SteadyLog<R> {
  const { link } = useWirebench();
  const [resumed, setResumed] = useState(0);
  const [was, setWas] = useState(paused);
  if (was !== paused) {
    setWas(paused);
    // What came while it was paused is read anew.
    if (!paused) setResumed(resumed + 1);
  }
  const filterText = filter ? JSON.stringify(filter) : '';
  const [held, setHeld] = useKeptState<HeldRows<R> | undefined>(`${sessionId}/${view}/held`, undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a pause the view is opened anew
  const wanted = useMemo(() => {
    if (paused && held?.filterText === filterText) return held.rows;
    const parsed = filterText ? (JSON.parse(filterText) as LogFilter) : undefined; // written by this hook
    return new LogBuffer<R>(link, { sessionId, view, filter: parsed });
  }, [link, sessionId, view, filterText, resumed]);
  useSyncExternalStore(wanted.subscribe, wanted.getVersion);
  const [shown, setShown] = useState(wanted);
  const range = useRef({ first: 0, last: 0 });
  const ready = shown === wanted || isReady(wanted, range.current);
  if (ready && shown !== wanted) setShown(wanted);
  useEffect(() => {
    if (!paused) setHeld(undefined);
    else if (ready && wanted.version > 0) {
      wanted.hold();
      setHeld({ rows: wanted, filterText });
    }
  }, [paused, ready, wanted, filterText, setHeld]);
  const onRange = useCallback((first: number, last: number) => {
    range.current = { first, last };
  }, []);
  return { buffer: ready ? wanted : shown, onRange };
}
