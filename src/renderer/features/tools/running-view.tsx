import type { Operation } from '#shared/entities.ts';
import type { ThreadStep } from '#shared/traffic.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatOffset, plural } from '../../ui/format.ts';
import { TimeLeft } from './time-left.tsx';

export interface RunningViewProps {
  readonly run: Operation;
  /** What happened around it so far. */
  readonly steps: readonly ThreadStep[];
  readonly onNotices: () => void;
  readonly onTask: () => void;
}

const MOST_LINES = 8;

function Progress({ progress }: { readonly progress: NonNullable<Operation['progress']> }) {
  const { value, total, message } = progress;
  const share = total !== undefined && total > 0 ? Math.min(100, Math.max(0, (value / total) * 100)) : undefined;
  return (
    <div className="run-progress">
      <div className="row fs12">
        <span className="b5 el">
          <ForeignText text={message ?? 'Progress'} limit={200} inert />
        </span>
        <span className="sp" />
        <span className="tn t2 nw">{total === undefined ? String(value) : `${value} of ${total}`}</span>
      </div>
      <div
        className={share === undefined ? 'meter open' : 'meter'}
        role="progressbar"
        aria-label="Progress"
        {...(share === undefined
          ? { 'aria-valuetext': String(value) }
          : { 'aria-valuenow': Math.round(share), 'aria-valuemin': 0, 'aria-valuemax': 100 })}
      >
        <i style={share === undefined ? undefined : { width: `${share}%` }} />
      </div>
    </div>
  );
}

/** The newest log messages, the last one at the end. */
function LogLines({ steps }: { readonly steps: readonly ThreadStep[] }) {
  const lines = steps
    .filter(({ kind }) => kind === 'log')
    .flatMap(({ items, seq, after, text = '' }) => items ?? [{ seq: seq ?? 0, after, text }])
    .slice(-MOST_LINES);
  if (lines.length === 0) return null;
  return (
    <ol className="codebox run-lines mono fs12" aria-label="Log messages">
      {lines.map(({ seq, after, text }) => (
        <li key={`${seq} ${after}`} className="row">
          <span className="t3 tn nw">{formatOffset(after / 1000)}</span>
          <span className="el">
            <ForeignText text={text} limit={300} inert />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** What is known of a run before it ends: progress, counts, who waits for whom. */
export function RunningView({ run, steps, onNotices, onTask }: RunningViewProps) {
  return (
    <>
      {run.taskId !== undefined && (
        <Callout
          kind="req"
          title="The call became a task"
          actions={
            <Button size="sm" onClick={onTask}>
              Show the task
            </Button>
          }
        >
          The server works on it in the background. The result appears here when it is ready.
        </Callout>
      )}
      <TimeLeft run={run} />
      {run.progress && <Progress progress={run.progress} />}
      {run.progressCount + run.noticeCount > 0 && (
        <p className="row fs12 t2">
          <span className="tn">
            {[
              run.progressCount > 0 && plural(run.progressCount, 'progress update'),
              run.noticeCount > 0 && plural(run.noticeCount, 'log message'),
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
          {run.noticeCount > 0 && (
            <Button size="sm" variant="quiet" onClick={onNotices}>
              Show in Notifications
            </Button>
          )}
        </p>
      )}
      <LogLines steps={steps} />
      {run.status === 'running' && !run.progress && <p className="fs12 t3">Waiting for the result.</p>}
    </>
  );
}
