import type { TrafficRow } from '#shared/exchange.ts';
import { Chip } from '../../ui/chip.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatIso, formatTime } from '../../ui/format.ts';
import { belongsTo, noticeLevel, noticeSource, noticeText } from './notice-facts.ts';

const CELL_CHARS = 300;

function LevelCell({ row }: { readonly row: TrafficRow }) {
  const level = noticeLevel(row);
  return (
    <Chip kind={level.kind} square>
      <ForeignText text={level.text} limit={16} inert />
    </Chip>
  );
}

function BelongsCell({ row, onParent }: { readonly row: TrafficRow; readonly onParent: (row: number) => void }) {
  const { parent } = row;
  const text = belongsTo(row);
  if (parent === undefined) return <span className="t2 el">{text}</span>;
  return (
    // For the pointer only: with the keyboard the same stands in the detail.
    <button
      type="button"
      tabIndex={-1}
      className="textbtn el"
      title="Show it in Traffic"
      onClick={(event) => {
        event.stopPropagation();
        onParent(parent);
      }}
    >
      {text}
    </button>
  );
}

/** The columns of the table; `onParent` opens the traffic row that a notification belongs to. */
export const noticeColumns = (onParent: (row: number) => void): readonly DataColumn<TrafficRow>[] => [
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
        <ForeignText text={noticeText(row)} limit={CELL_CHARS} inert />
      </span>
    ),
  },
  { id: 'belongs', header: 'Belongs to', width: 90, render: (row) => <BelongsCell row={row} onParent={onParent} /> },
];
