import { useShallow } from 'zustand/react/shallow';
import type { PendingInput } from '#shared/entities.ts';
import { isObject } from '#shared/json.ts';
import { useEntities, usePage } from '../../store/wirebench.tsx';
import { plural } from '../../ui/format.ts';
import { isBrowsing } from './browsing-buttons.tsx';

export interface CallWaits {
  /** Since when the call waits for a person without a break, wall clock, milliseconds; undefined while it does not. */
  readonly since: number | undefined;
  /** Pages that were opened and are waited for. */
  readonly browsing: number;
  /** How far the replies are: `draft, 1 problem`, `kept for later`. */
  readonly words: string | undefined;
}

/** Since when a call waits: asks that overlap are one waiting, also where the older of them have their replies. */
export function waitingSince(asks: readonly PendingInput[]): number | undefined {
  const waiting = asks.filter(({ status }) => status === 'waiting');
  if (waiting.length === 0) return undefined;
  const ended = asks.filter(({ answeredAt }) => answeredAt !== undefined);
  let since = Math.min(...waiting.map(({ createdAt }) => createdAt));
  for (const { createdAt, answeredAt = 0 } of ended.toSorted((a, b) => (b.answeredAt ?? 0) - (a.answeredAt ?? 0)))
    if (answeredAt >= since) since = Math.min(since, createdAt);
  return since;
}

/** What a call waits for a person for, and how far that person is. */
export function useCallWaits(operationId: string): CallWaits {
  const all = useEntities(
    useShallow((state) => [...state.pending.values()].filter((ask) => ask.operationId === operationId)),
  );
  const asks = all.filter(({ status }) => status === 'waiting');
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
    since: waitingSince(all),
    browsing: asks.filter(isBrowsing).length,
    words: words.length === 0 ? undefined : words.join(', '),
  };
}
