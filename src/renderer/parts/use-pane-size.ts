import { useCallback } from 'react';
import { usePage, useWirebench } from '../store/wirebench.tsx';

/** Size of a resizable pane in px, kept over tabs and restarts under its name. */
export function usePaneSize(name: string, fallback: number): [size: number, onSize: (size: number) => void] {
  const { page } = useWirebench();
  const size = usePage((state) => state.sizes[name]) ?? fallback;
  const onSize = useCallback(
    (next: number) => page.getState().set({ sizes: { ...page.getState().sizes, [name]: next } }),
    [page, name],
  );
  return [size, onSize];
}
