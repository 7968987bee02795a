import type { Answerer } from '#shared/entities.ts';
import { objectAt } from '#shared/json.ts';
import { withMember } from '#shared/json-members.ts';
import type { Call, Params, Result } from './era/era.ts';
import { RpcFault } from './fault.ts';
import { WHO } from './pending.ts';
import type { NoteDraft } from './tap.ts';

/** Legacy tasks: key of `_meta` that ties a message to its task. */
export const RELATED_TASK = 'io.modelcontextprotocol/related-task';

/** The call with the params of its next round; of an exact text only what the round adds is written anew. */
export function retried(call: Call, params: Params): Call {
  const { text } = call;
  if (text === undefined) return { ...call, params };
  const added = Object.entries(params).filter(([key, value]) => value !== call.params[key]);
  return {
    ...call,
    params,
    text: added.reduce((out, [key, value]) => withMember(out || '{}', [key], JSON.stringify(value)), text),
  };
}

/** The answer to a question of a task names the task again (TASKL-11). */
export function relatedTo(taskId: string | undefined, result: Result): Result {
  return taskId === undefined
    ? result
    : { ...result, _meta: { ...objectAt(result, '_meta'), [RELATED_TASK]: { taskId } } };
}

/** For the log: no retry comes for the questions of a record. Nothing on the wire would tell. */
export function roundEnded(seq: number, by: Answerer | undefined): NoteDraft {
  const text = by ? `${WHO[by]} declined to answer, so the call ended.` : 'The call ended before it was answered.';
  const how = by ? { how: 'declined', by } : { how: 'stopped' };
  return { what: 'round.ended', level: 'info', text, data: { seq, ...how } };
}

/** For the log: what becomes of a call that was refused until pages were visited, by the record of the refusal. */
export function refusedRound(what: 'began' | 'retried', { method }: Call, seq: number | undefined): NoteDraft {
  const text =
    what === 'began'
      ? `${method} was refused until pages were visited, which are asked for now.`
      : `${method} is sent again: what it was refused for is done.`;
  return { what: `round.${what}`, level: 'debug', text, data: { seq } };
}

/** The fault of a call in which the server did something in every round. */
export function endless(what: string, times: number): RpcFault {
  const todo = 'Look at the rounds of this call. If the server really needs more, raise the limit in Settings.';
  return new RpcFault('local', `Stopped after ${times} rounds: the server ${what} each time.`, { todo });
}
