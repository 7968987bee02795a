import type { Answerer } from '#shared/entities.ts';
import { childOf } from './abort.ts';
import type { InputRequest, Result } from './era/era.ts';
import { RpcFault } from './fault.ts';
import type { InputAsk, InputReply } from './inputs.ts';
import type { OperationHandle } from './operations.ts';

const WHO: Readonly<Record<Answerer, string>> = {
  person: 'you',
  script: 'you',
  rule: 'a rule',
  provider: 'a model provider',
};

/** The end of a call, because somebody declined what its server asked. */
class Declined extends RpcFault {
  readonly by: Answerer;
  constructor(by: Answerer) {
    super('cancelled', `Ended, ${WHO[by]} declined to answer.`);
    this.by = by;
  }
}

/** Why the other pages of a refused call are waited for no longer. */
function otherPage({ action }: Result, by: Answerer): string {
  const no = action === 'cancel' ? 'cancelled' : 'declined';
  return `Another page of this call was ${no} by ${WHO[by]}, so the call ended.`;
}

/** A person sends the other replies of a round without this one. */
export class LeftOut extends Error {}

/** What the asks of one round have in common. */
export interface RoundFacts {
  operation?: OperationHandle | undefined;
  taskId?: string | undefined;
  /** Record that carried the questions. */
  seq?: number | undefined;
  /** Which round of the call it is, from 1. */
  round?: number | undefined;
  /** The call was refused until they are done, and is sent again then. */
  refused?: boolean | undefined;
  /** Marks the asks of one round, where there are several. */
  group?: string | undefined;
}

export interface GatherDeps {
  ask(ask: InputAsk): Promise<InputReply>;
  /** Aborted, with the reason, when no answers are wanted any more. */
  parents: readonly (AbortSignal | undefined)[];
}

/** `by` is undefined where a question ended without an answer. */
export function declined(by: Answerer | undefined): RpcFault {
  if (by === undefined) return new RpcFault('cancelled', 'Ended before its questions were answered.');
  return new Declined(by);
}

/** Who declined; undefined where nobody did. */
export function declinedBy(error: unknown): Answerer | undefined {
  return error instanceof Declined ? error.by : undefined;
}

/** The answers of one round by their keys, and who said no in one of them. */
export interface Gathered {
  answers: Record<string, Result>;
  declinedBy: Answerer | undefined;
}

/** Gets the answers of one round, without those that are left out; the first refusal ends the others. */
export async function gatherReplies(
  requests: readonly InputRequest[],
  facts: RoundFacts,
  { ask, parents }: GatherDeps,
): Promise<Gathered> {
  let refusedBy: Answerer | undefined;
  const { controller, release } = childOf(...parents);
  const via = facts.taskId === undefined ? 'input-required' : 'task';
  const one = async ({ key, method, params }: InputRequest): Promise<[string, Result][]> => {
    const { signal } = controller;
    try {
      const reply = await ask({ ...facts, method, params, via, key, operationCertain: true, signal });
      if (reply.kind === 'result') {
        refusedBy ??= reply.declinedBy;
        // One page that is not visited is enough: the call is not sent again.
        if (facts.refused && reply.declinedBy) controller.abort(otherPage(reply.result, reply.declinedBy));
        return [[key, reply.result]];
      }
      const over = signal.aborted;
      controller.abort('Another question of the same round was declined.');
      if (reply.declinedBy) throw declined(reply.declinedBy);
      throw new RpcFault(over ? 'cancelled' : 'local', reply.message, { code: reply.code });
    } catch (error) {
      if (error instanceof LeftOut) return [];
      throw error;
    }
  };
  try {
    const answers = Object.fromEntries((await Promise.all(requests.map(one))).flat());
    return { answers, declinedBy: refusedBy };
  } finally {
    release();
  }
}
