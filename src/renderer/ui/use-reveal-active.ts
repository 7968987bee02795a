import { useEffect, useRef } from 'react';

export interface ActiveRow {
  readonly active: number | undefined;
  readonly inView: boolean;
  /** Px of the rows' viewport. */
  readonly viewHeight: number;
}

/** Reveals the active row when another became active, and when a viewport that showed it got lower. */
export function useRevealActive({ active, inView, viewHeight }: ActiveRow, reveal: (index: number) => void): void {
  const before = useRef({ active, inView, viewHeight });
  useEffect(() => {
    const old = before.current;
    before.current = { active, inView, viewHeight };
    if (active === undefined) return;
    if (active !== old.active || (old.inView && viewHeight < old.viewHeight)) reveal(active);
  }, [active, inView, viewHeight, reveal]);
}
