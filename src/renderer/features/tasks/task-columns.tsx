import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TaskInfo } from '#shared/entities.ts';
import { waitingTime } from '../../parts/ask/ask-words.ts';
import { Chip } from '../../ui/chip.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { bornAt, cancelWords, keptFor, lookOf, startedBy, type TaskRow } from './task-groups.ts';
import { type Progress, TaskProgress } from './task-progress.tsx';

export function StatusChip({ status }: { readonly status: string }) {
  const { icon, kind } = lookOf(status);
  return (
    <Chip kind={kind} icon={icon} square>
      {status}
    </Chip>
  );
}

export function keptWords(task: TaskInfo, now: number): string {
  const left = keptFor(task, now);
  if (left === undefined) return '';
  if (left === Number.POSITIVE_INFINITY) return 'no limit';
  return left <= 0 ? 'expired' : waitingTime(left);
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

/** What is to be said of a task in one line: a cancel that is under way, where it comes from, the server's words. */
export function LastMessage({ task, now }: { readonly task: TaskInfo; readonly now: number }) {
  const cancel = cancelWords(task, now);
  if (cancel !== undefined) return <span className="c-wait el tn">{cancel}</span>;
  return (
    <span className="row task-message">
      {task.startedIn !== undefined && (
        <Chip square icon={History}>
          from an earlier session
        </Chip>
      )}
      {task.message !== undefined && (
        <span className="t2 el">
          <ForeignText text={task.message} limit={300} inert />
        </span>
      )}
    </span>
  );
}

/** Columns of the table at a moment. */
export function taskColumns(now: number, progress: ReadonlyMap<string, Progress>): DataColumn<TaskRow>[] {
  const ofTask = (render: (task: TaskInfo) => ReactNode) => (row: TaskRow) => row.kind === 'task' && render(row.task);
  const number = (id: string, header: string, width: number, text: (task: TaskInfo) => string) => ({
    id,
    header,
    width,
    numeric: true,
    render: ofTask((task) => <span className="t2">{text(task)}</span>),
  });
  return [
    {
      id: 'origin',
      header: 'Started by',
      width: 'minmax(136px, 1fr)',
      fold: true,
      render: (row) => <Origin row={row} />,
    },
    { id: 'status', header: 'Status', width: 134, render: ofTask((task) => <StatusChip status={task.status} />) },
    {
      id: 'message',
      header: 'Last message',
      width: 'minmax(120px, 2fr)',
      render: ofTask((task) => <LastMessage task={task} now={now} />),
    },
    {
      id: 'progress',
      header: 'Progress',
      width: 132,
      render: ofTask((task) => <TaskProgress status={task.status} progress={progress.get(task.id)} as="share" />),
    },
    number('age', 'Age', 62, (task) => waitingTime(now - bornAt(task))),
    number('kept', 'Kept for', 78, (task) => keptWords(task, now)),
  ];
}
