import { CircleX, Hourglass, Info, TriangleAlert } from 'lucide-react';
import type { SortKey, TrafficRow } from '#shared/exchange.ts';
import { figuresOf } from '#shared/row-figures.ts';
import { KindMark } from '../../parts/kind-mark.tsx';
import { StartedBy } from '../../parts/started-by.tsx';
import { Chip } from '../../ui/chip.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatDuration, formatIso, formatSize, formatTime } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { markOf, methodText, noteText, numberText, statusOf } from './row-facts.ts';
import type { Axis } from './time-axis.ts';
import { Waterfall } from './waterfall.tsx';

export interface TrafficColumn extends DataColumn<TrafficRow> {
  readonly sortKey?: SortKey | undefined;
}

export interface ColumnOptions {
  readonly axis: Axis;
  readonly isMarked: (row: TrafficRow) => boolean;
  /** Figures of the largest row number, which the first column has to hold. */
  readonly digits: number;
  /** Ids of the columns to show, in any order. */
  readonly shown: ReadonlySet<string>;
}

const WORST = {
  info: { icon: Info, className: 't3', label: 'Protocol note' },
  warn: { icon: TriangleAlert, className: 'c-wait', label: 'Protocol warning' },
  error: { icon: CircleX, className: 'c-err', label: 'Protocol error' },
} as const;
const CELL_CHARS = 200;
/** Width of a figure in the first column, and of the rest of it, px. */
const NUMBER = { least: 43, digit: 7, rest: 15 };

function WorstMark({ row }: { readonly row: TrafficRow }) {
  const within = row.opened ? undefined : row.membersWorst;
  const found = row.worst ?? within;
  if (!found) return null;
  const { icon, className, label } = WORST[found];
  const where = row.worst === undefined ? ' or failure among its rows' : '';
  return <Icon size="s" icon={icon} className={className} label={`${label}${where}`} />;
}

function MethodCell({ row }: { readonly row: TrafficRow }) {
  const note = noteText(row);
  return (
    <>
      <ForeignText className="mono nw method" text={methodText(row)} limit={CELL_CHARS} inert />
      {note !== undefined && (
        <span className="t2 el">
          <ForeignText text={note} limit={CELL_CHARS} inert />
        </span>
      )}
      {row.by && <StartedBy by={row.by} />}
      <WorstMark row={row} />
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

/** Time that an answer to a question took: an hourglass, so that nobody takes it for the server's. */
function Waited({ words, children }: { readonly words: string; readonly children?: string }) {
  return (
    <span className="took-waited c-wait" title={words}>
      <Icon size="s" icon={Hourglass} label={words} />
      {children}
    </span>
  );
}

function TookCell({ row }: { readonly row: TrafficRow }) {
  const { waitedUs = 0 } = row;
  const { tookUs } = figuresOf(row);
  const waited = formatDuration(waitedUs / 1000);
  if (tookUs === undefined) {
    // Whoever was asked took that long, and not the server.
    if (row.kind !== 'ask' || waitedUs === 0) return null;
    return <Waited words={`${waited} waiting for an answer`}>{waited}</Waited>;
  }
  const took = formatDuration(tookUs / 1000);
  if (waitedUs === 0) return took;
  return (
    <>
      <Waited words={`${took}, and ${waited} waiting for an answer`} />
      {took}
    </>
  );
}

const size = (bytes: number | undefined) => (bytes === undefined ? null : formatSize(bytes));
const duration = (us: number | undefined) => (us === undefined ? null : formatDuration(us / 1000));
const foreign = (text: string | number | undefined) =>
  text === undefined ? null : <ForeignText className="mono el" text={String(text)} limit={CELL_CHARS} inert />;

const FIXED: readonly TrafficColumn[] = [
  {
    id: 'time',
    header: 'Time',
    sortKey: 'time',
    width: 92,
    render: (row) => (
      <span className="t2 tn" title={formatIso(row.t / 1000)}>
        {formatTime(row.t / 1000)}
      </span>
    ),
  },
  {
    id: 'server',
    header: 'Server',
    sortKey: 'server',
    width: 110,
    render: (row) => <ForeignText className="el" text={row.server ?? ''} limit={CELL_CHARS} inert />,
  },
  { id: 'kind', header: 'Kind', headerHidden: true, width: 30, render: (row) => <KindMark mark={markOf(row)} /> },
  {
    id: 'method',
    header: 'Method',
    sortKey: 'method',
    width: 'minmax(140px, 1fr)',
    fold: true,
    render: (row) => <MethodCell row={row} />,
  },
  { id: 'status', header: 'Status', sortKey: 'status', width: 98, render: (row) => <StatusCell row={row} /> },
  { id: 'http', header: 'HTTP', sortKey: 'http', width: 52, numeric: true, render: (row) => row.http ?? null },
  { id: 'id', header: 'id', sortKey: 'id', width: 64, render: (row) => foreign(row.rpcId) },
  {
    id: 'size',
    header: 'Size',
    sortKey: 'size',
    width: 62,
    numeric: true,
    // A question inside an answer has no message of its own.
    render: (row) => (row.kind === 'ask' && row.bytes === 0 ? null : size(figuresOf(row).bytes)),
  },
  {
    id: 'sent',
    header: 'Sent',
    sortKey: 'sent',
    width: 62,
    numeric: true,
    render: (row) => size(figuresOf(row).bytesOut),
  },
  {
    id: 'received',
    header: 'Received',
    sortKey: 'received',
    width: 70,
    numeric: true,
    render: (row) => size(figuresOf(row).bytesIn),
  },
  { id: 'took', header: 'Took', sortKey: 'took', width: 76, numeric: true, render: (row) => <TookCell row={row} /> },
  {
    id: 'first',
    header: 'First byte',
    sortKey: 'first',
    width: 72,
    numeric: true,
    render: (row) => duration(row.firstUs),
  },
  { id: 'task', header: 'Task', sortKey: 'task', width: 96, render: (row) => foreign(row.taskId) },
];

/** The columns of the exchange table; a new array only when one of the options changed. */
export function trafficColumns({ axis, isMarked, digits, shown }: ColumnOptions): readonly TrafficColumn[] {
  const number: TrafficColumn = {
    id: 'row',
    header: '#',
    sortKey: 'row',
    width: Math.max(NUMBER.least, digits * NUMBER.digit + NUMBER.rest),
    numeric: true,
    render: (row) => (
      <span className="t3">
        {isMarked(row) && <span className="vh">marked </span>}
        {numberText(row)}
      </span>
    ),
  };
  const waterfall: TrafficColumn = {
    id: 'waterfall',
    header: 'Waterfall',
    width: 150,
    render: (row) => <Waterfall row={row} axis={axis} />,
  };
  return [number, ...FIXED, waterfall].filter(({ id }) => shown.has(id));
}

/** Px that the columns need at least. */
export function columnsWidth(columns: readonly TrafficColumn[]): number {
  return columns.reduce((sum, { width }) => sum + (typeof width === 'number' ? width : 140), 0);
}
