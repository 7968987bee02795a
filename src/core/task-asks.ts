import { textAt } from '#shared/json.ts';
import { childOf } from './abort.ts';
import { explained, faultOf, RpcFault } from './fault.ts';
import type { Kernel } from './kernel.ts';
import type { OperationHandle } from './operations.ts';
import type { Answer } from './peer.ts';
import type { TaskTable } from './task-table.ts';

/** Never faster than this, whatever the server says, milliseconds; the server's word counts up to the longest. */
const SHORTEST_POLL_MS = 500;
export const LONGEST_POLL_MS = 60_000;
const USUAL_POLL_MS = 1000;
/** While nobody looks at the app. */
const BACKGROUND_POLL_MS = 10_000;
const UNKNOWN_TASK = -32602;

const FORGOTTEN = 'The server no longer knows this task: its time is over, or the server was started again since.';
const NOT_KEPT =
  'The task has ended, but the result is no longer kept (ttl): its time is over, or the server was started again since.';

/** The requests about single tasks, and the pauses between them. */
export class TaskAsks {
  readonly #kernel: Kernel;
  readonly #table: TaskTable;
  /** Ends the pause before the next poll of a task. */
  readonly #pauses = new Map<string, () => void>();

  constructor(kernel: Kernel, table: TaskTable) {
    this.#kernel = kernel;
    this.#table = table;
  }

  /** `tasks/get`. A task that the server does not know is marked so. Rejects with an RpcFault. */
  async poll(taskId: string, operation: OperationHandle | undefined): Promise<Answer> {
    const table = this.#table;
    table.polled(taskId);
    try {
      const answer = await this.#kernel.send({ method: 'tasks/get', params: { taskId } }, { operation });
      table.update(taskId, answer.result, answer.seq);
      return answer;
    } catch (error) {
      const fault = faultOf(error);
      if (fault.code !== UNKNOWN_TASK) throw fault;
      table.mark(taskId, 'unknown', { message: fault.message, seq: fault.seq });
      throw explained(fault, FORGOTTEN);
    }
  }

  /** `tasks/result` of the legacy era, which blocks until the task is over, so no limit applies. */
  async result(taskId: string, operation: OperationHandle | undefined): Promise<Answer> {
    try {
      return await this.#kernel.send({ method: 'tasks/result', params: { taskId } }, { operation, timeoutMs: 0 });
    } catch (error) {
      const fault = faultOf(error);
      throw fault.code === UNKNOWN_TASK && this.#table.isOver(taskId) ? explained(fault, NOT_KEPT) : fault;
    }
  }

  /**
   * `tasks/cancel`, which is a wish: the status the server gives in the end counts (TASKX-09). A task that had just
   * ended is read once more and is no error. Rejects with an RpcFault.
   */
  async cancel(taskId: string, operation: OperationHandle | undefined): Promise<Answer> {
    if (!this.mayCancel) {
      throw new RpcFault('local', 'The server declares no tasks.cancel, so its tasks cannot be cancelled.', {
        todo: 'Send it as raw text if you want to try.',
      });
    }
    const table = this.#table;
    table.cancelAsked(taskId, true);
    try {
      const answer = await this.#kernel.send({ method: 'tasks/cancel', params: { taskId } }, { operation });
      if (textAt(answer.result, 'status') !== undefined) table.update(taskId, answer.result, answer.seq);
      this.wake(taskId);
      return answer;
    } catch (error) {
      return this.#notCancelled(taskId, operation, faultOf(error));
    }
  }

  async #notCancelled(taskId: string, operation: OperationHandle | undefined, fault: RpcFault): Promise<Answer> {
    if (fault.code === UNKNOWN_TASK) {
      const answer = await this.poll(taskId, operation);
      this.wake(taskId);
      if (this.#table.isOver(taskId)) {
        this.#kernel.note({ what: 'task', text: 'The task had ended before the wish to cancel it arrived.' });
        return answer;
      }
    }
    this.#table.cancelAsked(taskId, false);
    throw fault;
  }

  /** False when a legacy server does not offer it (TASKL-10). */
  get mayCancel(): boolean {
    return this.#kernel.connection?.era.name !== 'legacy' || this.#kernel.declared('tasks')?.cancel !== undefined;
  }

  /** Waits as long as the server wants between polls, longer while nobody looks; `wake` ends it. */
  async pause(taskId: string, operation: OperationHandle | undefined, factor: number): Promise<void> {
    const kernel = this.#kernel;
    const wanted = this.#table.get(taskId)?.pollEveryMs ?? USUAL_POLL_MS;
    const step = Math.min(Math.max(wanted, SHORTEST_POLL_MS) * factor, LONGEST_POLL_MS);
    const { controller, release } = childOf(operation?.signal ?? kernel.signal);
    this.#pauses.set(taskId, () => controller.abort());
    const from = kernel.now();
    const isEarly = () => kernel.background && kernel.now() - from < BACKGROUND_POLL_MS;
    do {
      this.#table.due(taskId, Math.max(kernel.now() + step, kernel.background ? from + BACKGROUND_POLL_MS : 0));
      await kernel.pause(step, controller.signal);
    } while (isEarly() && !controller.signal.aborted);
    this.#pauses.delete(taskId);
    release();
  }

  /** Whoever follows the task asks for it now. */
  wake(taskId: string): void {
    this.#pauses.get(taskId)?.();
  }
}
