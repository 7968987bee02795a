import { Ban, CircleCheck, CircleQuestionMark, CircleX, Clock, Hourglass, Loader, type LucideIcon } from 'lucide-react';
import type { TaskInfo } from '#shared/entities.ts';
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

export const isOver = (task: TaskInfo): boolean => groupOf(task.status) === 'Finished' && task.status !== 'unknown';

/** Rows of the table: groups with their tasks, newest first; a group without tasks is left out. */
export function taskRows(tasks: readonly TaskInfo[], filter: string, folded: ReadonlySet<string>): TaskRow[] {
  const needle = filter.trim().toLowerCase();
  const found = tasks.filter((task) =>
    [task.id, task.origin, task.message, task.status].some((text) => text?.toLowerCase().includes(needle)),
  );
  return GROUPS.flatMap((group): TaskRow[] => {
    const mine = found.filter((task) => groupOf(task.status) === group).toSorted((a, b) => b.createdAt - a.createdAt);
    if (mine.length === 0) return [];
    const open = !folded.has(group);
    const head: TaskRow = { kind: 'group', group, count: mine.length, open };
    return open ? [head, ...mine.map((task): TaskRow => ({ kind: 'task', task }))] : [head];
  });
}

/** The tool behind a task; the method itself where it was no tool call. */
export const startedBy = (task: TaskInfo): string => task.origin.replace(/^tools\/call /, '');

/** How long a task is still kept, in words; undefined when the server does not say. */
export function keptFor(task: TaskInfo, now: number): number | undefined {
  return typeof task.ttlMs === 'number' ? task.seenAt + task.ttlMs - now : undefined;
}
