import { childOf } from './abort.ts';
import type { InputRequest, Result } from './era/era.ts';
import { faultOf, RpcFault } from './fault.ts';
import type { InputAsk, InputReply } from './inputs.ts';
import type { OperationHandle } from './operations.ts';

const DECLINED = 'Ended, you declined to answer.';

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
  /** Marks the asks of one round, where there are several. */
  group?: string | undefined;
}

export interface GatherDeps {
  ask(ask: InputAsk): Promise<InputReply>;
  /** Aborted, with the reason, when no answers are wanted any more. */
  parents: readonly AbortSignal[];
}

export function declined(): RpcFault {
  return new RpcFault('cancelled', DECLINED);
}

export function isDeclined(error: unknown): boolean {
  return faultOf(error).message === DECLINED;
}

/** Gets the answers of one round, without those that are left out; the first refusal ends the others. */
export async function gatherReplies(
  requests: readonly InputRequest[],
  facts: RoundFacts,
  { ask, parents }: GatherDeps,
): Promise<Record<string, Result>> {
  const { controller, release } = childOf(...parents);
  const via = facts.taskId === undefined ? 'input-required' : 'task';
  const one = async ({ key, method, params }: InputRequest): Promise<[string, Result][]> => {
    const { signal } = controller;
    try {
      const reply = await ask({ ...facts, method, params, via, key, operationCertain: true, signal });
      if (reply.kind === 'result') return [[key, reply.result]];
      controller.abort('Another question of the same round was declined.');
      throw reply.byPerson ? declined() : new RpcFault('local', reply.message, { code: reply.code });
    } catch (error) {
      if (error instanceof LeftOut) return [];
      throw error;
    }
  };
  try {
    return Object.fromEntries((await Promise.all(requests.map(one))).flat());
  } finally {
    release();
  }
}
