import type { WirebenchContract } from '#shared/contract.ts';
import type { RowAt } from '#shared/log-views.ts';
import type { Handlers } from '#shared/rpc.ts';
import type { HostCore } from '../host-core.ts';
import type { RowPlace } from '../publish/log-views.ts';
import { readTraffic } from './traffic-of.ts';

/** Calls about a session's traffic as a whole. */
export function overviewHandlers(
  host: HostCore,
): Pick<Handlers<WirebenchContract>, 'log.overview' | 'log.stats' | 'log.counts' | 'log.place' | 'log.nextFailed'> {
  return {
    'log.overview': ({ sessionId, spans, filter }) =>
      readTraffic(host, sessionId, (views) => views.figures.overview(spans, filter)),
    'log.stats': ({ sessionId, filter }) => readTraffic(host, sessionId, (views) => views.figures.stats(filter)),
    'log.counts': ({ sessionId }) => readTraffic(host, sessionId, (views) => views.counts()),
    'log.place': ({ sessionId, view, row, filter }) =>
      readTraffic(host, sessionId, async (views) => told(await views.place(row, filter, view))),
    'log.nextFailed': ({ sessionId, from, back, filter }) =>
      readTraffic(host, sessionId, async (views) => {
        const row = await views.nextFailed({ from, back }, filter);
        return row === undefined ? {} : told(await views.place(row, filter));
      }),
  };
}

function told({ place, row }: RowPlace): RowAt {
  return { ...(place < 0 ? {} : { place }), ...(row ? { row } : {}) };
}
