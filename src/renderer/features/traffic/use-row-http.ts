import type { TrafficRow } from '#shared/exchange.ts';
import type { HttpView } from '#shared/log-views.ts';
import { useLoad } from '../../store/wirebench.tsx';

interface RowHttp {
  /** The HTTP exchange that carried the row; undefined until it is read, and where there is none. */
  readonly http: HttpView | undefined;
  /** Why it could not be read. */
  readonly error: string | undefined;
}

/** The HTTP exchange of a row, read when it is `wanted` and again when the row changes. */
export function useRowHttp(sessionId: string, { seq, rev }: TrafficRow, wanted = true): RowHttp {
  const { value, error } = useLoad(wanted ? `${sessionId}/${seq}/${rev}` : undefined, async (host) => ({
    seq,
    ...(await host['exchange.http']({ sessionId, seq })),
  }));
  // While another row is read, the value is still that of the row before.
  return { http: value?.seq === seq ? value.http[0] : undefined, error };
}
