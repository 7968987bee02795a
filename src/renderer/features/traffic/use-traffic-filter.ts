import { useCallback, useEffect, useMemo, useState } from 'react';
import { type LogFilter, SortKey, type TrafficRow } from '#shared/exchange.ts';
import { useKeptState } from '../../parts/use-kept-state.ts';
import { useViewFilter } from '../../parts/use-view-filter.ts';
import type { TableSort } from '../../ui/table-head.tsx';
import { type KindChoice, trafficFilter } from './traffic-filter.ts';
import type { Range } from './traffic-range.ts';

/** What the Traffic table shows, and in which order. */
export interface TrafficChoice {
  readonly kind: KindChoice;
  readonly text: string;
  /** Undefined: the whole session. */
  readonly range: Range | undefined;
  readonly sort: TableSort | undefined;
  /** What leaves rows out; undefined when every row is wanted. */
  readonly narrowing: LogFilter | undefined;
  /** The whole of what the host is asked for. */
  readonly filter: LogFilter;
  readonly setKind: (kind: KindChoice) => void;
  readonly setText: (text: string) => void;
  readonly setRange: (range: Range | undefined) => void;
  readonly setSort: (sort: TableSort | undefined) => void;
  readonly fold: (row: Pick<TrafficRow, 'row'>, open: boolean) => void;
  readonly clear: () => void;
}

/** The table follows the range once it rested, so that a turn of the wheel is not twenty questions to the host. */
const REST_MS = 150;
/** Rows opened or closed by hand that are remembered; the contract takes 10,000. */
const MOST_FOLDS = 1000;

function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

interface Folds {
  readonly opened: number[];
  readonly closed: number[];
}
const NO_FOLDS: Folds = { opened: [], closed: [] };

const withRow = (rows: readonly number[], row: number) =>
  [...rows.filter((each) => each !== row), row].slice(-MOST_FOLDS);

/** Filter, range, order and folded rows of the Traffic table. */
export function useTrafficFilter(sessionId: string): TrafficChoice {
  const left = `${sessionId}/traffic`;
  const [kind, setKind] = useKeptState<KindChoice>(`${left}/kind`, 'all');
  const [text, setText] = useViewFilter(sessionId, 'traffic');
  const [range, setRange] = useKeptState<Range | undefined>(`${left}/range`, undefined);
  const [sort, setSort] = useKeptState<TableSort | undefined>(`${left}/sort`, undefined);
  const [folds, setFolds] = useKeptState<Folds>(`${left}/folds`, NO_FOLDS);
  const rested = useRested(range);
  const narrowing = useMemo(() => trafficFilter(kind, text, rested), [kind, text, rested]);
  const filter = useMemo((): LogFilter => {
    const by = SortKey.safeParse(sort?.by).data;
    return { ...narrowing, ...(by && sort ? { sort: { by, desc: sort.desc } } : {}), tree: folds };
  }, [narrowing, sort, folds]);
  const fold = useCallback(
    ({ row }: Pick<TrafficRow, 'row'>, open: boolean) => {
      setFolds(({ opened, closed }) => {
        const [to, from] = open ? [opened, closed] : [closed, opened];
        const [more, less] = [withRow(to, row), from.filter((each) => each !== row)];
        return open ? { opened: more, closed: less } : { opened: less, closed: more };
      });
    },
    [setFolds],
  );
  const clear = useCallback(() => {
    setKind('all');
    setText('');
    setRange(undefined);
  }, [setText, setKind, setRange]);
  return { kind, text, range, sort, narrowing, filter, setKind, setText, setRange, setSort, fold, clear };
}
