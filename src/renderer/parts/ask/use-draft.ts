import { useRef } from 'react';
import { usePage, useWirebench } from '../../store/wirebench.tsx';

/**
 * What was typed for an ask, and how it is changed: it stays while the ask is put aside, and is gone after a restart.
 * A change starts from what is there when it is made, which may be newer than what was drawn.
 */
export function useDraft<T extends object>(askId: string, start: () => T): [T, (change: Partial<T>) => void] {
  const { page } = useWirebench();
  // Only the view of this ask writes under its id, and always the same shape.
  const now = usePage((state) => state.askDrafts[askId]) as T | undefined;
  // The page forgets it when the ask ends; who has it open still sees what was typed.
  const last = useRef(now);
  if (now !== undefined) last.current = now;
  const kept = now ?? last.current;
  const change = (part: Partial<T>) => {
    const { askDrafts } = page.getState();
    const old = (askDrafts[askId] as T | undefined) ?? kept ?? start(); // as above
    page.getState().set({ askDrafts: { ...askDrafts, [askId]: { ...old, ...part } } });
  };
  return [kept ?? start(), change];
}
