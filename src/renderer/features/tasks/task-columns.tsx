import type { ReactNode } from 'react';
import type { TaskInfo } from '#shared/entities.ts';
import { Chip } from '../../ui/chip.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatDuration } from '../../ui/format.ts';
import { keptFor, lookOf, startedBy, type TaskRow } from './task-groups.ts';

const MS_PER_S = 1000;

/** Whole seconds: clocks in the table run once a second. */
export const clock = (ms: number): string => {
  const whole = Math.max(0, Math.floor(ms / MS_PER_S)) * MS_PER_S;
  return whole < 60_000 ? `${whole / MS_PER_S} s` : formatDuration(whole);
};

export function StatusChip({ status }: { readonly status: string }) {
  const { icon, kind } = lookOf(status);
  return (
    <Chip kind={kind} icon={icon} square>
      {status}
    </Chip>
  );
}

function kept(task: TaskInfo, now: number): string {
  const left = keptFor(task, now);
  if (left === undefined) return '';
  return left <= 0 ? 'expired' : clock(left);
}

function Origin({ row }: { readonly row: TaskRow }) {
  if (row.kind === 'group') {
    return (
      <span className="row">
        <span className="b5">{row.group}</span> <span className="t3 tn">{row.count}</span>
      </span>
    );
  }
  return (
    <span className="mono el" title={row.task.id.slice(0, 200)}>
      <ForeignText text={startedBy(row.task)} limit={128} inert />
    </span>
  );
}

function LastMessage({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <span className="t2 el">
      <ForeignText text={text} limit={300} inert />
    </span>
  );
}

/** Columns of the table at a moment. */
export function taskColumns(now: number): DataColumn<TaskRow>[] {
  const ofTask = (render: (task: TaskInfo) => ReactNode) => (row: TaskRow) => row.kind === 'task' && render(row.task);
  const number = (id: string, header: string, width: number, text: (task: TaskInfo) => string) => ({
    id,
    header,
    width,
    numeric: true,
    render: ofTask((task) => <span className="t2">{text(task)}</span>),
  });
  const wide = 'minmax(120px, 2fr)';
  return [
    {
      id: 'origin',
      header: 'Started by',
      width: 'minmax(150px, 1.2fr)',
      fold: true,
      render: (row) => <Origin row={row} />,
    },
    { id: 'status', header: 'Status', width: 134, render: ofTask((task) => <StatusChip status={task.status} />) },
    {
      id: 'message',
      header: 'Last message',
      width: wide,
      render: ofTask((task) => <LastMessage text={task.message} />),
    },
    number('polls', 'Polls', 58, (task) => String(task.polls)),
    number('age', 'Age', 74, (task) => clock(now - task.createdAt)),
    number('kept', 'Kept for', 84, (task) => kept(task, now)),
  ];
}
