import { isFiniteNumber, objectAt, textAt } from '#shared/json.ts';
import { faultOf, RpcFault } from './fault.ts';
import type { Kernel, TaskStart } from './kernel.ts';
import type { Answer } from './peer.ts';
import type { TaskTable } from './task-table.ts';

/** Never faster than this, whatever the server says, milliseconds; the server's word counts up to the longest. */
const SHORTEST_POLL_MS = 500;
const LONGEST_POLL_MS = 60_000;
const USUAL_POLL_MS = 1000;

interface Follow {
  kernel: Kernel;
  table: TaskTable;
  start: TaskStart;
  /** When this app heard of the task, milliseconds: the server's clock may be another one. */
  since: number;
}

/** Follows a core task (2025-11-25) to the result that the call would have given. Rejects with an RpcFault. */
export async function followLegacyTask(kernel: Kernel, table: TaskTable, start: TaskStart): Promise<Answer> {
  const on = { kernel, table, start, since: kernel.now() };
  cancelByTask(on);
  let result: Promise<Answer> | undefined;
  for (;;) {
    const status = table.get(start.taskId)?.status;
    if (status === 'cancelled') throw new RpcFault('cancelled', 'The server cancelled the task.');
    if (status === 'completed' || status === 'failed') return result ?? fetchResult(on);
    // The server's questions only come while the result is asked for (TASKL-06).
    if (status === 'input_required' && !result) {
      result = fetchResult(on);
      result.catch(() => undefined);
    }
    const settled = result?.then(
      () => true,
      () => true,
    );
    const hasResult = await Promise.race([pollPause(on).then(() => false), ...(settled ? [settled] : [])]);
    if (hasResult && result) {
      await poll(on).catch(() => undefined);
      return result;
    }
    await poll(on);
  }
}

/** Follows a task of the extension (2026-07-28) to its result. Rejects with an RpcFault. */
export async function followModernTask(kernel: Kernel, table: TaskTable, start: TaskStart): Promise<Answer> {
  const on = { kernel, table, start, since: kernel.now() };
  cancelByTask(on);
  const asked = new Set<string>();
  let refused: RpcFault | undefined;
  for (;;) {
    await pollPause(on);
    if (refused) throw refused;
    const answer = await poll(on);
    const { result } = answer;
    switch (table.get(start.taskId)?.status) {
      case 'completed':
        return { ...answer, result: objectAt(result, 'result') ?? {}, path: ['result'] };
      case 'failed':
        throw failed(answer);
      case 'cancelled':
        throw new RpcFault('cancelled', 'The server cancelled the task.', { seq: answer.seq });
      case 'input_required':
        for (const [key, one] of Object.entries(objectAt(result, 'inputRequests') ?? {})) {
          // The same question comes with every poll until its answer took effect (TASKX-08).
          if (asked.has(key)) continue;
          asked.add(key);
          answerKey(on, { key, seq: answer.seq }, one).catch((error: unknown) => {
            refused = faultOf(error);
          });
        }
        break;
      default:
        break;
    }
  }
}

async function answerKey(
  { kernel, start }: Follow,
  { key, seq }: { key: string; seq: number },
  one: unknown,
): Promise<void> {
  const request = { key, method: textAt(one, 'method') ?? '', params: objectAt(one, 'params') ?? {} };
  const { taskId, options } = start;
  const { operation } = options;
  try {
    const inputResponses = await kernel.gather([request], options, { taskId, seq });
    await kernel.send({ method: 'tasks/update', params: { taskId, inputResponses } }, { operation });
  } catch (error) {
    // Nothing can answer it any more, so the work is of no use.
    if (!operation?.over)
      await kernel.send({ method: 'tasks/cancel', params: { taskId } }, { operation }).catch(() => undefined);
    throw error;
  }
}

async function poll({ kernel, table, start }: Follow): Promise<Answer> {
  const { taskId, options } = start;
  table.polled(taskId);
  try {
    const answer = await kernel.send({ method: 'tasks/get', params: { taskId } }, { operation: options.operation });
    table.update(taskId, answer.result);
    return answer;
  } catch (error) {
    const fault = faultOf(error);
    if (fault.code === -32602) table.mark(taskId, 'unknown', fault.message);
    throw fault;
  }
}

/** Waits for the next poll. Throws when the task is gone by its own time to live, or the operation was stopped. */
async function pollPause({ kernel, table, start, since }: Follow): Promise<void> {
  const task = table.get(start.taskId);
  const wanted = task?.pollEveryMs ?? USUAL_POLL_MS;
  await kernel.pause(Math.min(Math.max(wanted, SHORTEST_POLL_MS), LONGEST_POLL_MS), start.options.operation?.signal);
  if (start.options.operation?.signal.aborted) throw new RpcFault('cancelled', 'You stopped following the task.');
  if (task?.ttlMs !== undefined && kernel.now() > since + task.ttlMs + LONGEST_POLL_MS) {
    table.mark(start.taskId, 'expired');
    throw new RpcFault('local', 'The task is older than the server keeps it.');
  }
}

function fetchResult({ kernel, start }: Follow): Promise<Answer> {
  const { taskId, options } = start;
  // It blocks until the task is over, so no limit applies.
  return kernel.send({ method: 'tasks/result', params: { taskId } }, { operation: options.operation, timeoutMs: 0 });
}

/** Cancelling a task is a wish: the status the server gives in the end counts (TASKX-09). */
function cancelByTask({ kernel, start }: Follow): void {
  const { operation } = start.options;
  if (!operation) return;
  operation.onCancel = () => {
    const { taskId } = start;
    kernel.send({ method: 'tasks/cancel', params: { taskId } }, { operation }).catch((error: unknown) => {
      kernel.note({ what: 'task', level: 'warn', text: `The task was not cancelled: ${faultOf(error).message}` });
    });
  };
}

function failed({ result, seq }: Answer): RpcFault {
  const error = objectAt(result, 'error');
  const code = isFiniteNumber(error?.code) ? error.code : undefined;
  const message = textAt(error, 'message') ?? textAt(result, 'statusMessage') ?? 'The task failed.';
  return new RpcFault('protocol', message, { code, data: error?.data, seq });
}
