import { useRef, useState } from 'react';
import type { PendingReply } from '#shared/contract.ts';
import type { PendingInput } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import { useWirebench } from '../../store/wirebench.tsx';

/** Sends the replies of a round; asks without one are left out, and the server has to ask them again. */
export function useSendRound(asks: readonly PendingInput[], onSent: () => void) {
  const { link } = useWirebench();
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const busy = useRef(false);
  const deliver = async (replies: Readonly<Record<string, PendingReply>>) => {
    const client = link.client();
    const waiting = asks.filter(({ status }) => status === 'waiting');
    const ending = waiting.filter(
      ({ id, kind }) => kind === 'sampling' && (replies[id]?.action ?? 'accept') !== 'accept',
    );
    for (const ask of waiting) {
      const reply = replies[ask.id];
      if (reply && !ending.includes(ask)) await client['pending.answer']({ id: ask.id, reply });
    }
    for (const { id } of waiting) if (!replies[id]) await client['pending.leaveOut']({ id });
    // It ends the call, and with it whatever is still open.
    const [last] = ending;
    const reply = last && replies[last.id];
    if (reply) await client['pending.answer']({ id: last.id, reply });
  };
  const send = (replies: Readonly<Record<string, PendingReply>>) => {
    if (busy.current) return;
    busy.current = true;
    setSending(true);
    setProblem(undefined);
    deliver(replies)
      .then(onSent, (error: unknown) => setProblem(messageOf(error)))
      .finally(() => {
        busy.current = false;
        setSending(false);
      });
  };
  return { sending, problem, send };
}
