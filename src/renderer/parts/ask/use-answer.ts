import { useRef, useState } from 'react';
import type { PendingReply } from '#shared/contract.ts';
import type { PendingInput } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { useRound } from './round-context.ts';

export interface Answer {
  readonly sending: boolean;
  /** Why the reply did not arrive. */
  readonly problem: string | undefined;
  /** Sends a reply; the ask itself changes when it arrived. */
  readonly send: (reply: PendingReply) => void;
}

/** Answers an ask. In a round the reply is kept until all of them can be sent. */
export function useAnswer(ask: PendingInput, onSent?: () => void): Answer {
  const { link } = useWirebench();
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const busy = useRef(false);
  const round = useRound();
  const send = (reply: PendingReply) => {
    // Keys can press twice before the first press is drawn.
    if (busy.current) return;
    if (round) return round.hold(reply);
    busy.current = true;
    setSending(true);
    setProblem(undefined);
    link
      .client()
      ['pending.answer']({ id: ask.id, reply })
      .then(
        () => onSent?.(),
        (error: unknown) => setProblem(messageOf(error)),
      )
      .finally(() => {
        busy.current = false;
        setSending(false);
      });
  };
  return { sending, problem, send };
}
