import { Inbox } from 'lucide-react';
import type { Operation } from '#shared/entities.ts';
import { useEntities, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';

export interface RunningViewProps {
  readonly run: Operation;
  readonly onNotices: () => void;
  readonly onTask: () => void;
}

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
        <span className="tn t2">{total === undefined ? String(value) : `${value} of ${total}`}</span>
      </div>
      {share !== undefined && (
        <div
          className="meter"
          role="progressbar"
          aria-label="Progress"
          aria-valuenow={Math.round(share)}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ width: `${share}%` }} />
        </div>
      )}
    </div>
  );
}

/** What is known of a run before it ends: progress, counts, who waits for whom. */
export function RunningView({ run, onNotices, onTask }: RunningViewProps) {
  const { page } = useWirebench();
  const asks = useEntities((state) => {
    const mine = [...state.pending.values()].filter(
      ({ operationId, status }) => operationId === run.id && status === 'waiting',
    );
    return mine.length;
  });
  return (
    <>
      {run.status === 'waiting' && (
        <Callout
          kind="wait"
          title="The server needs something from you"
          actions={
            <Button size="sm" icon={Inbox} onClick={() => page.getState().set({ inboxOpen: true })}>
              Open the inbox
            </Button>
          }
        >
          <p>
            {asks > 1 ? `${plural(asks, 'request')} wait for your answer.` : 'The call goes on once you have answered.'}{' '}
            Its timeout is paused.
          </p>
        </Callout>
      )}
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
      {run.status === 'running' && !run.progress && <p className="fs12 t3">Waiting for the result.</p>}
    </>
  );
}
