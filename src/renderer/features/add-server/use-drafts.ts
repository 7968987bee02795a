import { useEffect, useRef, useState } from 'react';
import { type Draft, type DraftContext, draftsOf, withKept } from '../../parts/server-form/draft.ts';
import type { Detected } from '../../parts/use-detection.ts';

export interface Drafts {
  drafts: Draft[];
  chosen: Draft | undefined;
  choose(key: string): void;
  change(draft: Draft): void;
  remove(key: string): void;
  /** The next text is these drafts written as JSON, or corrected by hand: what a text cannot say stays. */
  carry(): void;
}

/** The drafts of the last readable text, with what a person changed in them. A new text starts them over. */
export function useDrafts(found: Detected, context: DraftContext): Drafts {
  const [drafts, setDrafts] = useState<Draft[]>([]);
  const [key, setKey] = useState<string>();
  const carried = useRef<readonly Draft[]>([]);
  const { lastGood } = found;
  // biome-ignore lint/correctness/useExhaustiveDependencies: names taken later must not undo what was typed
  useEffect(() => {
    const before = carried.current;
    carried.current = [];
    setDrafts(lastGood ? draftsOf(lastGood.candidates, context).map((draft) => withKept(draft, before)) : []);
    setKey(undefined);
  }, [lastGood]);
  return {
    drafts,
    chosen: drafts.find((draft) => draft.key === key) ?? drafts[0],
    choose: setKey,
    carry: () => {
      carried.current = drafts;
    },
    change: (next) => setDrafts((old) => old.map((draft) => (draft.key === next.key ? next : draft))),
    remove: (gone) => setDrafts((old) => old.filter((draft) => draft.key !== gone)),
  };
}
