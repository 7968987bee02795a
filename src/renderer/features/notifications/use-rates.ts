import { useEffect, useState } from 'react';
import type { LogRates } from '#shared/traffic.ts';
import { useWirebench } from '../../store/wirebench.tsx';

const ASK_MS = 1000;
/** Seconds that are shown. */
export const RATE_SECONDS = 120;

/** How many notifications came in each of the last seconds; asked for once a second while the session lasts. */
export function useRates(sessionId: string, lasts: boolean): LogRates | undefined {
  const { link } = useWirebench();
  const [rates, setRates] = useState<LogRates>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current = true;
    // The next question waits for the answer, so that a busy host is not asked more than it can say.
    const later = () => {
      if (current && lasts) timer = setTimeout(ask, ASK_MS);
    };
    const ask = () => {
      if (document.hidden) return later();
      link
        .client()
        ['log.rates']({ sessionId, view: 'notices', everyMs: 1000, count: RATE_SECONDS })
        .then((answer) => {
          if (current) setRates(answer);
          later();
          // Without a host the last figures stay.
        }, later);
    };
    ask();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [link, sessionId, lasts]);
  return rates;
}
