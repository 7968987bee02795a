import type { TrafficRow } from '#shared/exchange.ts';
import { Chip } from '../../ui/chip.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatIso, formatTime } from '../../ui/format.ts';
import { belongsTo, noticeLevel, noticeSource } from './notice-facts.ts';

const CELL_CHARS = 300;

function LevelCell({ row }: { readonly row: TrafficRow }) {
  const level = noticeLevel(row);
  return (
    <Chip kind={level.kind} square>
      <ForeignText text={level.text} limit={16} inert />
    </Chip>
  );
}

export const noticeColumns: readonly DataColumn<TrafficRow>[] = [
  {
    id: 'time',
    header: 'Time',
    width: 100,
    render: (row) => (
      <span className="t2 tn" title={formatIso(row.t / 1000)}>
        {formatTime(row.t / 1000)}
      </span>
    ),
  },
  { id: 'level', header: 'Level', width: 86, render: (row) => <LevelCell row={row} /> },
  {
    id: 'source',
    header: 'Logger or method',
    width: 180,
    render: (row) => (
      <span className="mono t2 el">
        <ForeignText text={noticeSource(row)} limit={CELL_CHARS} inert />
      </span>
    ),
  },
  {
    id: 'message',
    header: 'Message',
    width: 'minmax(160px, 1fr)',
    render: (row) => (
      <span className="el">
        <ForeignText text={row.preview ?? ''} limit={CELL_CHARS} inert />
      </span>
    ),
  },
  { id: 'belongs', header: 'Belongs to', width: 90, render: (row) => <span className="t2 el">{belongsTo(row)}</span> },
];
