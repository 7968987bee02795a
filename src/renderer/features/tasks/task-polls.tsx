import { useMemo, useState } from 'react';
import type { TaskInfo } from '#shared/entities.ts';
import type { TrafficRow } from '#shared/exchange.ts';
import { PayloadView } from '../../parts/payload-view.tsx';
import { ScrollPane } from '../../parts/scroll-pane.tsx';
import { useExchange } from '../../parts/use-exchange.ts';
import { useLog } from '../../store/wirebench.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { formatDuration, formatTime } from '../../ui/format.ts';
import { StatusChip } from './task-columns.tsx';

/** Names of rows are cut at this length. */
const NAME_CHARS = 200;

/** The status that was known when a record came; undefined when that is too long ago to be remembered. */
function statusBefore({ history }: TaskInfo, seq: number): string | undefined {
  return history.findLast((change) => change.seq !== undefined && change.seq < seq)?.status;
}

function columnsOf(task: TaskInfo, after: (index: number) => number): DataColumn<TrafficRow>[] {
  return [
    { id: 'time', header: 'Time', width: 96, render: (row) => <span className="tn">{formatTime(row.t / 1000)}</span> },
    {
      id: 'status',
      header: 'Status',
      width: 'minmax(110px, 1fr)',
      render: (row, index) => {
        const status = row.status === 'complete' ? statusBefore(task, after(index)) : undefined;
        return status === undefined ? <span className="t2">{row.status}</span> : <StatusChip status={status} />;
      },
    },
    {
      id: 'took',
      header: 'Took',
      width: 70,
      numeric: true,
      render: (row) => <span className="t2">{row.tookUs === undefined ? '' : formatDuration(row.tookUs / 1000)}</span>,
    },
  ];
}

/** Each `tasks/get` of a task with what it told and how long it took, and the answer of the chosen one. */
export function TaskPolls({ task }: { readonly task: TaskInfo }) {
  const { sessionId, id } = task;
  const filter = useMemo(() => ({ methods: ['tasks/get'], names: [id.slice(0, NAME_CHARS)] }), [id]);
  const { buffer, version } = useLog<TrafficRow>(sessionId, 'traffic', filter);
  const [active, setActive] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a row shows depends on the row after it
  const columns = useMemo(
    () => columnsOf(task, (index) => buffer.peek(index + 1)?.seq ?? Number.POSITIVE_INFINITY),
    [task, buffer, version],
  );
  const chosen = active === undefined ? undefined : buffer.getRow(active);
  const exchange = useExchange(sessionId, chosen?.exchangeId);
  if (buffer.problem !== undefined) return <p className="c-err fs12 pad-s">{buffer.problem}</p>;
  if (buffer.count === 0) return <p className="t3 fs12 pad-s">It was not polled yet.</p>;
  return (
    <div className="task-polls">
      <DataTable
        label="Polls"
        rows={{ count: buffer.count, version, getRow: buffer.getRow }}
        columns={columns}
        active={active}
        onActive={setActive}
      />
      {chosen && (
        <ScrollPane label="Answer of the poll">
          {exchange?.responseSeq === undefined ? (
            <p className="t3 fs12">{exchange?.errorMessage ?? 'There is no answer yet.'}</p>
          ) : (
            <PayloadView sessionId={sessionId} seq={exchange.responseSeq} label="Answer of the poll" as="tree" />
          )}
        </ScrollPane>
      )}
    </div>
  );
}
