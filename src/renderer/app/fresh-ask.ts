import type { PendingInput } from '#shared/entities.ts';
import { waitsForPerson } from '#shared/waits-for-person.ts';
import type { EntityState } from '../store/state.ts';

const waitingIn = (state: EntityState) => [...state.pending.values()].filter(waitsForPerson);

/** The questions that wait for a person now, and the first of them that did not wait before. */
export function freshAsk(
  now: EntityState,
  before: EntityState,
): { waiting: readonly PendingInput[]; fresh: PendingInput | undefined } {
  const waiting = waitingIn(now);
  const known = new Set(waitingIn(before).map(({ id }) => id));
  return { waiting, fresh: waiting.find(({ id }) => !known.has(id)) };
}
