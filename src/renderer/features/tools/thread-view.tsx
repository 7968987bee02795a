import type { Operation } from '#shared/entities.ts';
import { useCallWaits } from '../../parts/ask/use-call-waits.ts';
import { MakeScriptButton } from '../../parts/make-script-button.tsx';
import { ThreadList } from '../../parts/thread-list.tsx';
import type { useThread } from '../../parts/use-thread.ts';
import { isOver } from './run-words.ts';

export interface ThreadViewProps {
  readonly run: Operation;
  readonly thread: ReturnType<typeof useThread>;
  readonly onTask: () => void;
}

/** S11. The steps of a run. */
export function ThreadView({ run, thread: { report, error }, onTask }: ThreadViewProps) {
  const { words } = useCallWaits(run.id);
  if (report)
    return (
      <>
        <ThreadList
          sessionId={run.sessionId}
          steps={report.steps}
          waiting={words}
          exchangeId={run.exchangeIds[0]}
          onTask={onTask}
        />
        {isOver(run) && <MakeScriptButton sessionId={run.sessionId} exchangeId={run.exchangeIds[0]} />}
      </>
    );
  if (run.exchangeIds.length === 0)
    return <p className="fs12 t3">{isOver(run) ? 'Nothing was sent.' : 'Nothing was sent yet.'}</p>;
  return <p className="fs12 t3">{error ?? 'Reading the steps'}</p>;
}
