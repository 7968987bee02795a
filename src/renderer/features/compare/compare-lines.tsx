import { type ReactNode, useCallback, useMemo } from 'react';
import type { CompareLine } from '#shared/compare.ts';
import { JsonInk } from '../../parts/json-ink.tsx';
import { cx } from '../../ui/cx.ts';
import { plural } from '../../ui/format.ts';
import { escapeUnseen } from '../../ui/json-text.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';
import type { InlineRow } from './inline-rows.ts';

const ROW_PX = 18;
const HEAD_PX = 44;
const CHAR_PX = 7.3;
/** Numbers and marks before the text in the inline form. */
const BEFORE_PX = 110;
/** Side by side lines are cut where their half ends; narrower halves scroll. */
const SIDES_PX = 640;
/** Longer texts tell the rest to the pointer. */
const LONG = 50;

// Divs with table roles: a real table cannot hold virtual rows. Focus stays on the grid.
const CELL = { role: 'gridcell' };

function Skipped({ count }: { count: number }) {
  return (
    <div {...CELL} className="cmp-skip t3">
      {plural(count, 'line')} the same
    </div>
  );
}

function Text({ text }: { text: string }) {
  return (
    <bdi className="c" dir="ltr" title={text.length > LONG ? escapeUnseen(text.trimStart()) : undefined}>
      <JsonInk text={escapeUnseen(text)} />
    </bdi>
  );
}

type Side = CompareLine['a'];

/** Read before the text, since the colour says nothing to everybody. */
function changeWord({ a, b }: CompareLine): string {
  if (a && b) return 'Changed: ';
  return a ? 'Only in A: ' : 'Only in B: ';
}

function SideCell({ side, changed, mark, word }: { side: Side; changed: boolean; mark: '-' | '+'; word: string }) {
  return (
    <div {...CELL} className={cx('cmp-s', changed && side && (mark === '-' ? 'del' : 'add'))}>
      <span className="g" aria-hidden="true">
        {side?.n}
      </span>
      <span className={mark === '-' ? 'c-err' : 'c-ok'} aria-hidden="true">
        {changed && side ? mark : ''}
      </span>
      {changed && side && <span className="vh">{word}</span>}
      {side && <Text text={side.text} />}
    </div>
  );
}

function sideRow(line: CompareLine): ReactNode {
  if (line.skipped !== undefined) return <Skipped count={line.skipped} />;
  const word = changeWord(line);
  return (
    <>
      <SideCell side={line.a} changed={!line.same} mark="-" word={word} />
      <SideCell side={line.b} changed={!line.same} mark="+" word={line.a ? '' : word} />
    </>
  );
}

function inlineRow({ a, b, text, change, skipped }: InlineRow): ReactNode {
  if (skipped !== undefined) return <Skipped count={skipped} />;
  return (
    <div {...CELL} className={cx('cmp-i', change === 'out' && 'del', change === 'in' && 'add')}>
      <span className="g" aria-hidden="true">
        {a}
      </span>
      <span className="g" aria-hidden="true">
        {b}
      </span>
      <span className={change === 'out' ? 'c-err' : 'c-ok'} aria-hidden="true">
        {change === 'same' ? '' : change === 'out' ? '-' : '+'}
      </span>
      {change !== 'same' && <span className="vh">{change === 'out' ? 'Only in A: ' : 'Only in B: '}</span>}
      <Text text={text} />
    </div>
  );
}

interface LinesProps {
  active: number | undefined;
  onActive: (index: number) => void;
}

/** Both texts side by side, line by line. */
export function SideLines({
  lines,
  head,
  active,
  onActive,
}: LinesProps & { lines: readonly CompareLine[]; head: ReactNode }) {
  const rows = useMemo(() => ({ count: lines.length, version: 0, getRow: (at: number) => lines[at] }), [lines]);
  const attributes = useCallback(() => ({ className: 'cmp-row two' }), []);
  return (
    <VirtualList
      label="A and B side by side"
      role="grid"
      className="code cmp-l sides"
      rowHeight={ROW_PX}
      renderRow={sideRow}
      rowAttributes={attributes}
      headHeight={HEAD_PX}
      minWidth={SIDES_PX}
      {...{ rows, head, active, onActive }}
    />
  );
}

/** Both texts in one column. */
export function InlineLines({ lines, active, onActive }: LinesProps & { lines: readonly InlineRow[] }) {
  const rows = useMemo(() => ({ count: lines.length, version: 0, getRow: (at: number) => lines[at] }), [lines]);
  const minWidth = useMemo(
    () => lines.reduce((most, { text }) => Math.max(most, text.length), 0) * CHAR_PX + BEFORE_PX,
    [lines],
  );
  const attributes = useCallback(() => ({ className: 'cmp-row' }), []);
  return (
    <VirtualList
      label="A and B in one column"
      role="grid"
      className="code cmp-l"
      rowHeight={ROW_PX}
      renderRow={inlineRow}
      rowAttributes={attributes}
      {...{ rows, minWidth, active, onActive }}
    />
  );
}
