import type { TaskInfo } from '#shared/entities.ts';
import { isFiniteNumber, isObject, type JsonObject, textAt } from '#shared/json.ts';
import type { EraName } from '#shared/product.ts';
import type { Kernel, TaskStart } from './kernel.ts';
import type { KeptTask, TaskMemory } from './task-memory.ts';

const STATUSES: readonly TaskInfo['status'][] = ['working', 'input_required', 'completed', 'failed', 'cancelled'];
const GOING_ON: readonly TaskInfo['status'][] = ['working', 'input_required'];
/** Tasks that are kept, and status changes kept of each. */
const KEPT = 1000;
const HISTORY = 100;

/** What is told of a task beside the server's own words. */
type Facts = Partial<Pick<TaskInfo, 'operationId' | 'resultOperationId'>>;

/** The tasks seen in a session, as the page shows them. The put's id is `<sessionId>:<taskId>`. */
export class TaskTable {
  readonly #kernel: Kernel;
  readonly #memory: TaskMemory;
  readonly #all = new Map<string, TaskInfo>();
  /** Tasks of this app, which are asked for again after a restart, with what is remembered of each. */
  readonly #ours = new Map<string, string>();

  constructor(kernel: Kernel, memory: TaskMemory) {
    this.#kernel = kernel;
    this.#memory = memory;
  }

  get(taskId: string): TaskInfo | undefined {
    return this.#all.get(taskId);
  }

  /** True once it has an end by the server's word or ours. */
  isOver(taskId: string): boolean {
    const status = this.#all.get(taskId)?.status;
    return status !== undefined && status !== 'unknown' && !GOING_ON.includes(status);
  }

  started({ taskId, answer, call, options }: TaskStart, source: JsonObject): void {
    const name = textAt(call.params, 'name');
    const origin = name === undefined ? call.method : `${call.method} ${name}`;
    const { operation } = options;
    this.#ours.set(taskId, '');
    this.#keep({ ...this.#fresh(taskId, origin), ...(operation ? { operationId: operation.id } : {}) });
    this.update(taskId, source, answer.seq);
  }

  /** A task of an earlier session; nothing was heard of it yet. */
  recalled({ id, origin, startedIn, createdAt, seenAt, ttlMs, pollEveryMs }: KeptTask): void {
    this.#ours.set(id, '');
    this.#keep({
      ...this.#fresh(id, origin),
      startedIn,
      createdAt,
      seenAt,
      ...(ttlMs === undefined ? {} : { ttlMs }),
      ...(pollEveryMs === undefined ? {} : { pollEveryMs }),
    });
  }

  /** One entry of `tasks/list`. */
  listed(item: unknown, seq: number | undefined): void {
    const taskId = textAt(item, 'taskId');
    if (taskId === undefined || !isObject(item)) return;
    if (!this.#all.has(taskId)) this.#keep(this.#fresh(taskId, 'tasks/list'));
    this.update(taskId, item, seq);
  }

  /** A notification about a task; only known ones count. True when it told something new. */
  seen(params: JsonObject, seq: number): boolean {
    const taskId = textAt(params, 'taskId');
    const before = taskId === undefined ? undefined : this.#all.get(taskId);
    if (!before) return false;
    this.update(before.id, params, seq);
    return this.#all.get(before.id)?.status !== before.status;
  }

  /** Takes over what the server says of a task in a record. */
  update(taskId: string, source: JsonObject, seq: number | undefined): void {
    const before = this.#all.get(taskId) ?? this.#fresh(taskId, 'tasks/get');
    const status = STATUSES.find((one) => one === source.status) ?? 'unknown';
    const message = textAt(source, 'statusMessage');
    const ttl = source.ttlMs === undefined ? source.ttl : source.ttlMs;
    const poll = source.pollIntervalMs ?? source.pollInterval;
    this.#keep({
      ...this.#moved(before, { status, message, seq }),
      createdAt: timeOf(source.createdAt) ?? before.createdAt,
      updatedAt: timeOf(source.lastUpdatedAt) ?? this.#kernel.now(),
      ...(isFiniteNumber(ttl) || ttl === null ? { ttlMs: ttl } : {}),
      ...(isFiniteNumber(poll) ? { pollEveryMs: poll } : {}),
    });
  }

  /** Something we find out ourselves: expired, or no longer known. */
  mark(taskId: string, status: 'expired' | 'unknown', told: { message?: string; seq?: number | undefined } = {}): void {
    const before = this.#all.get(taskId);
    if (!before) return;
    this.#ours.delete(taskId);
    this.#memory.forget(taskId);
    this.#keep(this.#moved(before, { status, message: told.message, seq: told.seq }));
  }

  polled(taskId: string): void {
    const before = this.#all.get(taskId);
    if (before) this.#all.set(taskId, { ...before, polls: before.polls + 1 });
  }

  /** When it is asked for next; undefined when nobody does any more. */
  due(taskId: string, at: number | undefined): void {
    const before = this.#all.get(taskId);
    if (!before || before.nextPollAt === at) return;
    const { nextPollAt: _old, ...rest } = before;
    this.#keep(at === undefined ? rest : { ...rest, nextPollAt: at });
  }

  /** A cancel was sent, or (false) the server refused it. */
  cancelAsked(taskId: string, asked: boolean): void {
    const before = this.#all.get(taskId);
    if (!before) return;
    const { cancelAskedAt = this.#kernel.now(), ...rest } = before;
    this.#keep(asked ? { ...rest, cancelAskedAt } : rest);
  }

  /** Ties it to the operation that follows it or fetched its result. */
  tie(taskId: string, facts: Facts): void {
    this.#keep({ ...(this.#all.get(taskId) ?? this.#fresh(taskId, 'tasks/get')), ...facts });
  }

  #moved(
    before: TaskInfo,
    now: { status: TaskInfo['status']; message?: string | undefined; seq?: number | undefined },
  ) {
    const { status, message, seq } = now;
    const { message: _old, ...rest } = before;
    const words = message === undefined ? {} : { message };
    if (before.status === status && before.message === message && before.history.length > 0)
      return { ...rest, ...words };
    const entry = { at: this.#kernel.now(), status, ...words, ...(seq === undefined ? {} : { seq }) };
    return { ...rest, ...words, status, history: [...before.history, entry].slice(-HISTORY) };
  }

  #fresh(taskId: string, origin: string): TaskInfo {
    const now = this.#kernel.now();
    const { sessionId } = this.#kernel;
    const times = { createdAt: now, updatedAt: now, seenAt: now };
    return { id: taskId, sessionId, origin, status: 'unknown', ...times, polls: 0, history: [] };
  }

  #keep(task: TaskInfo): void {
    this.#all.set(task.id, task);
    this.#kernel.publish({ op: 'put', topic: 'task', id: `${task.sessionId}:${task.id}`, value: task });
    this.#remember(task);
    if (this.#all.size <= KEPT) return;
    const [oldest] = this.#all.keys();
    if (oldest === undefined) return;
    this.#all.delete(oldest);
    this.#kernel.publish({ op: 'drop', topic: 'task', id: `${task.sessionId}:${oldest}` });
  }

  /** Keeps of our own tasks what a later session needs, until they are over. */
  #remember(task: TaskInfo): void {
    const known = this.#ours.get(task.id);
    const era = this.#kernel.connection?.era.name;
    if (known === undefined || era === undefined) return;
    if (this.isOver(task.id)) {
      this.#ours.delete(task.id);
      this.#memory.forget(task.id);
      return;
    }
    const kept = keptOf(task, era);
    const text = JSON.stringify(kept);
    if (text === known) return;
    this.#ours.set(task.id, text);
    this.#memory.keep(kept);
  }
}

function keptOf(task: TaskInfo, era: EraName): KeptTask {
  const { id, origin, sessionId, startedIn = sessionId, createdAt, seenAt, ttlMs, pollEveryMs } = task;
  return { id, origin, era, startedIn, createdAt, seenAt, ttlMs, pollEveryMs };
}

function timeOf(value: unknown): number | undefined {
  if (isFiniteNumber(value)) return value;
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(time) ? time : undefined;
}
