import type { LogFilter, TrafficRow } from '#shared/exchange.ts';
import type { Session } from '#shared/session.ts';
import type { Overview, TrafficStats } from '#shared/traffic.ts';
import type { LogBuffer } from '../../store/log.ts';
import { usePolled } from './use-polled.ts';

export interface TrafficFiguresOptions {
  readonly sessionId: string;
  readonly counts: Session['counts'];
  readonly buffer: LogBuffer<TrafficRow>;
  readonly narrowing: LogFilter | undefined;
}

export interface TrafficFigures {
  readonly overview: Overview | undefined;
  readonly stats: TrafficStats | undefined;
}

const OVERVIEW_MS = 500;
const STATS_MS = 1000;
/** A span of the overview is at least this part of its width: about 4 px. */
const SPANS = 180;

/** What the strip above the table and the line below it tell; both follow a running session at their own pace. */
export function useTrafficFigures({ sessionId, counts, buffer, narrowing }: TrafficFiguresOptions): TrafficFigures {
  const changes = `${counts.wire}/${counts.traffic}/${counts.errors}`;
  const overview = usePolled({ key: sessionId, changes, everyMs: OVERVIEW_MS }, (host) =>
    host['log.overview']({ sessionId, spans: SPANS }),
  );
  const found = buffer.searching ? `${buffer.searching.through}` : '';
  const key = `${sessionId} ${narrowing ? JSON.stringify(narrowing) : ''}`;
  const stats = usePolled({ key, changes: `${changes} ${found}`, everyMs: STATS_MS }, (host) =>
    host['log.stats']({ sessionId, ...(narrowing ? { filter: narrowing } : {}) }),
  );
  return { overview, stats };
}
