import { useCallback, useRef } from 'react';
import { usePage, useWirebench } from '../store/wirebench.tsx';

/**
 * State of a view that outlives it: opened again in this window, the view is as it was left. `key` is of one view and
 * one type, such as `ses1/traffic/pause`; undefined forgets it. It is not kept over a reload.
 */
export function useKeptState<T>(key: string, first: T): [T, (next: T | ((old: T) => T)) => void] {
  const { page } = useWirebench();
  const start = useRef(first);
  // Nothing but this hook writes it, with one type for a key.
  const of = useCallback(
    (views: Readonly<Record<string, unknown>>) => (views[key] as T | undefined) ?? start.current,
    [key],
  );
  const value = usePage((state) => of(state.leftViews));
  const put = useCallback(
    (next: T | ((old: T) => T)) => {
      const made = next instanceof Function ? next(of(page.getState().leftViews)) : next;
      page.getState().leaveView(key, made);
    },
    [page, key, of],
  );
  return [value, put];
}
