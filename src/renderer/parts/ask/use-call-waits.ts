import { useShallow } from 'zustand/react/shallow';
import { isObject } from '#shared/json.ts';
import { useEntities, usePage } from '../../store/wirebench.tsx';
import { plural } from '../../ui/format.ts';
import { isBrowsing } from './browsing-buttons.tsx';

export interface CallWaits {
  /** Since when the call waits for a person, wall clock, milliseconds; undefined while it does not. */
  readonly since: number | undefined;
  /** Pages that were opened and are waited for. */
  readonly browsing: number;
  /** How far the replies are: `draft, 1 problem`, `kept for later`. */
  readonly words: string | undefined;
}

/** What a call waits for a person for, and how far that person is. */
export function useCallWaits(operationId: string): CallWaits {
  const asks = useEntities(
    useShallow((state) =>
      [...state.pending.values()].filter((ask) => ask.operationId === operationId && ask.status === 'waiting'),
    ),
  );
  const aside = usePage((state) => asks.some(({ id }) => state.asksAside.has(id)));
  const problems = usePage((state) => {
    const drafts = asks.map(({ id }) => state.askDrafts[id]).filter(isObject);
    const counts = drafts.map((draft) => (typeof draft.problems === 'number' ? draft.problems : 0));
    return drafts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
  });
  const held = usePage((state) => asks.filter(({ id }) => state.heldReplies[id] !== undefined).length);
  const draft = problems === undefined ? undefined : problems === 0 ? 'draft' : `draft, ${plural(problems, 'problem')}`;
  const words = [
    held > 0 ? `${held} of ${asks.length} ready` : undefined,
    aside ? 'kept for later' : undefined,
    draft,
  ].filter((word) => word !== undefined);
  return {
    since: asks.length === 0 ? undefined : Math.min(...asks.map(({ createdAt }) => createdAt)),
    browsing: asks.filter(isBrowsing).length,
    words: words.length === 0 ? undefined : words.join(', '),
  };
}
