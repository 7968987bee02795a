import type { Operation } from '#shared/entities.ts';
import type { Exchange } from '#shared/exchange.ts';
import { useLoad } from '../../store/wirebench.tsx';

/** Exchanges of a run that are looked at; a run that asks without end has more. */
const MOST = 30;

/** The exchanges of a run, in order; read again whenever the run moves on. */
export function useExchanges(run: Operation | undefined): readonly Exchange[] {
  const ids = run?.exchangeIds.slice(0, MOST) ?? [];
  const key = run && ids.length > 0 ? `${run.id} ${ids.join(' ')} ${run.status}` : undefined;
  const { value } = useLoad(key, async (host) => {
    const found = await Promise.allSettled(
      ids.map((exchangeId) => host['exchange.get']({ sessionId: run?.sessionId ?? '', exchangeId })),
    );
    return {
      runId: run?.id,
      exchanges: found.flatMap((one) => (one.status === 'fulfilled' ? [one.value.exchange] : [])),
    };
  });
  return value && value.runId === run?.id ? value.exchanges : [];
}
