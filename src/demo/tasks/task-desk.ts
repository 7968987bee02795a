import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallToolResult, InputRequest } from '@modelcontextprotocol/server';

const MAX_TASKS = 100;
const DEFAULT_TTL_MS = 10 * 60_000;
const MAX_TTL_MS = 60 * 60_000;

/** Milliseconds that a client should leave between two looks at a task. */
export const POLL_MS = 500;

/** The states of a task; both eras use the same five words. */
export type TaskState = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** What a client answered to the question of a task; it comes from outside and is checked by the work that asked. */
export type TaskAnswer = Record<string, unknown>;

/** What the work of a task can do while it runs. */
export interface TaskHands {
  /** Says what is being done now, in one line. */
  say: (statusMessage: string) => void;
  /** Works for so many milliseconds; throws when the task is cancelled. */
  work: (milliseconds: number) => Promise<void>;
  /** Asks the person and waits for the answer; throws when the task is cancelled. */
  ask: (key: string, request: InputRequest) => Promise<TaskAnswer>;
}

/** The work of a task; what it returns is the result of the call that started it. */
export type TaskWork = (hands: TaskHands) => Promise<CallToolResult>;

/** One piece of work that outlives its call. */
export interface DemoTask {
  readonly id: string;
  readonly tool: string;
  status: TaskState;
  statusMessage: string;
  /** Times as ISO 8601. */
  readonly createdAt: string;
  lastUpdatedAt: string;
  readonly ttlMs: number;
  /** The open question; only while the status is `input_required`. */
  question?: { key: string; request: InputRequest };
  /** What the call would have given; only once the status is `completed`. */
  result?: CallToolResult;
  /** Why the work could not be done; only once the status is `failed`. */
  problem?: string;
}

/** Keeps the tasks of one running demo; they survive the session that started them, until their time is over. */
export interface TaskDesk {
  /** Starts work; past 100 tasks the oldest is forgotten. */
  start: (tool: string, work: TaskWork, ttlMs?: number) => DemoTask;
  /** The task, unless it is unknown or its time is over. */
  find: (id: string) => DemoTask | undefined;
  list: () => DemoTask[];
  /** Gives the answer to the open question `key`; an answer to no open question is ignored. */
  answer: (task: DemoTask, key: string, answer: TaskAnswer) => void;
  /** Ends a task that still runs. */
  cancel: (task: DemoTask) => void;
  /** Resolves at the next change of the task, or rejects when the signal aborts. */
  changed: (task: DemoTask, signal: AbortSignal) => Promise<void>;
  /** Ends all work, so that nothing keeps the process alive. */
  close: () => void;
}

/** Whether a task with this status will never change again. */
export function isOver(status: TaskState): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

interface Running {
  task: DemoTask;
  stop: AbortController;
  answered?: (answer: TaskAnswer) => void;
  events: EventEmitter<{ change: [] }>;
}

/** Makes an empty desk. */
export function createTaskDesk(): TaskDesk {
  const running = new Map<string, Running>();
  const forget = (id: string): void => {
    const entry = running.get(id);
    if (entry !== undefined) stop(entry, 'Its time is over');
    running.delete(id);
  };
  const known = (task: DemoTask): Running | undefined => running.get(task.id);
  return {
    start: (tool, work, ttlMs = DEFAULT_TTL_MS) => {
      const entry = newEntry(tool, ttlMs);
      running.set(entry.task.id, entry);
      const oldest = running.size > MAX_TASKS ? running.keys().next().value : undefined;
      if (oldest !== undefined) forget(oldest);
      setTimeout(() => forget(entry.task.id), entry.task.ttlMs).unref();
      void follow(entry, work);
      return entry.task;
    },
    find: (id) => running.get(id)?.task,
    list: () => [...running.values()].map((entry) => entry.task),
    answer: (task, key, answer) => {
      if (task.question?.key === key) known(task)?.answered?.(answer);
    },
    cancel: (task) => {
      const entry = known(task);
      if (entry !== undefined) stop(entry, 'Cancelled by the client');
    },
    changed: async (task, signal) => {
      const entry = known(task);
      if (entry !== undefined) await once(entry.events, 'change', { signal });
    },
    close: () => {
      for (const id of [...running.keys()]) forget(id);
    },
  };
}

function newEntry(tool: string, ttlMs: number): Running {
  const now = new Date().toISOString();
  return {
    task: {
      id: randomUUID(),
      tool,
      status: 'working',
      statusMessage: 'Started',
      createdAt: now,
      lastUpdatedAt: now,
      ttlMs: Math.min(Math.max(ttlMs, 1000), MAX_TTL_MS),
    },
    stop: new AbortController(),
    events: new EventEmitter(),
  };
}

function change(entry: Running, changes: Partial<DemoTask>): void {
  Object.assign(entry.task, changes, { lastUpdatedAt: new Date().toISOString() });
  if (entry.task.status !== 'input_required') delete entry.task.question;
  entry.events.emit('change');
}

function stop(entry: Running, statusMessage: string): void {
  if (isOver(entry.task.status)) return;
  entry.stop.abort();
  change(entry, { status: 'cancelled', statusMessage });
}

async function follow(entry: Running, work: TaskWork): Promise<void> {
  const { signal } = entry.stop;
  try {
    const result = await work({
      say: (statusMessage) => change(entry, { statusMessage }),
      work: (milliseconds) => delay(milliseconds, undefined, { signal }),
      ask: (key, request) => ask(entry, key, request),
    });
    change(entry, { status: 'completed', statusMessage: 'Done', result });
  } catch (error) {
    if (signal.aborted) return;
    change(entry, { status: 'failed', statusMessage: 'Could not be done', problem: String(error) });
  }
}

async function ask(entry: Running, key: string, request: InputRequest): Promise<TaskAnswer> {
  const { signal } = entry.stop;
  const before = entry.task.statusMessage;
  const answer = new Promise<TaskAnswer>((resolve, reject) => {
    entry.answered = resolve;
    signal.addEventListener('abort', () => reject(new Error('The task was cancelled.')), { once: true });
  });
  change(entry, { status: 'input_required', statusMessage: 'Waiting for an answer', question: { key, request } });
  const given = await answer;
  change(entry, { status: 'working', statusMessage: before });
  return given;
}
