import type { LogFilter } from '#shared/exchange.ts';
import type { RowAt } from '#shared/log-views.ts';
import { useLoad } from '../../store/wirebench.tsx';

export interface SoughtRow {
  readonly sessionId: string;
  readonly view: 'traffic' | 'wire';
  readonly filter: LogFilter | undefined;
  /** Number of the row; undefined: none is sought. */
  readonly wanted: number | undefined;
}

/** Asks the host where a row is that is not loaded here, and for the row itself. Undefined until that has come. */
export function useSoughtRow({ sessionId, view, filter, wanted }: SoughtRow): RowAt | undefined {
  const filterText = JSON.stringify(filter ?? null);
  const key = wanted === undefined ? undefined : `${sessionId} ${view} ${wanted} ${filterText}`;
  const { value } = useLoad(key, async (host) => {
    const { row, place } = await host['log.place']({
      sessionId,
      view,
      row: wanted ?? 0,
      ...(filter ? { filter } : {}),
    });
    return { key, row, place };
  });
  return value?.key === key ? value : undefined;
}
