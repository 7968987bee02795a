import { useLayoutEffect, useRef } from 'react';

/**
 * What to take off a row's index for its React key. It is constant while the view moves over rows that it shows already;
 * when it leaves all of them the new rows get the keys of the old ones, so their elements are filled anew, not made anew.
 */
export function useRowBase(first: number, last: number): number {
  const before = useRef({ first, last, base: 0 });
  const { first: oldFirst, last: oldLast, base: oldBase } = before.current;
  const base = first > oldLast || last < oldFirst ? oldBase + first - oldFirst : oldBase;
  useLayoutEffect(() => {
    before.current = { first, last, base };
  }, [first, last, base]);
  return base;
}
