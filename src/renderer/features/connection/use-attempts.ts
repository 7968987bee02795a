import { useMemo, useState } from 'react';
import type { Session } from '#shared/session.ts';
import { useEntities } from '../../store/wirebench.tsx';

/** Attempts that can be chosen; the host keeps as many. */
const MOST = 20;

export interface Attempts {
  /** Oldest first. */
  all: readonly Session[];
  shown: Session;
  choose(sessionId: string): void;
}

/** Every session of a server that is still known. A new one is shown as soon as it begins. */
export function useAttempts(newest: Session): Attempts {
  const sessions = useEntities((state) => state.session);
  const { serverId } = newest;
  const all = useMemo(
    () =>
      [...sessions.values()]
        .filter((session) => session.serverId === serverId)
        .sort((a, b) => a.startedAt - b.startedAt)
        .slice(-MOST),
    [sessions, serverId],
  );
  const [chosen, setChosen] = useState<{ id: string; since: string }>();
  const valid = chosen?.since === newest.id ? chosen.id : newest.id;
  const shown = all.find((session) => session.id === valid) ?? newest;
  return { all, shown, choose: (id) => setChosen({ id, since: newest.id }) };
}
