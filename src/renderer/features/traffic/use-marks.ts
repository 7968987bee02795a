import { useCallback, useState } from 'react';
import type { CompareSide } from '#shared/compare.ts';
import type { TrafficRow } from '#shared/exchange.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { numberText, ownExchange } from './row-facts.ts';

export interface Marks {
  /** Marked rows, at most two, in the order they were marked. */
  readonly rows: readonly TrafficRow[];
  readonly has: (row: TrafficRow) => boolean;
  readonly toggle: (row: TrafficRow) => void;
  readonly clear: () => void;
  /** Opens the comparison of two marked rows; says what is missing otherwise. */
  readonly compare: () => void;
}

const keyOf = (row: TrafficRow) => `${row.sessionId ?? ''}/${row.row}`;

/** What of a row is compared: its exchange, else its one record. */
export function sideOf(row: TrafficRow, session: string): CompareSide {
  const exchangeId = ownExchange(row);
  const sessionId = row.sessionId ?? session;
  return exchangeId === undefined
    ? { of: 'record', sessionId, seq: row.seq }
    : { of: 'exchange', sessionId, exchangeId };
}

/** Up to two rows that a person picked to compare. A third takes the place of the older one. */
export function useMarks(sessionId: string): Marks {
  const { page } = useWirebench();
  const { announce } = useFeedback();
  const [rows, setRows] = useState<readonly TrafficRow[]>([]);
  const has = useCallback((row: TrafficRow) => rows.some((each) => keyOf(each) === keyOf(row)), [rows]);
  const toggle = (row: TrafficRow) => {
    const others = rows.filter((each) => keyOf(each) !== keyOf(row));
    const next = others.length < rows.length ? others : [...others, row].slice(-2);
    setRows(next);
    const word = others.length < rows.length ? 'no longer marked' : 'marked';
    announce(`Row ${numberText(row)} ${word}, ${next.length} of 2`);
  };
  const clear = useCallback(() => setRows([]), []);
  const compare = () => {
    const [a, b] = rows;
    if (a && b) page.getState().openCompare(sideOf(a, sessionId), sideOf(b, sessionId));
    else announce('Mark two rows with Space, then press Shift+C');
  };
  return { rows, has, toggle, clear, compare };
}
