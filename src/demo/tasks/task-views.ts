import { type CallToolResult, RELATED_TASK_META_KEY } from '@modelcontextprotocol/server';
import { type DemoTask, POLL_MS } from './task-desk.ts';

/** Name of the extension by which the modern era has tasks (SEP-2663). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** A task as the core of 2025-11-25 shows it. */
export function legacyView(task: DemoTask) {
  return { ...commonView(task), ttl: task.ttlMs, pollInterval: POLL_MS };
}

/** A task as the tasks extension shows it; what the state calls for travels with it. */
export function modernView(task: DemoTask) {
  return {
    ...commonView(task),
    ttlMs: task.ttlMs,
    pollIntervalMs: POLL_MS,
    ...(task.question === undefined ? {} : { inputRequests: { [task.question.key]: task.question.request } }),
    ...(task.result === undefined ? {} : { result: task.result }),
    ...(task.problem === undefined ? {} : { error: { code: -32603, message: task.problem } }),
  };
}

/** Names the task that a legacy message belongs to. */
export function relatedTo(task: DemoTask) {
  return { [RELATED_TASK_META_KEY]: { taskId: task.id } };
}

/**
 * The answer to a call that became a task. The SDK knows only finished tool results, so the handle travels inside one;
 * `speakTasks` takes the empty content off again.
 */
export function handleOf(task: DemoTask, modern: boolean): CallToolResult {
  return { content: [], ...(modern ? { resultType: 'task', ...modernView(task) } : { task: legacyView(task) }) };
}

function commonView(task: DemoTask) {
  const { id, status, statusMessage, createdAt, lastUpdatedAt } = task;
  return { taskId: id, status, statusMessage, createdAt, lastUpdatedAt };
}
