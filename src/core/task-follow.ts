import type { TaskInfo } from '#shared/entities.ts';
import { isFiniteNumber, objectAt, textAt } from '#shared/json.ts';
import { faultOf, RpcFault } from './fault.ts';
import type { Kernel } from './kernel.ts';
import type { Answer } from './peer.ts';
import type { SendOptions } from './requests.ts';
import { LONGEST_POLL_MS, type TaskAsks } from './task-asks.ts';
import type { TaskTable } from './task-table.ts';

/** Polls in a row that may fail on the way; each makes the next pause longer. */
const MAX_FAILURES = 5;

/** What follows a task needs. */
export interface Follow {
  kernel: Kernel;
  table: TaskTable;
  asks: TaskAsks;
  taskId: string;
  options: SendOptions;
  /** Its state is not known yet: it is asked for at once. */
  unseen: boolean;
}

interface Following extends Follow {
  /** Polls that failed since the last answer. */
  failures: number;
}

/** Follows a task to the result that its call would have given. Rejects with an RpcFault. */
export async function followTask(follow: Follow): Promise<Answer> {
  const on: Following = { ...follow, failures: 0 };
  const { kernel, table, asks, taskId } = on;
  cancelByTask(on);
  try {
    return await (kernel.connection?.era.name === 'legacy' ? followLegacy(on) : followModern(on));
  } finally {
    table.due(taskId, undefined);
    asks.wake(taskId);
  }
}

/** A core task (2025-11-25): polled to its end, its questions and its result come by `tasks/result`. */
async function followLegacy(on: Following): Promise<Answer> {
  const { table, taskId } = on;
  let result: Promise<Answer> | undefined;
  if (on.unseen) await poll(on);
  for (;;) {
    const status = table.get(taskId)?.status;
    if (status === 'cancelled') throw new RpcFault('cancelled', 'The server cancelled the task.');
    if (status === 'completed' || status === 'failed') return result ?? fetchResult(on);
    // The server's questions only come while the result is asked for (TASKL-06).
    if (status === 'input_required' && !result) {
      result = fetchResult(on);
      result.catch(() => undefined);
    }
    const end = result?.then(
      () => 'result' as const,
      (error: unknown) => faultOf(error),
    );
    const came = await Promise.race([pollPause(on), ...(end ? [end] : [])]);
    if (came === undefined) await poll(on);
    else if (came !== 'result' && mayPass(came) && on.failures < MAX_FAILURES) {
      on.failures += 1;
      result = undefined;
    } else if (result) {
      await poll(on).catch(() => undefined);
      return result;
    }
  }
}

/** A task of the extension (2026-07-28): questions and result come with its state. */
async function followModern(on: Following): Promise<Answer> {
  const { table, taskId } = on;
  const asked = new Set<string>();
  let refused: RpcFault | undefined;
  let answer = on.unseen ? await poll(on) : undefined;
  for (;;) {
    if (answer) {
      const { result } = answer;
      const status = table.get(taskId)?.status;
      if (status !== 'working' && status !== 'input_required' && status !== 'unknown') return modernEnd(answer);
      if (status === 'input_required') {
        for (const [key, one] of Object.entries(objectAt(result, 'inputRequests') ?? {})) {
          // The same question comes with every poll until its answer took effect (TASKX-08).
          if (asked.has(key)) continue;
          asked.add(key);
          answerKey(on, { key, seq: answer.seq }, one).catch((error: unknown) => {
            refused = faultOf(error);
          });
        }
      }
    }
    await pollPause(on);
    if (refused) throw refused;
    answer = await poll(on);
  }
}

/** The result inside a state with an end. Throws an RpcFault for a task that failed, was cancelled, or goes on. */
export function modernEnd(answer: Answer): Answer {
  const { result, seq } = answer;
  if (result.status === 'completed') return { ...answer, result: objectAt(result, 'result') ?? {}, path: ['result'] };
  if (result.status === 'cancelled') throw new RpcFault('cancelled', 'The server cancelled the task.', { seq });
  if (result.status !== 'failed') throw new RpcFault('local', 'The task has not ended yet, so it has no result.');
  const error = objectAt(result, 'error');
  const code = isFiniteNumber(error?.code) ? error.code : undefined;
  const message = textAt(error, 'message') ?? textAt(result, 'statusMessage') ?? 'The task failed.';
  throw new RpcFault('protocol', message, { code, data: error?.data, seq });
}

async function answerKey(on: Following, { key, seq }: { key: string; seq: number }, one: unknown): Promise<void> {
  const { kernel, asks, taskId, options } = on;
  const request = { key, method: textAt(one, 'method') ?? '', params: objectAt(one, 'params') ?? {} };
  const { operation } = options;
  try {
    const { answers: inputResponses } = await kernel.gather([request], options, { taskId, seq });
    await kernel.send({ method: 'tasks/update', params: { taskId, inputResponses } }, { operation });
    asks.wake(taskId);
  } catch (error) {
    // Nothing can answer it any more, so the work is of no use.
    if (!operation?.over)
      await kernel.send({ method: 'tasks/cancel', params: { taskId } }, { operation }).catch(() => undefined);
    throw error;
  }
}

/** One poll; what only broke on the way is tried again later, and gives undefined. */
async function poll(on: Following): Promise<Answer | undefined> {
  const { kernel, asks, taskId, options } = on;
  try {
    const answer = await asks.poll(taskId, options.operation);
    on.failures = 0;
    return answer;
  } catch (error) {
    const fault = faultOf(error);
    if (!mayPass(fault) || on.failures === MAX_FAILURES) throw fault;
    on.failures += 1;
    const text = `A poll of the task failed, it is asked again: ${fault.message}`;
    kernel.note({ what: 'task', level: 'warn', text });
    return undefined;
  }
}

/** A fault of the way, not the server's word about the task. */
function mayPass({ kind, status = 500 }: RpcFault): boolean {
  return kind === 'timeout' || (kind === 'http' && (status >= 500 || status === 429));
}

/** Waits for the next poll. Throws when the task is gone by its own time to live, or the operation was stopped. */
async function pollPause({ kernel, table, asks, taskId, options, failures }: Following): Promise<undefined> {
  await asks.pause(taskId, options.operation, 2 ** failures);
  if ((options.operation?.signal ?? kernel.signal).aborted)
    throw new RpcFault('cancelled', 'You stopped following the task.');
  const task = table.get(taskId);
  if (task && isPast(task, kernel.now())) {
    table.mark(taskId, 'expired');
    throw new RpcFault('local', 'The task is older than the server keeps it.');
  }
}

/** By its own time to live and this app's clock the server has dropped it (TASKX-14). `now` in milliseconds. */
export function isPast({ seenAt, ttlMs }: Pick<TaskInfo, 'seenAt' | 'ttlMs'>, now: number): boolean {
  return typeof ttlMs === 'number' && now > seenAt + ttlMs + LONGEST_POLL_MS;
}

function fetchResult({ asks, taskId, options }: Follow): Promise<Answer> {
  return asks.result(taskId, options.operation);
}

/** Stopping the call asks the server to end the task, where that is possible. */
function cancelByTask({ kernel, asks, taskId, options }: Follow): void {
  const { operation } = options;
  if (!operation || !asks.mayCancel) return;
  operation.onCancel = () => {
    asks.cancel(taskId, operation).catch((error: unknown) => {
      kernel.note({ what: 'task', level: 'warn', text: `The task was not cancelled: ${faultOf(error).message}` });
    });
  };
}
