import { type RefObject, useLayoutEffect, useState } from 'react';

const DEFAULT_COLUMNS = 80;
/** Px of one cell of the 12 px mono face: 0.6 em. */
const CELL_PX = 7.2;

/** How many mono cells fit in an element's width after `taken` px. */
export function useColumns(element: RefObject<HTMLElement | null>, taken: number): number {
  const [columns, setColumns] = useState(DEFAULT_COLUMNS);
  useLayoutEffect(() => {
    const box = element.current;
    if (box === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      if (box.clientWidth > 0) setColumns(Math.floor((box.clientWidth - taken) / CELL_PX));
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [element, taken]);
  return columns;
}
