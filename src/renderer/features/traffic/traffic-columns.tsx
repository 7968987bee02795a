import { CircleX, Info, TriangleAlert } from 'lucide-react';
import type { TrafficRow } from '#shared/exchange.ts';
import { KindMark } from '../../parts/kind-mark.tsx';
import { Chip } from '../../ui/chip.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatDuration, formatIso, formatSize, formatTime } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { markOf, methodText, statusOf } from './row-facts.ts';
import type { AxisEnd } from './time-axis.ts';
import { Waterfall } from './waterfall.tsx';

const WORST = {
  info: { icon: Info, className: 't3', label: 'Protocol note' },
  warn: { icon: TriangleAlert, className: 'c-wait', label: 'Protocol warning' },
  error: { icon: CircleX, className: 'c-err', label: 'Protocol error' },
} as const;
const CELL_CHARS = 200;

function MethodCell({ row }: { readonly row: TrafficRow }) {
  const note = row.kind === 'notice' ? (row.preview ?? row.name) : (row.name ?? row.preview);
  const worst = row.worst && WORST[row.worst];
  return (
    <>
      <ForeignText className="mono nw method" text={methodText(row)} limit={CELL_CHARS} inert />
      {note !== undefined && (
        <span className="t2 el">
          <ForeignText text={note} limit={CELL_CHARS} inert />
        </span>
      )}
      {worst && <Icon size="s" icon={worst.icon} className={worst.className} label={worst.label} />}
    </>
  );
}

function StatusCell({ row }: { readonly row: TrafficRow }) {
  const status = statusOf(row);
  return status ? (
    <Chip kind={status.kind} square>
      {status.text}
    </Chip>
  ) : null;
}

function TookCell({ row }: { readonly row: TrafficRow }) {
  if (row.tookUs === undefined) return null;
  const waited = row.waitedUs ?? 0;
  const title = waited > 0 ? `and ${formatDuration(waited / 1000)} waiting for you` : undefined;
  return <span title={title}>{formatDuration(row.tookUs / 1000)}</span>;
}

/** The columns of the exchange table; a new array only when the axis changed. */
export function trafficColumns(end: AxisEnd): readonly DataColumn<TrafficRow>[] {
  return [
    { id: 'row', header: '#', width: 58, numeric: true, render: (row) => <span className="t3">{row.row + 1}</span> },
    {
      id: 'time',
      header: 'Time',
      width: 92,
      render: (row) => (
        <span className="t2 tn" title={formatIso(row.t / 1000)}>
          {formatTime(row.t / 1000)}
        </span>
      ),
    },
    { id: 'kind', header: 'Kind', headerHidden: true, width: 30, render: (row) => <KindMark mark={markOf(row)} /> },
    {
      id: 'method',
      header: 'Method',
      width: 'minmax(140px, 1fr)',
      fold: true,
      render: (row) => <MethodCell row={row} />,
    },
    { id: 'status', header: 'Status', width: 104, render: (row) => <StatusCell row={row} /> },
    { id: 'size', header: 'Size', width: 62, numeric: true, render: (row) => formatSize(row.bytes) },
    { id: 'took', header: 'Took', width: 60, numeric: true, render: (row) => <TookCell row={row} /> },
    {
      id: 'waterfall',
      header: `Waterfall, ${formatDuration(end / 1000)}`,
      width: 150,
      render: (row) => <Waterfall row={row} end={end} />,
    },
  ];
}
