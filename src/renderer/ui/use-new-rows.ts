import { useLayoutEffect, useRef } from 'react';

/** How many rows arrived below what the user has seen since following ended; 0 while following. */
export function useNewRows(count: number, lastVisible: number, follow: boolean | undefined): number {
  const before = useRef(count);
  // A shorter list (cleared, filtered) starts over; scrolling down counts as seeing.
  const seen = follow || count < before.current ? count : Math.max(before.current, lastVisible + 1);
  // No state: each batch of rows would be drawn twice.
  useLayoutEffect(() => {
    before.current = seen;
  }, [seen]);
  return follow === false ? Math.max(0, count - seen) : 0;
}
