import type { ServerEntry } from '#shared/entities.ts';
import type { Session } from '#shared/session.ts';
import type { EntityState } from '../store/state.ts';
import { useEntities, useEntity, usePage } from '../store/wirebench.tsx';

/** Servers in the order of the rail. */
export function serversInOrder(state: EntityState): ServerEntry[] {
  return [...state.server.values()].sort((a, b) => a.order - b.order);
}

/** The server the page shows: the selected one, else the first. */
export function currentServer(state: EntityState, serverId: string | undefined): ServerEntry | undefined {
  return (serverId === undefined ? undefined : state.server.get(serverId)) ?? serversInOrder(state)[0];
}

export function useCurrent(): { server: ServerEntry | undefined; session: Session | undefined } {
  const serverId = usePage((state) => state.serverId);
  const server = useEntities((state) => currentServer(state, serverId));
  const session = useEntity('session', server?.sessionId);
  return { server, session };
}
