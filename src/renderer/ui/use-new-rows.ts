import { useLayoutEffect, useState } from 'react';

/** How many rows arrived below what the user has seen since following ended; 0 while following. */
export function useNewRows(count: number, lastVisible: number, follow: boolean | undefined): number {
  const [seen, setSeen] = useState(count);
  useLayoutEffect(() => {
    // A shorter list (cleared, filtered) starts over; scrolling down counts as seeing.
    setSeen((before) => (follow || count < before ? count : Math.max(before, lastVisible + 1)));
  }, [count, lastVisible, follow]);
  return follow === false ? Math.max(0, count - seen) : 0;
}
