import { ArrowLeft, ArrowRight, Bell, Network, ScrollText, TriangleAlert, X } from 'lucide-react';
import type { LineRow } from '#shared/exchange.ts';
import { JsonInk } from '../../parts/json-ink.tsx';
import { KindMark, type Mark } from '../../parts/kind-mark.tsx';
import { oneLine } from '../../parts/one-line.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatIso, formatSize, formatTime } from '../../ui/format.ts';
import { hideMeta } from './hide-meta.ts';
import { PairGutter } from './pair-gutter.tsx';
import { readFacts, type WireFacts, type WirePairs } from './wire-pairs.ts';

const CELL_CHARS = 400;

/** The icon of a line: which way it went, and what it is as far as its text tells. */
export function lineMark(row: LineRow, facts: WireFacts = readFacts(row)): Mark {
  if (row.k === 'noise') return { icon: TriangleAlert, kind: 'wait', label: 'Received, not a message' };
  if (row.k === 'http') return { icon: Network, kind: 'ntf', label: row.dir === 'in' ? 'HTTP received' : 'HTTP sent' };
  if (row.k === 'note' || row.k === 'stderr') return { icon: ScrollText, kind: 'ntf', label: 'Note' };
  const way = row.dir === 'in' ? 'Received' : 'Sent';
  if (row.worst !== undefined) return { icon: TriangleAlert, kind: 'wait', label: `${way}, a check found something` };
  if (facts.role === 'notice')
    return { icon: row.dir === 'in' ? Bell : ArrowRight, kind: 'ntf', label: `${way}, notification` };
  if (facts.role === 'error') return { icon: X, kind: 'err', label: `${way}, error` };
  return row.dir === 'in'
    ? { icon: ArrowLeft, kind: 'res', label: way }
    : { icon: ArrowRight, kind: 'req', label: way };
}

interface LineTextProps {
  readonly row: LineRow;
  /** Leaves the content of `_meta` out. */
  readonly bare: boolean;
}

/** One line, cut for a row. Coloured as JSON when it is a message. */
function LineText({ row, bare }: LineTextProps) {
  const whole = oneLine(bare && row.k === 'frame' ? hideMeta(row.text) : row.text);
  const text = whole.slice(0, CELL_CHARS);
  return (
    <span className="mono el">
      {row.k === 'frame' ? (
        <bdi>
          <JsonInk text={text} />
          {whole.length > text.length && '…'}
        </bdi>
      ) : (
        <ForeignText text={whole} limit={CELL_CHARS} inert />
      )}
    </span>
  );
}

/** The columns of the wire; a new array only when one of the options changed. */
export function wireColumns(pairs: WirePairs, bare: boolean): readonly DataColumn<LineRow>[] {
  return [
    { id: 'seq', header: '#', width: 56, numeric: true, render: (row) => <span className="t3">{row.seq}</span> },
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
    {
      id: 'pair',
      header: 'Pair',
      width: 36,
      render: (_row, index) => <PairGutter gutter={pairs.gutter(index)} />,
    },
    {
      id: 'dir',
      header: 'Direction',
      headerHidden: true,
      width: 30,
      render: (row) => <KindMark mark={lineMark(row, pairs.facts(row))} />,
    },
    {
      id: 'bytes',
      header: 'Size',
      width: 62,
      numeric: true,
      render: (row) => <span className="t3">{formatSize(row.bytes)}</span>,
    },
    { id: 'text', header: 'Text', width: 'minmax(200px, 1fr)', render: (row) => <LineText row={row} bare={bare} /> },
  ];
}
