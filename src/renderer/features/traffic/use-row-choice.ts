import { useState } from 'react';
import type { LogFilter, TrafficRow } from '#shared/exchange.ts';
import type { RowAt } from '#shared/log-views.ts';
import { usePage, useWirebench } from '../../store/wirebench.tsx';
import { useAwaitedRow } from '../../ui/use-awaited-row.ts';
import { type ChoiceRows, type ChosenRow, rowNear } from './row-place.ts';
import { useSoughtRow } from './use-sought-row.ts';

export interface RowChoice {
  /** Number of the chosen row. */
  readonly number: number | undefined;
  /** Newest version of it; stays when a filter hides it. */
  readonly row: TrafficRow | undefined;
  /** Its place in the view; undefined when the view does not show it. */
  readonly index: number | undefined;
  /** Another view chose the row, and it is folded under this one. */
  readonly foldedUnder: number | undefined;
  /** A place was chosen whose row is still on its way. */
  readonly awaiting: boolean;
  readonly pick: (index: number) => void;
  /** Chooses a row that need not be loaded. */
  readonly show: (found: RowAt) => void;
  readonly drop: () => void;
}

/**
 * The chosen row of a filtered view. The page keeps its number, so that other views can choose a row too. Where it is
 * not loaded, and where rows are let through or sorted otherwise than when it was seen last, the host is asked for it.
 */
export function useRowChoice(rows: ChoiceRows<TrafficRow>, sessionId: string, filter: LogFilter): RowChoice {
  const { page } = useWirebench();
  const key = `${sessionId}/traffic`;
  const number = usePage((state) => state.selected[key]) ?? '';
  const wanted = number === '' ? undefined : Number(number);
  const [last, setLast] = useState<ChosenRow<TrafficRow>>();
  const known = last && last.row.row === wanted ? last : undefined;
  // Without folds and filters a row's place is its number; where rows left or came, it is looked for nearby.
  const seen = rowNear(rows, wanted, known?.index ?? wanted);
  const lost = !seen && known?.rows !== rows;
  const sought = useSoughtRow({ sessionId, view: 'traffic', filter, wanted: lost ? wanted : undefined });
  const found = seen ?? rowNear(rows, wanted, sought?.place);
  if (found && (found.row !== last?.row || found.index !== last.index || rows !== last.rows))
    setLast({ ...found, rows });
  const keep = (value: string) => page.getState().select(key, value);
  const take = (chosen: ChosenRow<TrafficRow> | undefined, value: string) => {
    setLast(chosen);
    keep(value);
  };
  const { awaiting, pick, forget } = useAwaitedRow(rows, rows, (row, index) =>
    take({ row, index, rows }, String(row.row)),
  );
  return {
    number: wanted,
    row: found?.row ?? known?.row ?? sought?.row,
    index: found?.index,
    foldedUnder: !known && sought && sought.place === undefined ? sought.row?.under : undefined,
    awaiting,
    pick,
    show: ({ row, place }) => {
      if (!row) return;
      forget();
      take(place === undefined ? undefined : { row, index: place, rows }, String(row.row));
    },
    drop: () => {
      forget();
      take(undefined, '');
    },
  };
}
