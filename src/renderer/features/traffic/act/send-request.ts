import type { Operation } from '#shared/entities.ts';
import type { Exchange } from '#shared/exchange.ts';
import { askChanged } from '../../../parts/drift/ask-changed.ts';
import { runVerb } from '../../../parts/run-verb.ts';
import type { HostClient } from '../../../store/host.ts';
import type { Wirebench } from '../../../store/wirebench.tsx';
import { calledTools } from './called-tools.ts';
import type { SentRequest } from './sent-request.ts';

export interface SendOptions {
  /** Write the protocol's own keys of `_meta` anew, for another session. */
  readonly ownEnvelope?: boolean | undefined;
  /** With or without a `traceparent`; absent means as the server's settings say. */
  readonly trace?: boolean | undefined;
  /** Called once it is under way; before that it is refused. */
  readonly onStarted?: (() => void) | undefined;
}

/** A request and the session that sends it. */
export interface Sending {
  readonly sessionId: string;
  readonly request: SentRequest;
  readonly options?: SendOptions;
}

/** How a request ended that was sent from here. */
export interface SentOutcome {
  readonly operation: Operation;
  /** The exchange that carries the last word; undefined when no answer came. */
  readonly answer: Exchange | undefined;
}

/** Sending was given up by the person who was asked about it. */
export const GIVEN_UP = 'You chose not to send it.';

/**
 * Sends a request and waits for its end, a person's answers included. A changed tool is asked about first. Rejects when
 * it could not be started.
 */
export async function sendRequest(
  wirebench: Wirebench,
  { sessionId, request, options = {} }: Sending,
  signal?: AbortSignal,
): Promise<SentOutcome> {
  const { method, params } = request;
  const { ownEnvelope, trace, onStarted } = options;
  const serverId = wirebench.entities.getState().session.get(sessionId)?.serverId ?? '';
  if (!(await askChanged(wirebench, { serverId, sessionId }, calledTools(method, params)))) throw new Error(GIVEN_UP);
  const input = {
    method,
    ...(params === undefined ? {} : { params }),
    ...(ownEnvelope === undefined ? {} : { ownEnvelope }),
    ...(trace === undefined ? {} : { trace }),
  };
  const operation = await runVerb(wirebench, { sessionId, verb: 'request.send', input }, signal, onStarted);
  return { operation, answer: await answerOf(wirebench.link.client(), operation) };
}

async function answerOf(host: HostClient, operation: Operation): Promise<Exchange | undefined> {
  const { sessionId, resultSeq, exchangeIds } = operation;
  if (resultSeq === undefined) return undefined;
  for (const exchangeId of [...exchangeIds].reverse()) {
    const { exchange } = await host['exchange.get']({ sessionId, exchangeId });
    if (exchange.responseSeq === resultSeq) return exchange;
  }
  return undefined;
}
