import { useState } from 'react';
import type { LineRow, LogFilter } from '#shared/exchange.ts';
import { useKeptState } from '../../parts/use-kept-state.ts';
import { useAwaitedRow } from '../../ui/use-awaited-row.ts';
import { type ChoiceRows, type ChosenRow, rowNear } from './row-place.ts';
import { useSoughtRow } from './use-sought-row.ts';

export interface LineChoice {
  /** The chosen line; stays when a filter hides it. */
  readonly row: LineRow | undefined;
  /** Its place in the view; undefined when the view does not show it. */
  readonly index: number | undefined;
  readonly pick: (index: number) => void;
  readonly drop: () => void;
}

const NO_ROWS: ChoiceRows<LineRow> = { count: 0, version: 0, getRow: () => undefined, placeOf: () => undefined };

/** The chosen line of the Wire view. Where lines are let through otherwise than before, the host is asked where it is. */
export function useLineChoice(rows: ChoiceRows<LineRow>, sessionId: string, filter: LogFilter | undefined): LineChoice {
  const [kept, keep] = useKeptState<LineRow | undefined>(`${sessionId}/wire/chosen`, undefined);
  // Without a filter a line's place is its number.
  const [last, setLast] = useState<ChosenRow<LineRow> | undefined>(
    kept && { row: kept, index: kept.row, rows: NO_ROWS },
  );
  const wanted = last?.row.row;
  const seen = rowNear(rows, wanted, last?.index);
  const lost = !seen && last !== undefined && last.rows !== rows;
  const sought = useSoughtRow({ sessionId, view: 'wire', filter, wanted: lost ? wanted : undefined });
  const found = seen ?? rowNear(rows, wanted, sought?.place);
  if (found && (found.index !== last?.index || rows !== last.rows)) setLast({ ...found, rows });
  const { pick, forget } = useAwaitedRow(rows, rows, (row, index) => {
    setLast({ row, index, rows });
    keep(row);
  });
  return {
    row: last?.row,
    index: found?.index,
    pick,
    drop: () => {
      forget();
      setLast(undefined);
      keep(undefined);
    },
  };
}
