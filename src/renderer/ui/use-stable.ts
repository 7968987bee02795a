import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that never changes and calls the newest version of `callback`; keeps memoised rows from drawing again. */
export function useStable<A extends readonly unknown[]>(
  callback: ((...args: A) => void) | undefined,
): (...args: A) => void {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: A) => latest.current?.(...args), []);
}
