import { objectAt } from '#shared/json.ts';
import { withMember } from '#shared/json-members.ts';
import type { Call, Params, Result } from './era/era.ts';

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
