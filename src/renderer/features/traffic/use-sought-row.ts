import type { LogFilter, TrafficRow } from '#shared/exchange.ts';
import { useLoad } from '../../store/wirebench.tsx';

export interface SoughtRow {
  /** The row as it is; undefined until it has come. */
  readonly row: TrafficRow | undefined;
  /** Its place in the view; undefined where that does not show it. */
  readonly place: number | undefined;
}

/** Asks the host for a row that another view chose and that is not loaded here. Undefined: none is sought. */
export function useSoughtRow(
  sessionId: string,
  filter: LogFilter | undefined,
  wanted: number | undefined,
): SoughtRow | undefined {
  const filterText = JSON.stringify(filter ?? null);
  const key = wanted === undefined ? undefined : `${sessionId} ${wanted} ${filterText}`;
  const { value } = useLoad(key, async (host) => {
    const row = wanted ?? 0;
    const [page, { place }] = await Promise.all([
      host['log.page']({ sessionId, view: 'traffic', from: row, count: 1 }),
      host['log.place']({ sessionId, row, ...(filter ? { filter } : {}) }),
    ]);
    return { key, row: page.traffic?.[0], place };
  });
  return value?.key === key ? value : undefined;
}
