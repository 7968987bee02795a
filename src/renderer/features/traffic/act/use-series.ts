import { useCallback, useEffect, useRef, useState } from 'react';
import { useWirebench } from '../../../store/wirebench.tsx';
import { type OneRun, runSeries, type Series } from './many-runs.ts';

/** Results are shown at most this often, milliseconds: a thousand of them may come in a second. */
const SHOW_MS = 100;

export interface SeriesState {
  readonly runs: readonly OneRun[];
  /** How many are asked for; undefined before the first start. */
  readonly count: number | undefined;
  readonly running: boolean;
  readonly start: (series: Series) => void;
  readonly stop: () => void;
}

/** A series of the same request, stopped when the view goes. */
export function useSeries(): SeriesState {
  const wirebench = useWirebench();
  const [runs, setRuns] = useState<readonly OneRun[]>([]);
  const [count, setCount] = useState<number>();
  const [running, setRunning] = useState(false);
  const life = useRef<AbortController>(undefined);
  const stop = useCallback(() => life.current?.abort(), []);
  useEffect(() => stop, [stop]);
  const start = (series: Series) => {
    stop();
    const mine = new AbortController();
    life.current = mine;
    const found: OneRun[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      timer = undefined;
      if (life.current === mine) setRuns([...found]);
    };
    const onRun = (run: OneRun) => {
      found.push(run);
      timer ??= setTimeout(show, SHOW_MS);
    };
    setRuns([]);
    setCount(series.count);
    setRunning(true);
    void runSeries(wirebench, series, onRun, mine.signal).finally(() => {
      clearTimeout(timer);
      show();
      if (life.current === mine) setRunning(false);
    });
  };
  return { runs, count, running, start, stop };
}
