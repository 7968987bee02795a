import type { Operation } from '#shared/entities.ts';
import { ThreadList } from '../../parts/thread-list.tsx';
import { useThread } from '../../parts/use-thread.ts';
import { isOver } from './run-words.ts';

/** S11. The steps of a run. */
export function ThreadView({ run }: { readonly run: Operation }) {
  const [first] = run.exchangeIds;
  const { report, error } = useThread({
    sessionId: run.sessionId,
    exchangeId: first,
    rev: `${run.status} ${run.exchangeIds.length}`,
    live: !isOver(run),
  });
  if (report) return <ThreadList sessionId={run.sessionId} steps={report.steps} />;
  if (first === undefined)
    return <p className="fs12 t3">{isOver(run) ? 'Nothing was sent.' : 'Nothing was sent yet.'}</p>;
  return <p className="fs12 t3">{error ?? 'Reading the steps'}</p>;
}
