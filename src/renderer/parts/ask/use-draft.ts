import { useEffect, useRef, useState } from 'react';
import { parseJson, writeJson } from '#shared/exact-json.ts';
import { usePage, useWirebench } from '../../store/wirebench.tsx';

/** How a draft is kept while there is no page, as when it is loaded anew. */
export interface DraftKind<T extends object> {
  readonly start: () => T;
  /** What of it may be saved: no secrets. Undefined: nothing of it. */
  readonly write: (draft: T) => object | undefined;
  /** What was saved; undefined for what is none. */
  readonly read: (saved: unknown) => T | undefined;
}

function restored<T extends object>(text: string | undefined, { read }: DraftKind<T>): T | undefined {
  try {
    return text === undefined ? undefined : read(parseJson(text));
  } catch {
    return undefined;
  }
}

/**
 * What was typed for an ask, and how it is changed: it stays while the ask is put aside, and where the page is loaded anew.
 * A change starts from what is there when it is made, which may be newer than what was drawn.
 */
export function useDraft<T extends object>(askId: string, kind: DraftKind<T>): [T, (change: Partial<T>) => void] {
  const { page } = useWirebench();
  // Only the view of this ask writes under its id, and always the same shape.
  const now = usePage((state) => state.askDrafts[askId]) as T | undefined;
  const [saved] = useState(() => restored(page.getState().askTexts[askId], kind));
  // The page forgets it when the ask ends; who has it open still sees what was typed.
  const last = useRef(now ?? saved);
  if (now !== undefined) last.current = now;
  const kept = now ?? last.current;
  useEffect(() => {
    const { askDrafts, set } = page.getState();
    if (saved && askDrafts[askId] === undefined) set({ askDrafts: { ...askDrafts, [askId]: saved } });
  }, [page, askId, saved]);
  const change = (part: Partial<T>) => {
    const old = (page.getState().askDrafts[askId] as T | undefined) ?? kept ?? kind.start(); // as above
    const draft = { ...old, ...part };
    const savable = kind.write(draft);
    page.getState().draftAsk(askId, draft, savable && writeJson(savable));
  };
  return [kept ?? kind.start(), change];
}
