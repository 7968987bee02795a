import { useEffect, useRef, useState } from 'react';
import type { CompareSide } from '#shared/compare.ts';
import { messageOf } from '#shared/errors.ts';
import type { Exchange } from '#shared/exchange.ts';
import { useWirebench } from '../../../store/wirebench.tsx';
import { useFeedback } from '../../../ui/feedback.tsx';
import { exchangeSide } from './use-send-again.ts';

export interface OtherAnswer {
  readonly busy: boolean;
  /** Why the last try brought nothing to compare. */
  readonly problem: string | undefined;
  readonly clear: () => void;
  /** Gets another answer to a request and opens both side by side. `said` tells a person that it has begun. */
  readonly get: (exchange: Exchange, said: string, ask: () => Promise<CompareSide>) => void;
}

const SHOWN_MS = 10_000;

/** A second answer to a request of this session, from elsewhere. It may take as long as a person needs to answer. */
export function useOtherAnswer(sessionId: string): OtherAnswer {
  const { page } = useWirebench();
  const { toast } = useFeedback();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const go = async (exchange: Exchange, ask: () => Promise<CompareSide>) => {
    const side = await ask();
    const compare = () => page.getState().openCompare(exchangeSide(sessionId, exchange.id), side);
    // Whoever has moved on meanwhile is told, not torn away.
    if (shown.current) compare();
    else toast(`The other answer to ${exchange.method} is there.`, { label: 'Compare', run: compare }, SHOWN_MS);
  };
  return {
    busy,
    problem,
    clear: () => setProblem(undefined),
    get: (exchange, said, ask) => {
      setBusy(true);
      const begun = toast(said);
      go(exchange, ask)
        .catch((error: unknown) => {
          if (shown.current) setProblem(messageOf(error));
          else toast(messageOf(error), undefined, SHOWN_MS);
        })
        .finally(() => {
          begun();
          setBusy(false);
        });
    },
  };
}
