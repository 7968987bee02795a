import { type ReactNode, useCallback, useDeferredValue, useRef, useState } from 'react';
import type { LineRow } from '#shared/exchange.ts';
import { useLog } from '../../store/wirebench.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { plural } from '../../ui/format.ts';
import { useStable } from '../../ui/use-stable.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { DockControls, type Level, levelsOf } from './dock-controls.tsx';
import { DockLine, FoldLine, lineAttributes } from './dock-line.tsx';
import { DockSearch } from './dock-search.tsx';
import type { DockTabDef } from './dock-tabs.ts';
import { linesBetween } from './lines-between.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useDockKeys } from './use-dock-keys.ts';
import { type DockRow, useFoldedRows } from './use-folded-rows.ts';
import { rowAt, useLineSelection } from './use-line-selection.ts';
import { useLogSearch } from './use-log-search.ts';

export interface DockLinesProps {
  readonly sessionId: string;
  readonly tab: DockTabDef;
  /** Draws the bar with these controls at its right. */
  readonly bar: (right: ReactNode) => ReactNode;
  /** `height` is undefined where the lines fill their window. */
  readonly panel: { readonly id: string; readonly labelledBy: string; readonly height: number | undefined };
  /** Shows in Traffic what was going on when a record came; undefined in a window without Traffic. */
  readonly onMoment: ((seq: number) => void) | undefined;
  readonly onPopOut: (() => void) | undefined;
}

const LINE_PX = 18;
const READ_LINES = 5;
const READ_CHARS = 200;

/** The lines of one log view as they came, with follow, level, search, clear, folded stack traces. */
export function DockLines({ sessionId, tab, bar, panel, onMoment, onPopOut }: DockLinesProps) {
  const { announce } = useFeedback();
  const [follow, setFollow] = useState(true);
  const [level, setLevel] = useState<Level>('all');
  const [cleared, setCleared] = useState(0);
  const [query, setQuery] = useState<string>();
  const body = useRef<HTMLDivElement>(null);
  const levels = levelsOf(level);
  const filter = levels ? { ...tab.filter, levels } : tab.filter;
  const { buffer, version } = useLog<LineRow>(sessionId, tab.view, filter);
  const hidden = Math.min(cleared, buffer.count);
  const { rows, toggle, unfold, rowOf } = useFoldedRows(buffer, version, hidden);
  const search = useLogSearch(sessionId, tab.view, useDeferredValue(query ?? ''));
  const hit = query ? search.hits[search.at] : undefined;
  const [shownHit, setShownHit] = useState(hit);
  if (hit !== shownHit) {
    setShownHit(hit);
    if (hit !== undefined) setFollow(false);
    if (hit !== undefined && hit < hidden) setCleared(0);
    if (hit !== undefined) unfold(hit);
  }
  const { selection, drop } = useLineSelection(body, () => setFollow(false));
  const readLast = () => {
    const from = Math.max(hidden, buffer.count - READ_LINES);
    const texts = Array.from({ length: buffer.count - from }, (_, at) =>
      buffer.getRow(from + at)?.text.slice(0, READ_CHARS),
    );
    announce(texts.length === 0 ? tab.empty : `Last ${plural(texts.length, 'line')}: ${texts.join('. ')}`);
  };
  useDockKeys(() => setFollow(!follow), readLast);
  const onToggle = useStable((first: number) => {
    // What is opened must not run away from under the pointer.
    setFollow(false);
    toggle(first);
  });
  const renderRow = useCallback(
    (row: DockRow) =>
      'fold' in row ? <FoldLine row={row} onToggle={onToggle} /> : <DockLine row={row} query={query ?? ''} />,
    [query, onToggle],
  );
  const total = level === 'all' ? Math.max(buffer.count, tab.total ?? 0) : (tab.total ?? buffer.count);
  const closeSearch = () => {
    setQuery(undefined);
    body.current?.querySelector<HTMLElement>('[role="log"]')?.focus();
  };
  const controls = (
    <DockControls
      shown={buffer.count - hidden}
      total={total}
      level={tab.leveled ? level : undefined}
      onLevel={(next) => {
        setLevel(next);
        setCleared(0);
      }}
      follow={follow}
      onFollow={setFollow}
      searching={tab.filter === undefined ? query !== undefined : undefined}
      onSearch={(searching) => {
        // The host searches the whole view, so hits are places in the whole view.
        setLevel('all');
        setQuery(searching ? '' : undefined);
      }}
      onClear={() => setCleared(buffer.count)}
      onPopOut={onPopOut}
    />
  );
  return (
    <>
      {bar(controls)}
      <div
        className="dockbody"
        role="tabpanel"
        id={panel.id}
        aria-labelledby={panel.labelledBy}
        ref={body}
        style={{ height: panel.height }}
        onDoubleClick={(event) => {
          const onTime = event.target instanceof Element && event.target.closest('.tm') !== null;
          const row = onTime ? rows.getRow(rowAt(event.target) ?? -1) : undefined;
          if (row && 'seq' in row) onMoment?.(row.seq);
        }}
      >
        {query !== undefined && <DockSearch text={query} onText={setQuery} search={search} onClose={closeSearch} />}
        {selection && (
          <SelectionBar
            sessionId={sessionId}
            selection={selection}
            lines={() => linesBetween(rows, selection, buffer.getRow)}
            onMoment={onMoment}
            onDone={drop}
          />
        )}
        {rows.count > 0 ? (
          <VirtualList
            label={tab.label}
            role="log"
            className="dock-lines"
            rows={rows}
            rowHeight={LINE_PX}
            renderRow={renderRow}
            rowAttributes={lineAttributes}
            active={hit === undefined ? undefined : rowOf(hit)}
            follow={follow}
            onFollow={setFollow}
          />
        ) : (
          <p className="dock-empty">
            {buffer.problem ?? (hidden > 0 ? 'The view was cleared. The lines are kept.' : tab.empty)}
            {hidden > 0 && (
              <button type="button" className="textbtn" onClick={() => setCleared(0)}>
                Show all lines
              </button>
            )}
          </p>
        )}
      </div>
    </>
  );
}
