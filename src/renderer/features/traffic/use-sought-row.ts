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
    const { row, place } = await host['log.place']({ sessionId, row: wanted ?? 0, ...(filter ? { filter } : {}) });
    return { key, row, place };
  });
  return value?.key === key ? value : undefined;
}
