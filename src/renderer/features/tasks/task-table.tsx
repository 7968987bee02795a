import { type KeyboardEvent, useMemo, useState } from 'react';
import type { TaskInfo } from '#shared/entities.ts';
import { DataTable, type RowShape } from '../../ui/data-table.tsx';
import { taskColumns } from './task-columns.tsx';
import { type TaskGroup, type TaskRow, taskRows } from './task-groups.ts';
import type { Progress } from './task-progress.tsx';
import type { TaskChoice } from './use-task-choice.ts';

const shape = (row: TaskRow): RowShape => (row.kind === 'group' ? { level: 1, expanded: row.open } : { level: 2 });
const rowClass = (row: TaskRow) => (row.kind === 'group' ? 'grp' : undefined);

/** Where one stands in the table, and which groups are folded. */
export interface TaskFolding {
  readonly folded: ReadonlySet<TaskGroup>;
  /** The group whose head is stood on; undefined on a task. */
  readonly head: TaskGroup | undefined;
  fold(group: TaskGroup, open: boolean): void;
  standOn(head: TaskGroup | undefined): void;
}

/** Outlives the table, which the board and a filter without matches take away. */
export function useTaskFolding(): TaskFolding {
  const [folded, setFolded] = useState<ReadonlySet<TaskGroup>>(new Set());
  const [head, standOn] = useState<TaskGroup>();
  const fold = (group: TaskGroup, open: boolean) =>
    setFolded(new Set(open ? [...folded].filter((one) => one !== group) : [...folded, group]));
  return { folded, head, fold, standOn };
}

interface TaskTableProps {
  /** Newest first. */
  readonly tasks: readonly TaskInfo[];
  readonly progress: ReadonlyMap<string, Progress>;
  readonly now: number;
  readonly choice: TaskChoice;
  readonly folding: TaskFolding;
  /** The way to what the chosen task waits for; undefined when it waits for nothing. */
  readonly onAnswer: (() => void) | undefined;
}

/** S14. The tasks in groups that fold. `A` answers what the chosen one waits for. */
export function TaskTable({ tasks, progress, now, choice, folding, onAnswer }: TaskTableProps) {
  const { folded, head } = folding;
  const list = useMemo(() => taskRows(tasks, folded), [tasks, folded]);
  // A new object per second draws the running clocks again.
  const rows = useMemo(
    () => ({ count: list.length, version: now, getRow: (index: number) => list[index] && { ...list[index] } }),
    [list, now],
  );
  const columns = useMemo(() => taskColumns(now, progress), [now, progress]);
  // A group's head can be stood on, to fold it and to get past it; the chosen task stays.
  const active = list.findIndex((row) =>
    row.kind === 'group' ? row.group === head : head === undefined && row.task.id === choice.chosenId,
  );
  const pick = (index: number) => {
    const row = list[index];
    folding.standOn(row?.kind === 'group' ? row.group : undefined);
    if (row?.kind === 'task') choice.choose(row.task.id);
  };
  const fold = (index: number, open: boolean) => {
    const row = list[index];
    if (row?.kind === 'group') folding.fold(row.group, open);
  };
  const open = (index: number) => {
    const row = list[index];
    if (row?.kind === 'group') return fold(index, !row.open);
    pick(index);
    choice.enter();
  };
  const answerByKey = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'a' || event.ctrlKey || event.metaKey || event.altKey || !onAnswer) return;
    event.preventDefault();
    onAnswer();
  };
  return (
    <DataTable
      label="Tasks"
      rows={rows}
      columns={columns}
      rowHeight={32}
      shape={shape}
      rowClass={rowClass}
      active={active < 0 ? undefined : active}
      onActive={pick}
      onOpen={open}
      onFold={fold}
      onKey={answerByKey}
      minWidth={640}
    />
  );
}
