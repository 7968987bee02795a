import type { TaskInfo } from '#shared/entities.ts';
import { isFiniteNumber, isObject, type JsonObject, textAt } from '#shared/json.ts';
import type { Kernel, TaskStart } from './kernel.ts';

const STATUSES: readonly TaskInfo['status'][] = ['working', 'input_required', 'completed', 'failed', 'cancelled'];
/** Tasks that are kept, and status changes kept of each. */
const KEPT = 1000;
const HISTORY = 100;

/** The tasks seen in a session, as the page shows them. The put's id is `<sessionId>:<taskId>`. */
export class TaskTable {
  readonly #kernel: Kernel;
  readonly #all = new Map<string, TaskInfo>();

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  get(taskId: string): TaskInfo | undefined {
    return this.#all.get(taskId);
  }

  started({ taskId, call, options }: TaskStart, source: JsonObject): void {
    const name = textAt(call.params, 'name');
    const origin = name === undefined ? call.method : `${call.method} ${name}`;
    const { operation } = options;
    this.#keep({ ...this.#fresh(taskId, origin), ...(operation ? { operationId: operation.id } : {}) });
    this.update(taskId, source);
  }

  /** One entry of `tasks/list`. */
  listed(item: unknown): void {
    const taskId = textAt(item, 'taskId');
    if (taskId === undefined || !isObject(item)) return;
    if (!this.#all.has(taskId)) this.#keep(this.#fresh(taskId, 'tasks/list'));
    this.update(taskId, item);
  }

  /** A notification about a task; only known ones count. */
  seen(params: JsonObject): void {
    const taskId = textAt(params, 'taskId');
    if (taskId !== undefined && this.#all.has(taskId)) this.update(taskId, params);
  }

  /** Takes over what the server says of a task. */
  update(taskId: string, source: JsonObject): void {
    const before = this.#all.get(taskId) ?? this.#fresh(taskId, 'tasks/get');
    const status = STATUSES.find((one) => one === source.status) ?? 'unknown';
    const message = textAt(source, 'statusMessage');
    const ttl = source.ttlMs ?? source.ttl;
    const poll = source.pollIntervalMs ?? source.pollInterval;
    this.#keep({
      ...this.#moved(before, status, message),
      createdAt: timeOf(source.createdAt) ?? before.createdAt,
      updatedAt: timeOf(source.lastUpdatedAt) ?? this.#kernel.now(),
      ...(isFiniteNumber(ttl) ? { ttlMs: ttl } : {}),
      ...(isFiniteNumber(poll) ? { pollEveryMs: poll } : {}),
    });
  }

  /** Something we find out ourselves: expired, or no longer known. */
  mark(taskId: string, status: TaskInfo['status'], message?: string): void {
    const before = this.#all.get(taskId);
    if (before) this.#keep(this.#moved(before, status, message));
  }

  polled(taskId: string): void {
    const before = this.#all.get(taskId);
    if (before) this.#all.set(taskId, { ...before, polls: before.polls + 1 });
  }

  #moved(before: TaskInfo, status: TaskInfo['status'], message: string | undefined): TaskInfo {
    const { message: _old, ...rest } = before;
    const words = message === undefined ? {} : { message };
    if (before.status === status && before.message === message && before.history.length > 0)
      return { ...rest, ...words };
    const history = [...before.history, { at: this.#kernel.now(), status, ...words }].slice(-HISTORY);
    return { ...rest, ...words, status, history };
  }

  #fresh(taskId: string, origin: string): TaskInfo {
    const now = this.#kernel.now();
    const { sessionId } = this.#kernel;
    return { id: taskId, sessionId, origin, status: 'unknown', createdAt: now, updatedAt: now, polls: 0, history: [] };
  }

  #keep(task: TaskInfo): void {
    this.#all.set(task.id, task);
    this.#kernel.publish({ op: 'put', topic: 'task', id: `${task.sessionId}:${task.id}`, value: task });
    if (this.#all.size <= KEPT) return;
    const [oldest] = this.#all.keys();
    if (oldest === undefined) return;
    this.#all.delete(oldest);
    this.#kernel.publish({ op: 'drop', topic: 'task', id: `${task.sessionId}:${oldest}` });
  }
}

function timeOf(value: unknown): number | undefined {
  if (isFiniteNumber(value)) return value;
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(time) ? time : undefined;
}
