import type { PendingInput } from '#shared/entities.ts';
import type { EntityState } from '../../store/state.ts';
import { useEntities } from '../../store/wirebench.tsx';

type Asker = Pick<PendingInput, 'serverId' | 'sessionId'>;

/** The name of the server that asks, also of one that is in no list. */
export function askerName(state: Pick<EntityState, 'server' | 'session'>, ask: Asker | undefined): string {
  if (!ask) return 'A server';
  const { config } = state.server.get(ask.serverId) ?? state.session.get(ask.sessionId) ?? {};
  return config?.name ?? 'A server';
}

/** The same for a view. */
export function useAskerName(ask: Asker | undefined): string {
  return useEntities((state) => askerName(state, ask));
}
