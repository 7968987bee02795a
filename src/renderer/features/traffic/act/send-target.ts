import type { Session } from '#shared/session.ts';
import { useEntities, usePage } from '../../../store/wirebench.tsx';

/** Where a request of a session is sent again. */
export interface SendTarget {
  readonly serverId: string;
  readonly serverName: string;
  /** The running session of the server, which may be another one than that of the log. */
  readonly session: Session | undefined;
  /** Another version is spoken than the one the request was written for. */
  readonly otherVersion: boolean;
  /** Why nothing can be sent now. */
  readonly blocked: string | undefined;
}

/** The running session of the server that a session of the log belongs to. */
export function useSendTarget(sessionId: string): SendTarget {
  const from = useEntities((state) => state.session.get(sessionId));
  // A session of an earlier run is no entity; the page knows whose Traffic shows it.
  const shownBy = usePage(({ earlier }) => Object.keys(earlier).find((id) => earlier[id] === sessionId));
  const serverId = from?.serverId ?? shownBy ?? '';
  const server = useEntities((state) => state.server.get(serverId));
  const newest = useEntities((state) => (server?.sessionId ? state.session.get(server.sessionId) : undefined));
  const serverName = server?.config.name ?? from?.config.name ?? 'The server';
  const ready = newest?.state.at === 'ready' ? newest : undefined;
  return {
    serverId,
    serverName,
    session: ready,
    otherVersion: ready !== undefined && ready.id !== sessionId && ready.hello?.version !== from?.hello?.version,
    blocked: ready ? undefined : `${serverName} is not connected`,
  };
}
