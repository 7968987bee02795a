import { useMemo, useRef, useState } from 'react';
import type { LineRow } from '#shared/exchange.ts';
import type { LogBuffer } from '../../store/log.ts';
import type { RowSource } from '../../ui/virtual-list-props.ts';
import { FoldMap, type FoldRow } from './fold-map.ts';

export type DockRow = LineRow | FoldRow;

export interface FoldedRows {
  readonly rows: RowSource<DockRow>;
  /** Lines that are shown because their fold was opened. */
  readonly opened: number;
  readonly toggle: (first: number) => void;
  /** Opens what hides a line. */
  readonly unfold: (line: number) => void;
  /** Row of a line. */
  readonly rowOf: (line: number) => number;
}

/** The lines of a log behind the first `skipped`, with stack traces folded that nobody opened. */
export function useFoldedRows(buffer: LogBuffer<LineRow>, version: number, skipped: number): FoldedRows {
  const map = useRef<FoldMap>(undefined);
  map.current ??= new FoldMap();
  const folds = map.current;
  const [toggles, setToggles] = useState(0);
  // The versions say when the buffer and the folds changed.
  const { rows, offset, opened } = useMemo(() => {
    folds.sync(buffer.folds);
    const before = folds.count(skipped);
    const count = folds.count(buffer.count) - before;
    const getRow = (index: number): DockRow | undefined => {
      const found = folds.at(index + before);
      return typeof found === 'number' ? buffer.getRow(found) : found;
    };
    return { rows: { count, version: version + toggles, getRow }, offset: before, opened: folds.opened };
  }, [buffer, folds, version, toggles, skipped]);
  const toggle = (first: number) => {
    folds.toggle(first);
    setToggles((count) => count + 1);
  };
  return {
    rows,
    opened,
    toggle,
    unfold: (line) => {
      const first = folds.hiding(line);
      if (first !== undefined) toggle(first);
    },
    rowOf: (line) => folds.rowOf(line) - offset,
  };
}
