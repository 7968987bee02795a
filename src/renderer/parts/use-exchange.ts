import type { Exchange } from '#shared/exchange.ts';
import { useLoad } from '../store/wirebench.tsx';

/** One exchange of a session as the host knows it now; undefined while it is fetched. */
export function useExchange(sessionId: string, exchangeId: string | undefined): Exchange | undefined {
  const key = exchangeId === undefined ? undefined : `${sessionId}/${exchangeId}`;
  const { value } = useLoad(key, async (host) => {
    const found = await host['exchange.get']({ sessionId, exchangeId: exchangeId ?? '' });
    return { key, exchange: found.exchange };
  });
  return value?.key === key ? value?.exchange : undefined;
}
