import { useLayoutEffect, useRef } from 'react';

/** How many rows arrived below what the user has seen since following ended; 0 while following. */
export function useNewRows(
  { count, of }: { readonly count: number; readonly of: unknown },
  lastVisible: number,
  follow: boolean | undefined,
): number {
  const before = useRef({ seen: count, of });
  const { current } = before;
  // A shorter list (cleared) and another one (filtered) start over; scrolling down counts as seeing.
  const anew = follow || count < current.seen || of !== current.of;
  const seen = anew ? count : Math.max(current.seen, lastVisible + 1);
  // No state: each batch of rows would be drawn twice.
  useLayoutEffect(() => {
    before.current = { seen, of };
  }, [seen, of]);
  return follow === false ? Math.max(0, count - seen) : 0;
}
