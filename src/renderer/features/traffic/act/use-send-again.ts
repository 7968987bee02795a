import { useState } from 'react';
import type { CompareSide } from '#shared/compare.ts';
import { messageOf } from '#shared/errors.ts';
import type { Exchange, TrafficRow } from '#shared/exchange.ts';
import { useWirebench } from '../../../store/wirebench.tsx';
import { useFeedback } from '../../../ui/feedback.tsx';
import { formatDuration } from '../../../ui/format.ts';
import { ownExchange } from '../row-facts.ts';
import { type SendOptions, type SentOutcome, sendRequest } from './send-request.ts';
import { useSendTarget } from './send-target.ts';
import { readSentRequest } from './sent-request.ts';

/** How long the words about an answer stay, milliseconds: there is something to choose in them. */
const SHOWN_MS = 10_000;

export interface SendAgain {
  /** Why nothing can be sent now. */
  readonly blocked: string | undefined;
  readonly busy: boolean;
  /** Sends it once more as it was and says how it ended. */
  readonly send: (exchange: Exchange, options?: SendOptions) => void;
  /** The same for the exchange of a row; a row that is none of our requests is told. */
  readonly sendRow: (row: TrafficRow) => void;
  /** Says how a request ended that was sent in another way. */
  readonly tell: (exchange: Exchange, outcome: SentOutcome) => void;
}

export const exchangeSide = (sessionId: string, exchangeId: string): CompareSide => ({
  of: 'exchange',
  sessionId,
  exchangeId,
});

function endWords(method: string, { operation, answer }: SentOutcome): string {
  const { fault, status } = operation;
  const took = answer?.tookUs === undefined ? '' : ` after ${formatDuration(answer.tookUs / 1000)}`;
  if (status === 'cancelled') return `${method} was stopped. ${fault?.message ?? ''}`;
  if (fault) return `${method} failed${took}. ${fault.message.slice(0, 160)}`;
  return operation.toolError ? `${method} answered with a tool error${took}.` : `${method} answered${took}.`;
}

/** `Send again` for the requests of one session. */
export function useSendAgain(sessionId: string): SendAgain {
  const wirebench = useWirebench();
  const { announce, toast } = useFeedback();
  const target = useSendTarget(sessionId);
  const [running, setRunning] = useState(0);
  const tell = (exchange: Exchange, outcome: SentOutcome) => {
    const { answer, operation } = outcome;
    const compare = answer && {
      label: 'Compare',
      run: () =>
        wirebench.page
          .getState()
          .openCompare(exchangeSide(sessionId, exchange.id), exchangeSide(operation.sessionId, answer.id)),
    };
    toast(endWords(exchange.method, outcome), compare, SHOWN_MS);
  };
  const go = async (exchange: Exchange, options: SendOptions) => {
    const { session, otherVersion } = target;
    if (!session) return toast(`Not sent. ${target.blocked}.`);
    const request = await readSentRequest(wirebench.link.client(), sessionId, exchange);
    const onStarted = () => announce(`${exchange.method} sent again`);
    const own = { ...(otherVersion ? { ownEnvelope: true } : {}), onStarted, ...options };
    tell(exchange, await sendRequest(wirebench, { sessionId: session.id, request, options: own }));
  };
  const run = (work: Promise<unknown>) => {
    setRunning((count) => count + 1);
    work
      .catch((error: unknown) => toast(`Not sent. ${messageOf(error)}`, undefined, SHOWN_MS))
      .finally(() => setRunning((count) => count - 1));
  };
  const goRow = async (exchangeId: string) => {
    const { exchange } = await wirebench.link.client()['exchange.get']({ sessionId, exchangeId });
    await go(exchange, {});
  };
  return {
    blocked: target.blocked,
    busy: running > 0,
    tell,
    send: (exchange, options = {}) => run(go(exchange, options)),
    sendRow: (row) => {
      const exchangeId = row.dir === 'out' ? ownExchange(row) : undefined;
      if (exchangeId === undefined) toast('Only a request that this app sent can be sent again.');
      else run(goRow(exchangeId));
    },
  };
}
