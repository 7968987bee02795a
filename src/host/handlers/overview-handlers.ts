import type { WirebenchContract } from '#shared/contract.ts';
import type { Handlers } from '#shared/rpc.ts';
import type { HostCore } from '../host-core.ts';
import { readTraffic } from './traffic-of.ts';

/** Calls about a session's traffic as a whole. */
export function overviewHandlers(
  host: HostCore,
): Pick<Handlers<WirebenchContract>, 'log.overview' | 'log.stats' | 'log.counts' | 'log.place'> {
  return {
    'log.overview': ({ sessionId, spans, filter }) =>
      readTraffic(host, sessionId, (views) => views.figures.overview(spans, filter)),
    'log.stats': ({ sessionId, filter }) => readTraffic(host, sessionId, (views) => views.figures.stats(filter)),
    'log.counts': ({ sessionId }) => readTraffic(host, sessionId, (views) => views.counts()),
    'log.place': ({ sessionId, row, filter }) =>
      readTraffic(host, sessionId, async (views) => {
        const { place, row: found } = await views.place(row, filter);
        return { ...(place < 0 ? {} : { place }), ...(found ? { row: found } : {}) };
      }),
  };
}
