import type { WirebenchContract } from '#shared/contract.ts';
import type { Handlers } from '#shared/rpc.ts';
import type { HostCore } from '../host-core.ts';

/** Calls about when things came. */
export function ratesHandlers(host: HostCore): Pick<Handlers<WirebenchContract>, 'log.rates' | 'log.rowNear'> {
  return {
    'log.rates': ({ sessionId, view, everyMs, count }) =>
      host.reader.use(sessionId, async ({ views, log }) => {
        // Of a session that ended, the last minutes are those before its end.
        const ended = host.state.get('session', sessionId)?.endedAt ?? log.meta?.closed?.at;
        return (await views.rates(view)).rates({ until: ended ?? Date.now(), everyMs, count });
      }),
    'log.rowNear': ({ sessionId, seq }) =>
      host.reader.use(sessionId, ({ views }) => {
        const row = views.rowNear(seq);
        const own = seq > 0 ? views.rowOf(seq) : -1;
        const line = views.lineOf('stderr', seq);
        return { ...(row < 0 ? {} : { row }), ...(own < 0 ? {} : { own }), ...(line < 0 ? {} : { line }) };
      }),
  };
}
