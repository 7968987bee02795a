import type { WirebenchContract } from '#shared/contract.ts';
import type { Handlers } from '#shared/rpc.ts';
import type { HostCore } from '../host-core.ts';

/** Calls about a session's traffic as a whole. */
export function overviewHandlers({
  reader,
}: HostCore): Pick<Handlers<WirebenchContract>, 'log.overview' | 'log.stats'> {
  return {
    'log.overview': ({ sessionId, spans, filter }) =>
      reader.use(sessionId, ({ views }) => views.figures.overview(spans, filter)),
    'log.stats': ({ sessionId, filter }) => reader.use(sessionId, ({ views }) => views.figures.stats(filter)),
  };
}
