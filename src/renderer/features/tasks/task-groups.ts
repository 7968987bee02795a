import { Ban, CircleCheck, CircleQuestionMark, CircleX, Clock, Hourglass, Loader, type LucideIcon } from 'lucide-react';
import type { TaskInfo } from '#shared/entities.ts';
import { formatDuration } from '../../ui/format.ts';
import type { Kind } from '../../ui/kind.ts';

type TaskStatus = TaskInfo['status'];

/** Icon and colour of a status; the word itself is the protocol's. */
export const TASK_LOOKS: Readonly<Record<TaskStatus, { icon: LucideIcon; kind: Kind }>> = {
  working: { icon: Loader, kind: 'req' },
  input_required: { icon: Hourglass, kind: 'wait' },
  completed: { icon: CircleCheck, kind: 'ok' },
  failed: { icon: CircleX, kind: 'err' },
  cancelled: { icon: Ban, kind: 'ntf' },
  expired: { icon: Clock, kind: 'ntf' },
  unknown: { icon: CircleQuestionMark, kind: 'ntf' },
};

/** The look of any status word; one the protocol does not know looks like an unknown one. */
export function lookOf(status: string): { icon: LucideIcon; kind: Kind } {
  return Object.hasOwn(TASK_LOOKS, status) ? TASK_LOOKS[status as TaskStatus] : TASK_LOOKS.unknown; // an own key of the table
}

export type TaskGroup = 'Needs you' | 'Working' | 'Finished';

export type TaskRow =
  | { readonly kind: 'group'; readonly group: TaskGroup; readonly count: number; readonly open: boolean }
  | { readonly kind: 'task'; readonly task: TaskInfo };

const GROUPS: readonly TaskGroup[] = ['Needs you', 'Working', 'Finished'];

export function groupOf(status: TaskStatus): TaskGroup {
  if (status === 'input_required') return 'Needs you';
  return status === 'working' ? 'Working' : 'Finished';
}

/** It goes on, as far as the server says. */
export const isGoingOn = (task: TaskInfo): boolean => groupOf(task.status) !== 'Finished';

export const isOver = (task: TaskInfo): boolean => !isGoingOn(task) && task.status !== 'unknown';

/** The tasks that match, newest first. */
export function foundTasks(tasks: readonly TaskInfo[], filter: string): TaskInfo[] {
  const needle = filter.trim().toLowerCase();
  const has = (text: string | undefined) => text?.toLowerCase().includes(needle);
  return tasks
    .filter((task) => [task.id, task.origin, task.message, task.status].some(has))
    .toSorted((a, b) => bornAt(b) - bornAt(a));
}

/** Every group with its tasks. */
export function grouped(found: readonly TaskInfo[]): { group: TaskGroup; tasks: readonly TaskInfo[] }[] {
  return GROUPS.map((group) => ({ group, tasks: found.filter((task) => groupOf(task.status) === group) }));
}

/** Rows of the table: groups with their tasks; a group without tasks is left out. */
export function taskRows(found: readonly TaskInfo[], folded: ReadonlySet<string>): TaskRow[] {
  return grouped(found).flatMap(({ group, tasks }): TaskRow[] => {
    if (tasks.length === 0) return [];
    const open = !folded.has(group);
    const head: TaskRow = { kind: 'group', group, count: tasks.length, open };
    return open ? [head, ...tasks.map((task): TaskRow => ({ kind: 'task', task }))] : [head];
  });
}

/** The tool behind a task; the method itself where it was no tool call. */
export const startedBy = (task: TaskInfo): string => task.origin.replace(/^tools\/call /, '');

/** No call of this app started it: the server named it in a list, or it was asked for by its id. */
export const isForeign = (task: TaskInfo): boolean => task.origin === 'tasks/list' || task.origin === 'tasks/get';

/** When it began, milliseconds of this app's clock; of another's task by the server's word, which may be wrong. */
export function bornAt(task: TaskInfo): number {
  return isForeign(task) ? Math.min(task.createdAt, task.seenAt) : task.seenAt;
}

/** How long it is still kept, milliseconds; infinite without a limit, undefined when the server does not say. */
export function keptFor(task: TaskInfo, now: number): number | undefined {
  if (task.ttlMs === undefined) return undefined;
  return task.ttlMs === null ? Number.POSITIVE_INFINITY : bornAt(task) + task.ttlMs - now;
}

/** Whole seconds: clocks in the table run once a second. */
export const clock = (ms: number): string => {
  const whole = Math.max(0, Math.floor(ms / 1000)) * 1000;
  return whole < 60_000 ? `${whole / 1000} s` : formatDuration(whole);
};

/** `Cancel asked for, 12 s`, until the server says how the task ended. */
export function cancelWords(task: TaskInfo, now: number): string | undefined {
  if (task.cancelAskedAt === undefined || isOver(task)) return undefined;
  return `Cancel asked for, ${clock(now - task.cancelAskedAt)}`;
}
