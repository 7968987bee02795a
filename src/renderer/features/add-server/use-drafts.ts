import { useEffect, useMemo, useRef, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { ServerConfig } from '#shared/config.ts';
import type { Detected } from '../../parts/use-detection.ts';
import { useEntities } from '../../store/wirebench.tsx';
import { type Draft, draftOfServer, draftsOf, withKept } from './draft.ts';

/** Names of all other servers. */
export function useTakenNames(exceptId: string | undefined): ReadonlySet<string> {
  const names = useEntities(
    useShallow((state) =>
      [...state.server.values()].filter((server) => server.id !== exceptId).map((server) => server.config.name),
    ),
  );
  return useMemo(() => new Set(names), [names]);
}

export interface Drafts {
  drafts: Draft[];
  chosen: Draft | undefined;
  choose(key: string): void;
  change(draft: Draft): void;
  remove(key: string): void;
  /** The next text is these drafts written as JSON: what JSON cannot say stays. */
  carry(): void;
}

/** The drafts of the last readable text, with what a person changed in them. A new text starts them over. */
export function useDrafts(found: Detected, edited: ServerConfig | undefined, taken: ReadonlySet<string>): Drafts {
  const [drafts, setDrafts] = useState<Draft[]>(() => (edited ? [draftOfServer(edited)] : []));
  const [key, setKey] = useState<string>();
  const carried = useRef<readonly Draft[]>([]);
  const { lastGood } = found;
  // biome-ignore lint/correctness/useExhaustiveDependencies: names taken later must not undo what was typed
  useEffect(() => {
    if (edited) return;
    const before = carried.current;
    carried.current = [];
    setDrafts(lastGood ? draftsOf(lastGood.candidates, taken).map((draft) => withKept(draft, before)) : []);
    setKey(undefined);
  }, [lastGood, edited]);
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
