import { useEffect, useRef } from 'react';

export interface ActiveRow {
  readonly active: number | undefined;
  /** What is active, and in which form of the list; the index unless told. */
  readonly activeKey: string | undefined;
  readonly inView: boolean;
  /** Px of the rows' viewport. */
  readonly viewHeight: number;
  /** The list began at a place of its own: what is active then need not be in view. */
  readonly placed: boolean;
}

/**
 * Reveals the active row once when another became active, and when one that was in view would leave it because rows
 * above it came or went or the viewport got lower.
 */
export function useRevealActive(row: ActiveRow, reveal: (index: number) => void): void {
  const { active, inView, viewHeight } = row;
  const key = row.activeKey ?? String(active);
  const known = row.placed || active !== undefined;
  const before = useRef({ active, inView, viewHeight, key: known ? key : undefined });
  useEffect(() => {
    const old = before.current;
    // A row whose place is not known yet is revealed when it is.
    before.current = { active, inView, viewHeight, key: active === undefined ? old.key : key };
    if (active === undefined) return;
    if (key !== old.key || (old.inView && (active !== old.active || viewHeight < old.viewHeight))) reveal(active);
  }, [active, key, inView, viewHeight, reveal]);
}
