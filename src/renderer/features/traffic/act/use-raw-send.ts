import { useState } from 'react';
import type { Operation } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import { askChanged } from '../../../parts/drift/ask-changed.ts';
import { runVerb } from '../../../parts/run-verb.ts';
import { useWirebench } from '../../../store/wirebench.tsx';
import { formatSize } from '../../../ui/format.ts';
import { rawCalledTools } from './called-tools.ts';
import { GIVEN_UP } from './send-request.ts';

/** How the newest raw message fared. */
export interface RawOutcome {
  readonly kind: 'running' | 'ok' | 'err';
  readonly title: string;
  readonly text?: string | undefined;
  /** The exchange it made, where it was a request. */
  readonly exchangeId?: string | undefined;
}

function outcomeOf({ fault, status, resultBytes, exchangeIds }: Operation): RawOutcome {
  const [exchangeId] = exchangeIds;
  if (fault) {
    const title = fault.code === undefined ? 'No result' : `Answered with error ${fault.code}`;
    return { kind: 'err', title, text: fault.message.slice(0, 500), exchangeId };
  }
  if (status === 'done' && resultBytes !== undefined) {
    return { kind: 'ok', title: `Answered with a result, ${formatSize(resultBytes)}`, exchangeId };
  }
  return { kind: 'ok', title: 'Sent. It is no request, so nothing is waited for.' };
}

export interface RawSend {
  /** Of the newest text that was sent, with that text. */
  readonly newest: { readonly text: string; readonly outcome: RawOutcome } | undefined;
  readonly send: (text: string) => void;
}

/** Sends raw text; each text has an outcome of its own and the newest is kept. */
export function useRawSend(sessionId: string): RawSend {
  const wirebench = useWirebench();
  const [shown, setShown] = useState<{ n: number; text: string; outcome: RawOutcome }>();
  const send = (text: string) => {
    const n = (shown?.n ?? 0) + 1;
    const tell = (outcome: RawOutcome) => setShown((now) => (now && now.n > n ? now : { n, text, outcome }));
    const go = async () => {
      const serverId = wirebench.entities.getState().session.get(sessionId)?.serverId ?? '';
      if (!(await askChanged(wirebench, { serverId, sessionId }, rawCalledTools(text)))) throw new Error(GIVEN_UP);
      tell({ kind: 'running', title: 'Sent. Waiting for an answer.' });
      tell(outcomeOf(await runVerb(wirebench, { sessionId, verb: 'raw.send', input: { text } })));
    };
    go().catch((error: unknown) => tell({ kind: 'err', title: 'Not sent', text: messageOf(error) }));
  };
  return { newest: shown, send };
}
