import type { HostClient } from '../store/host.ts';
import { useLoad } from '../store/wirebench.tsx';
import { useNow } from '../ui/use-now.ts';

export type ThreadReport = Awaited<ReturnType<HostClient['exchange.thread']>>;

export interface ThreadAsked {
  readonly sessionId: string;
  readonly exchangeId: string | undefined;
  /** Changes whenever there may be more to tell. */
  readonly rev: string | number;
  /** The call goes on: what comes in between is read again by itself. */
  readonly live: boolean;
}

const AGAIN_MS = 2000;

/** The story of an exchange as the host tells it now; undefined while it is fetched. */
export function useThread({ sessionId, exchangeId, rev, live }: ThreadAsked): {
  report: ThreadReport | undefined;
  error: string | undefined;
} {
  const now = useNow(live ? AGAIN_MS : undefined);
  const of = exchangeId === undefined ? undefined : `${sessionId}/${exchangeId}`;
  const tick = live ? Math.floor(now / AGAIN_MS) : 0;
  const { value, error } = useLoad(of && `${of}/${rev}/${tick}`, async (host) => ({
    of,
    report: await host['exchange.thread']({ sessionId, exchangeId: exchangeId ?? '' }),
  }));
  return { report: value?.of === of ? value?.report : undefined, error };
}
