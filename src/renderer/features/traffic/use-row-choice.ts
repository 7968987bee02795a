import { useState } from 'react';
import type { LogFilter, TrafficRow } from '#shared/exchange.ts';
import { usePage, useWirebench } from '../../store/wirebench.tsx';
import type { RowSource } from '../../ui/virtual-list-props.ts';
import { useSoughtRow } from './use-sought-row.ts';

export interface ChoiceRows extends RowSource<TrafficRow> {
  /** Where a row is now, looked for around a place. */
  placeOf(row: number, near: number): number | undefined;
}

export interface RowChoice {
  /** Newest version of the chosen row; stays when a filter hides it. */
  readonly row: TrafficRow | undefined;
  /** Its place in the view; undefined when the view does not show it. */
  readonly index: number | undefined;
  /** Another view chose the row, and it is folded under this one. */
  readonly foldedUnder: number | undefined;
  readonly pick: (index: number) => void;
  readonly drop: () => void;
}

const at = (rows: ChoiceRows, wanted: number | undefined, near: number | undefined) => {
  if (wanted === undefined || near === undefined) return undefined;
  const place = rows.placeOf(wanted, near) ?? near;
  const row = place < rows.count ? rows.getRow(place) : undefined;
  return row?.row === wanted ? { row, place } : undefined;
};

/**
 * The chosen row of a filtered view. The page keeps its number, so that other views can choose a row too; where that is
 * not loaded, the host is asked for it.
 */
export function useRowChoice(rows: ChoiceRows, sessionId: string, filter: LogFilter): RowChoice {
  const { page } = useWirebench();
  const key = `${sessionId}/traffic`;
  const number = usePage((state) => state.selected[key]) ?? '';
  const wanted = number === '' ? undefined : Number(number);
  const [last, setLast] = useState<{ row: TrafficRow; index: number }>();
  const known = last && last.row.row === wanted ? last : undefined;
  // Without folds and filters a row's place is its number; where rows left or came, it is looked for nearby.
  const seen = at(rows, wanted, known?.index ?? wanted);
  const sought = useSoughtRow(sessionId, filter, seen || known ? undefined : wanted);
  const found = seen ?? at(rows, wanted, sought?.place);
  const [live, place] = [found?.row, found?.place];
  if (live && place !== undefined && (live !== last?.row || place !== last.index)) setLast({ row: live, index: place });
  const keep = (value: string) => page.getState().select(key, value);
  return {
    row: live ?? known?.row ?? sought?.row,
    index: live ? place : undefined,
    foldedUnder: sought && sought.place === undefined ? sought.row?.under : undefined,
    pick: (index) => {
      const row = rows.getRow(index);
      if (!row) return;
      setLast({ row, index });
      keep(String(row.row));
    },
    drop: () => {
      setLast(undefined);
      keep('');
    },
  };
}
