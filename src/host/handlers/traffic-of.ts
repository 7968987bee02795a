import { ALL_SERVERS } from '#shared/exchange.ts';
import type { LogEvent } from '#shared/log-views.ts';
import type { Source } from '#shared/rpc.ts';
import type { HostCore } from '../host-core.ts';
import type { TrafficViews } from '../publish/merged/merged-views.ts';

type Readers = Pick<HostCore, 'reader' | 'everything'>;

/** Hands the views of a session, or those of all servers together, to `read`. Throws NOT_FOUND. */
export async function readTraffic<T>(
  { reader, everything }: Readers,
  sessionId: string,
  read: (views: TrafficViews) => T | Promise<T>,
): Promise<T> {
  return sessionId === ALL_SERVERS ? read(everything) : reader.use(sessionId, ({ views }) => read(views));
}

/** The same for a source of events. */
export function watchTraffic(
  { reader, everything }: Readers,
  sessionId: string,
  open: (views: TrafficViews, wake: () => void) => Source<LogEvent>,
  wake: () => void,
): Source<LogEvent> {
  if (sessionId === ALL_SERVERS) return open(everything, wake);
  return reader.watch(sessionId, ({ views }, woken) => open(views, woken), wake);
}
