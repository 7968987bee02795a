import type { Operation, TaskInfo } from '#shared/entities.ts';
import { lookOf } from './task-groups.ts';

export type Progress = Operation['progress'];

/** Percent of the way; a completed task has gone all of it. */
function shareOf(status: TaskInfo['status'], { value, total }: NonNullable<Progress>): number | undefined {
  if (status === 'completed') return 100;
  if (total === undefined || total <= 0) return undefined;
  return Math.round(Math.min(100, Math.max(0, (value / total) * 100)));
}

interface TaskProgressProps {
  readonly status: TaskInfo['status'];
  readonly progress: Progress;
  /** `share`: in percent; `count`: how many of how many. */
  readonly as: 'share' | 'count';
}

/** How far a task says it is, as a bar in the colour of its status; nothing when it never said. */
export function TaskProgress({ status, progress, as }: TaskProgressProps) {
  if (!progress) return null;
  const { value, total } = progress;
  const share = shareOf(status, progress);
  if (share === undefined) return <span className="t3">{as === 'count' ? `${value}, no total` : 'no total'}</span>;
  return (
    <span className="row task-progress">
      <span
        className={`bar k-${lookOf(status).kind}`}
        role="progressbar"
        aria-label="Progress"
        aria-valuenow={share}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ width: `${share}%` }} />
      </span>
      <span className="tn">{as === 'count' && total !== undefined ? `${value} of ${total}` : `${share}%`}</span>
    </span>
  );
}
