import type { Answerer } from '#shared/entities.ts';
import type { Params, Result } from './era/era.ts';
import type { OperationHandle } from './operations.ts';

/** Something a server wants from this side, whichever way it came. */
export interface InputAsk {
  method: string;
  params: Params;
  via: 'server-request' | 'input-required' | 'task';
  /** Key in `inputRequests`. */
  key?: string | undefined;
  operation?: OperationHandle | undefined;
  /** False when several operations ran and the era does not say which one asks. */
  operationCertain: boolean;
  taskId?: string | undefined;
  /** Which round of the call asks, from 1, where that is known. */
  round?: number | undefined;
  /** What the asks of one round have in common, where there are several. */
  group?: string | undefined;
  /** Record that carried the question. */
  seq?: number | undefined;
  /** The call was refused until this is done, and is sent again then (legacy, ELIC-20). */
  refused?: boolean | undefined;
  /** Key of the exchange, for requests of the server. */
  exchangeId?: string | undefined;
  /** Aborted, with the reason in words, when no answer is wanted any more. */
  signal: AbortSignal;
}

/** What this side gives back. A refusal becomes an error (legacy) or ends the operation (modern). */
export type InputReply =
  | {
      kind: 'result';
      result: Result;
      /** Set when the result says no. */
      declinedBy?: Answerer;
    }
  | {
      kind: 'refused';
      code: number;
      message: string;
      /** Set when it was declined, not unanswerable. */
      declinedBy?: Answerer;
    };

export type InputHandler = (ask: InputAsk) => InputReply | Promise<InputReply>;
