import { ArrowLeft, ArrowRight, ChevronDown, ChevronRight, TriangleAlert } from 'lucide-react';
import type { HTMLAttributes } from 'react';
import type { LineRow } from '#shared/exchange.ts';
import { ansiSegments } from '../../parts/ansi-segments.ts';
import { JsonInk } from '../../parts/json-ink.tsx';
import type { Mark } from '../../parts/kind-mark.tsx';
import { oneLine } from '../../parts/one-line.ts';
import { cx } from '../../ui/cx.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatIso, formatSize, formatTime, plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import type { FoldRow } from './fold-map.ts';
import type { DockRow } from './use-folded-rows.ts';

/** Characters drawn of one line; the host sends at most 2,000. */
const LINE_CHARS = 2000;
/** Characters of a message that are coloured as JSON. */
const INK_CHARS = 400;

/** Attributes of a row, with its place for whoever finds the row by a node in it. */
export type DockRowAttributes = HTMLAttributes<HTMLElement> & { 'data-row'?: number };

/** Tints of warnings and errors; the words of the line say the same. */
function lineClass(row: DockRow): string {
  if ('fold' in row) return 'lg fold';
  if (row.k === 'note' && row.level !== 'warn' && row.level !== 'error') return 'lg note';
  if (row.level === 'error') return 'lg e';
  if (row.level === 'warn' || row.k === 'noise') return 'lg w';
  return row.level === 'debug' ? 'lg d' : 'lg';
}

export function lineAttributes(row: DockRow, index: number): DockRowAttributes {
  const ofWire = 'k' in row && (row.k === 'frame' || row.k === 'noise' || row.k === 'http');
  return { className: cx(lineClass(row), ofWire && 'lg-wire'), 'data-row': index };
}

function markOf(row: LineRow): Mark {
  if (row.k === 'noise') return { icon: TriangleAlert, kind: 'wait', label: 'received, not a message' };
  const over = row.k === 'http' ? 'HTTP ' : '';
  return row.dir === 'in'
    ? { icon: ArrowLeft, kind: 'res', label: `${over}received` }
    : { icon: ArrowRight, kind: 'req', label: `${over}sent` };
}

function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  if (query === '') return <ForeignText text={text} limit={LINE_CHARS} inert />;
  const parts: { text: string; hit: boolean }[] = [];
  const lower = text.toLowerCase();
  const wanted = query.toLowerCase();
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    parts.push({ text: text.slice(from, at), hit: false }, { text: text.slice(at, at + wanted.length), hit: true });
    from = at + wanted.length;
  }
  parts.push({ text: text.slice(from), hit: false });
  return parts.map((part, place) => {
    const Piece = part.hit ? 'mark' : 'span';
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other identity
      <Piece key={place}>
        <ForeignText text={part.text} limit={LINE_CHARS} inert />
      </Piece>
    );
  });
}

function Time({ row }: { readonly row: LineRow }) {
  return (
    <span className="tm" title={`${formatIso(row.t / 1000)}, number ${row.seq}`}>
      {formatTime(row.t / 1000)}
    </span>
  );
}

function WireLine({ row, query }: { readonly row: LineRow; readonly query: string }) {
  const mark = markOf(row);
  const inked = row.k === 'frame' && query === '';
  return (
    <>
      <Time row={row} />
      <span className="lv">
        <Icon icon={mark.icon} size="s" label={mark.label} className={`c-${mark.kind}`} />
      </span>
      <span className="lv sz">{formatSize(row.bytes)}</span>
      <span className="tx">
        {inked ? (
          <JsonInk text={oneLine(row.text.slice(0, INK_CHARS))} />
        ) : (
          <Marked text={oneLine(row.text)} query={query} />
        )}
      </span>
    </>
  );
}

/** One exact line with its time; of stderr in the colours that the server gave it. */
export function DockLine({ row, query }: { readonly row: LineRow; readonly query: string }) {
  if (row.k === 'frame' || row.k === 'noise' || row.k === 'http') return <WireLine row={row} query={query} />;
  const segments = row.k === 'stderr' ? ansiSegments(row.text) : [{ text: row.text, className: undefined }];
  return (
    <>
      <Time row={row} />
      {/* What a line is, or how bad the app itself takes it. */}
      <span className="lv">{row.k === 'stderr' ? 'stderr' : (row.level ?? 'info')}</span>
      <span className="tx">
        {segments.map((segment, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one line have no other identity
          <span key={place} className={segment.className}>
            <Marked text={segment.text} query={query} />
          </span>
        ))}
      </span>
    </>
  );
}

/** The rest of a stack trace: opens and folds it. */
export function FoldLine({ row, onToggle }: { readonly row: FoldRow; readonly onToggle: (first: number) => void }) {
  const open = row.fold === 'open';
  return (
    <button type="button" className="textbtn" aria-expanded={open} onClick={() => onToggle(row.first)}>
      <Icon icon={open ? ChevronDown : ChevronRight} size="s" />
      {open ? `Fold ${plural(row.count, 'line')}` : `${row.count.toLocaleString('en-US')} more lines`}
    </button>
  );
}
