import type { Answerer } from '#shared/entities.ts';
import { objectAt } from '#shared/json.ts';
import { withMember } from '#shared/json-members.ts';
import type { Call, Params, Result } from './era/era.ts';
import { RpcFault } from './fault.ts';
import type { RoundFacts } from './gather.ts';
import type { RpcId } from './messages.ts';
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

/** For the log: the pages that a call was refused for are asked for. `seq` is the record of the refusal. */
export function refusedBegan({ method }: Call, seq: number | undefined): NoteDraft {
  const text = `${method} was refused until pages were visited, which are asked for now.`;
  return { what: 'round.began', level: 'debug', text, data: { seq } };
}

/** Puts on record what becomes of an answered round: the call goes out once more, or it never does. */
export class RoundRetry {
  readonly #from: Pick<RoundFacts, 'seq' | 'refused'>;
  readonly #method: string;
  readonly #note: (draft: NoteDraft) => void;
  #sent = false;

  constructor(from: Pick<RoundFacts, 'seq' | 'refused'>, { method }: Call, note: (draft: NoteDraft) => void) {
    this.#from = from;
    this.#method = method;
    this.#note = note;
  }

  /** Right before it goes out. On the wire a refused call is like any other, so its id is said. */
  readonly sending = (id: RpcId): void => {
    this.#sent = true;
    const { seq, refused } = this.#from;
    const text = `${this.#method} is sent again: what it was refused for is done.`;
    if (refused) this.#note({ what: 'round.retried', level: 'debug', text, data: { seq, id } });
  };

  /** It failed: where that was before it went out, no retry comes. */
  failed(): void {
    const { seq } = this.#from;
    if (!this.#sent && seq !== undefined) this.#note(roundEnded(seq, undefined));
  }
}

/** The fault of a call in which the server did something in every round. */
export function endless(what: string, times: number): RpcFault {
  const todo = 'Look at the rounds of this call. If the server really needs more, raise the limit in Settings.';
  return new RpcFault('local', `Stopped after ${times} rounds: the server ${what} each time.`, { todo });
}
