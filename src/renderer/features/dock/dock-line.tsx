import type { HTMLAttributes } from 'react';
import type { LineRow } from '#shared/exchange.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatIso, formatTime } from '../../ui/format.ts';
import { ansiSegments } from './ansi-segments.ts';

/** Characters drawn of one line; the host sends at most 2,000. */
const LINE_CHARS = 2000;

/** The second column: where a line came from, or how bad the app itself takes it. */
export function sourceOf(row: LineRow): string {
  switch (row.k) {
    case 'stderr':
      return 'stderr';
    case 'note':
      return row.level ?? 'info';
    case 'http':
      return 'HTTP';
    case 'noise':
      return 'noise';
    case 'frame':
      return row.dir === 'in' ? 'received' : 'sent';
  }
}

/** Tints of warnings and errors; the words of the line say the same. */
export function lineAttributes(row: LineRow): HTMLAttributes<HTMLElement> {
  if (row.level === 'error') return { className: 'lg e' };
  if (row.level === 'warn' || row.k === 'noise') return { className: 'lg w' };
  return { className: row.level === 'debug' ? 'lg d' : 'lg' };
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

/** One exact line with its time. */
export function DockLine({ row, query }: { readonly row: LineRow; readonly query: string }) {
  const segments = row.k === 'stderr' ? ansiSegments(row.text) : [{ text: row.text, className: undefined }];
  return (
    <>
      <span className="tm" title={formatIso(row.t / 1000)}>
        {formatTime(row.t / 1000)}
      </span>
      <span className="lv">{sourceOf(row)}</span>
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
