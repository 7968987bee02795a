import { usePage, useWirebench } from '../../store/wirebench.tsx';

/** What was typed for an ask: it stays while the ask is put aside, and is gone after a restart. */
export function useDraft<T extends object>(askId: string, start: () => T): [T, (draft: T) => void] {
  const { page } = useWirebench();
  // Only the view of this ask writes under its id, and always the same shape.
  const kept = usePage((state) => state.askDrafts[askId]) as T | undefined;
  const set = (draft: T) => page.getState().set({ askDrafts: { ...page.getState().askDrafts, [askId]: draft } });
  return [kept ?? start(), set];
}
