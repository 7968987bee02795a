import type { PendingReply } from '#shared/contract.ts';
import type { PendingInput } from '#shared/entities.ts';
import { HostError, messageOf } from '#shared/errors.ts';
import type { AskSend } from '../../store/page.ts';
import { usePage, useWirebench } from '../../store/wirebench.tsx';
import { useRound } from './round-context.ts';

export interface Answer {
  readonly sending: boolean;
  /** Why the reply did not arrive. */
  readonly problem: string | undefined;
  /** Sends a reply; the ask itself changes when it arrived. */
  readonly send: (reply: PendingReply) => void;
}

const isOver = (error: unknown) => error instanceof HostError && error.code === 'NOT_FOUND';

/**
 * Answers an ask, which may be shown in several places: all of them know of a reply that is under way. In a round the reply
 * is kept until all of them can be sent.
 */
export function useAnswer(ask: PendingInput, onSent?: () => void): Answer {
  const { link, page } = useWirebench();
  const now = usePage((state) => state.askSends[ask.id]);
  const round = useRound();
  const tell = (state: AskSend | undefined) => {
    const { [ask.id]: _old, ...others } = page.getState().askSends;
    page.getState().set({ askSends: state ? { ...others, [ask.id]: state } : others });
  };
  const send = (reply: PendingReply) => {
    // Keys can press twice before the first press is drawn.
    if (page.getState().askSends[ask.id]?.sending) return;
    if (round) return round.hold(reply);
    tell({ sending: true });
    link
      .client()
      ['pending.answer']({ id: ask.id, reply })
      .then(
        () => {
          tell(undefined);
          onSent?.();
        },
        // What is over by now shows how it ended.
        (error: unknown) => tell(isOver(error) ? undefined : { sending: false, problem: messageOf(error) }),
      );
  };
  return { sending: now?.sending === true, problem: now?.problem, send };
}
