import { useShallow } from 'zustand/react/shallow';
import type { ServerEntry } from '#shared/entities.ts';
import type { Session } from '#shared/session.ts';
import { useEntities, usePage, useSteadySession } from '../store/wirebench.tsx';
import { serversInOrder } from './places.ts';

export function useServers(): ServerEntry[] {
  const leaving = usePage((state) => state.leaving);
  return useEntities(useShallow((state) => serversInOrder(state, leaving)));
}

/** The server the page shows: the selected one, else the first. The counts of its session may be old, see `useCounts`. */
export function useCurrent(): { server: ServerEntry | undefined; session: Session | undefined } {
  const serverId = usePage((state) => state.serverId);
  const servers = useServers();
  const server = servers.find((each) => each.id === serverId) ?? servers[0];
  const session = useSteadySession(server?.sessionId);
  return { server, session };
}
