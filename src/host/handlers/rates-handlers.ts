import type { WirebenchContract } from '#shared/contract.ts';
import type { Handlers } from '#shared/rpc.ts';
import type { HostCore } from '../host-core.ts';

/** Calls about when things came. */
export function ratesHandlers(host: HostCore): Pick<Handlers<WirebenchContract>, 'log.rates' | 'log.rowNear'> {
  return {
    'log.rates': ({ sessionId, view, everyMs, count }) => {
      const { views } = host.sessions.get(sessionId);
      // Of a session that ended, the last minutes are those before its end.
      const until = host.state.get('session', sessionId)?.endedAt ?? Date.now();
      return views.rates[view].rates({ until, everyMs, count });
    },
    'log.rowNear': ({ sessionId, seq }) => {
      const row = host.sessions.get(sessionId).views.rowNear(seq);
      return row < 0 ? {} : { row };
    },
  };
}
