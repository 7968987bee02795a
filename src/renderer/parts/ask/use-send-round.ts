import { useRef, useState } from 'react';
import type { PendingReply } from '#shared/contract.ts';
import type { PendingInput } from '#shared/entities.ts';
import { HostError, messageOf } from '#shared/errors.ts';
import { useWirebench } from '../../store/wirebench.tsx';

const isNo = (reply: PendingReply | undefined) => reply !== undefined && reply.action !== 'accept';

/** The call may have ended with the no before this one, which then needs no answer. */
const unlessOver = (error: unknown) => {
  if (!(error instanceof HostError && error.code === 'NOT_FOUND')) throw error;
};

/** Sends the replies of a round; asks without one are left out, and the server has to ask them again. */
export function useSendRound(asks: readonly PendingInput[], onSent: () => void) {
  const { link } = useWirebench();
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const busy = useRef(false);
  const deliver = async (replies: Readonly<Record<string, PendingReply>>) => {
    const client = link.client();
    const waiting = asks.filter(({ status }) => status === 'waiting');
    const answer = ({ id }: PendingInput) => {
      const reply = replies[id];
      return reply && client['pending.answer']({ id, reply });
    };
    for (const ask of waiting) if (!isNo(replies[ask.id])) await answer(ask);
    for (const { id } of waiting) if (!replies[id]) await client['pending.leaveOut']({ id });
    // A no may end the call, and with it whatever is still open: it comes after what it would end.
    const noes = waiting.filter(({ id }) => isNo(replies[id]));
    const isReply = ({ kind }: PendingInput) => kind === 'sampling';
    // A declined model reply always ends it, so one is enough.
    const last = [...noes.filter((ask) => !isReply(ask)), ...noes.filter(isReply).slice(0, 1)];
    for (const [at, ask] of last.entries()) {
      const sent = answer(ask);
      await (at === 0 ? sent : sent?.catch(unlessOver));
    }
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
