import { ArrowRight, Ban } from 'lucide-react';
import type { TaskInfo } from '#shared/entities.ts';
import { waitingTime } from '../../parts/ask/ask-words.ts';
import { useEntity } from '../../store/wirebench.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatDuration, formatTime } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Kind } from '../../ui/kind.ts';
import { bornAt, isForeign, isOver, lookOf } from './task-groups.ts';

interface Step {
  readonly at: number;
  readonly title: string;
  readonly icon: typeof Ban;
  readonly kind: Kind;
  /** Words of the server. */
  readonly message?: string | undefined;
  readonly note?: string | undefined;
}

/** How this app came to know of it; `calledAt` is when the call was made that became the task. */
function beginning(task: TaskInfo, calledAt: number | undefined): Step {
  const step = { at: task.seenAt, icon: ArrowRight, kind: 'req' as const };
  if (task.startedIn !== undefined)
    return { ...step, title: 'Created', note: 'In an earlier session. This one asked for it again.' };
  if (isForeign(task)) return { ...step, title: 'Found', note: 'The server told of it. This app did not start it.' };
  const after = calledAt === undefined ? '' : `, ${formatDuration(Math.max(0, task.seenAt - calledAt))} after the call`;
  return { ...step, title: 'Created', note: `Returned instead of a result${after}` };
}

function cancelStep(task: TaskInfo): Step[] {
  if (task.cancelAskedAt === undefined) return [];
  const other = isOver(task) && task.status !== 'cancelled';
  const note = other ? `The task ended all the same: ${task.status}.` : undefined;
  return [{ at: task.cancelAskedAt, title: 'Cancel asked for', icon: Ban, kind: 'req', note }];
}

/** What happened to a task, newest first. */
export function TaskHistory({ task }: { readonly task: TaskInfo }) {
  const operation = useEntity('operation', task.startedIn === undefined ? task.operationId : undefined);
  const changes = task.history.map(
    ({ at, status, message }): Step => ({ at, title: status, message, ...lookOf(status) }),
  );
  const later = [...changes, ...cancelStep(task)].toSorted((a, b) => a.at - b.at);
  const steps = [beginning(task, operation?.startedAt), ...later];
  return (
    <ol className="th">
      {steps.toReversed().map(({ at, title, icon, kind, message, note }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps only ever come first, and two can be equal
        <li key={steps.length - index}>
          <span className="rail-n">
            <span className={`dir k-${kind}`}>
              <Icon icon={icon} />
            </span>
          </span>
          <div className="bd">
            <div className="hd">
              <span className="t">{title}</span>
              <span className="at" title={formatTime(at)}>
                {waitingTime(at - bornAt(task))}
              </span>
            </div>
            {message !== undefined && (
              <p className="sub">
                <ForeignText text={message} limit={600} />
              </p>
            )}
            {note !== undefined && <p className="sub">{note}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
