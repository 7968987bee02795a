import type { WirebenchContract } from '#shared/contract.ts';
import type { Handlers } from '#shared/rpc.ts';
import type { HostCore } from '../host-core.ts';

/** Calls about a session's traffic as a whole. */
export function overviewHandlers({
  reader,
}: HostCore): Pick<Handlers<WirebenchContract>, 'log.overview' | 'log.stats' | 'log.counts' | 'log.place'> {
  return {
    'log.overview': ({ sessionId, spans, filter }) =>
      reader.use(sessionId, ({ views }) => views.figures.overview(spans, filter)),
    'log.stats': ({ sessionId, filter }) => reader.use(sessionId, ({ views }) => views.figures.stats(filter)),
    'log.counts': ({ sessionId }) => reader.use(sessionId, ({ views }) => views.counts()),
    'log.place': ({ sessionId, row, filter }) =>
      reader.use(sessionId, async ({ views }) => {
        const place = await views.place(row, filter);
        return place < 0 ? {} : { place };
      }),
  };
}
