import { ArrowLeft, ArrowRight, Bell, Network, ScrollText, TriangleAlert, X } from 'lucide-react';
import type { LineRow } from '#shared/exchange.ts';
import { isObject } from '#shared/json.ts';
import { JsonInk } from '../../parts/json-ink.tsx';
import { KindMark, type Mark } from '../../parts/kind-mark.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatIso, formatSize, formatTime } from '../../ui/format.ts';

const CELL_CHARS = 400;

function messageOf(row: LineRow): unknown {
  if (row.cut) return undefined;
  try {
    return JSON.parse(row.text);
  } catch {
    return undefined;
  }
}

/** The icon of a line: which way it went, and what it is as far as its text tells. */
export function lineMark(row: LineRow): Mark {
  if (row.k === 'noise') return { icon: TriangleAlert, kind: 'wait', label: 'Received, not a message' };
  if (row.k === 'http') return { icon: Network, kind: 'ntf', label: row.dir === 'in' ? 'HTTP received' : 'HTTP sent' };
  if (row.k === 'note' || row.k === 'stderr') return { icon: ScrollText, kind: 'ntf', label: 'Note' };
  const way = row.dir === 'in' ? 'Received' : 'Sent';
  const message = messageOf(row);
  if (isObject(message) && 'method' in message && !('id' in message)) {
    return { icon: Bell, kind: 'ntf', label: `${way}, notification` };
  }
  if (isObject(message) && 'error' in message) return { icon: X, kind: 'err', label: `${way}, error` };
  return row.dir === 'in'
    ? { icon: ArrowLeft, kind: 'res', label: way }
    : { icon: ArrowRight, kind: 'req', label: way };
}

/** One line, cut for a row. Coloured as JSON when it is a message. */
export function LineText({ row }: { readonly row: LineRow }) {
  const text = row.text.slice(0, CELL_CHARS);
  // Hidden characters must be named, which only ForeignText does.
  const plain = !/[\p{Cc}\p{Cf}]/u.test(text);
  return (
    <span className="mono el">
      {row.k === 'frame' && plain ? <JsonInk text={text} /> : <ForeignText text={row.text} limit={CELL_CHARS} inert />}
    </span>
  );
}

export const wireColumns: readonly DataColumn<LineRow>[] = [
  { id: 'seq', header: '#', width: 62, numeric: true, render: (row) => <span className="t3">{row.seq}</span> },
  {
    id: 'time',
    header: 'Time',
    width: 96,
    render: (row) => (
      <span className="t2 tn" title={formatIso(row.t / 1000)}>
        {formatTime(row.t / 1000)}
      </span>
    ),
  },
  { id: 'dir', header: 'Direction', headerHidden: true, width: 30, render: (row) => <KindMark mark={lineMark(row)} /> },
  {
    id: 'bytes',
    header: 'Size',
    width: 66,
    numeric: true,
    render: (row) => <span className="t3">{formatSize(row.bytes)}</span>,
  },
  { id: 'text', header: 'Text', width: 'minmax(200px, 1fr)', render: (row) => <LineText row={row} /> },
];
