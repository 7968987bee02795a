import { useState } from 'react';
import type { TrafficRow } from '#shared/exchange.ts';
import { usePage, useWirebench } from '../../store/wirebench.tsx';
import type { RowSource } from '../../ui/virtual-list-props.ts';

export interface ChoiceRows extends RowSource<TrafficRow> {
  /** Where a row is now, looked for around a place. */
  placeOf(row: number, near: number): number | undefined;
}

export interface RowChoice {
  /** Newest version of the chosen row; stays when a filter hides it. */
  readonly row: TrafficRow | undefined;
  /** Its place in the view; undefined when the view does not show it. */
  readonly index: number | undefined;
  readonly pick: (index: number) => void;
  readonly drop: () => void;
}

/** The chosen row of a filtered view. The page keeps its number, so that other views can choose a row too. */
export function useRowChoice(rows: ChoiceRows, key: string): RowChoice {
  const { page } = useWirebench();
  const number = usePage((state) => state.selected[key]) ?? '';
  const wanted = number === '' ? undefined : Number(number);
  const [last, setLast] = useState<{ row: TrafficRow; index: number }>();
  const known = last && last.row.row === wanted ? last : undefined;
  // Without folds and filters a row's place is its number; where rows left or came, it is looked for nearby.
  const near = known?.index ?? wanted;
  const place = wanted === undefined || near === undefined ? near : (rows.placeOf(wanted, near) ?? near);
  const there = place === undefined || place >= rows.count ? undefined : rows.getRow(place);
  const live = there && there.row === wanted ? there : undefined;
  if (live && place !== undefined && (live !== last?.row || place !== last.index)) setLast({ row: live, index: place });
  const keep = (value: string) => page.getState().select(key, value);
  return {
    row: live ?? known?.row,
    index: live ? place : undefined,
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
