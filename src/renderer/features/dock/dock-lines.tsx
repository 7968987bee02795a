import { type ReactNode, useCallback, useRef } from 'react';
import { useFeedback } from '../../ui/feedback.tsx';
import { plural } from '../../ui/format.ts';
import { useStable } from '../../ui/use-stable.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { DockControls } from './dock-controls.tsx';
import { DockLine, FoldLine, lineAttributes } from './dock-line.tsx';
import { DockSearch } from './dock-search.tsx';
import type { DockTabDef } from './dock-tabs.ts';
import { linesBetween } from './lines-between.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useDockKeys } from './use-dock-keys.ts';
import { type DockLog, useDockLog } from './use-dock-log.ts';
import type { DockRow } from './use-folded-rows.ts';
import { rowAt, useLineSelection } from './use-line-selection.ts';

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

/** The newest lines for a screen reader. */
function lastLines({ buffer, hidden }: DockLog, none: string): string {
  const from = Math.max(hidden, buffer.count - READ_LINES);
  const texts = Array.from({ length: buffer.count - from }, (_, at) =>
    buffer.getRow(from + at)?.text.slice(0, READ_CHARS),
  );
  return texts.length === 0 ? none : `Last ${plural(texts.length, 'line')}: ${texts.join('. ')}`;
}

/** The lines of one log view as they came, with follow, level, search, clear, folded stack traces. */
export function DockLines({ sessionId, tab, bar, panel, onMoment, onPopOut }: DockLinesProps) {
  const { announce } = useFeedback();
  const log = useDockLog(sessionId, tab);
  const { buffer, rows, hidden, level, follow, setFollow, query, setQuery } = log;
  const body = useRef<HTMLDivElement>(null);
  const { selection, drop } = useLineSelection(body, () => setFollow(false));
  useDockKeys(
    () => log.chooseFollow(!follow),
    () => announce(lastLines(log, tab.empty)),
  );
  const onToggle = useStable((first: number) => {
    // What is opened must not run away from under the pointer.
    setFollow(false);
    log.toggle(first);
  });
  const renderRow = useCallback(
    (row: DockRow) =>
      'fold' in row ? <FoldLine row={row} onToggle={onToggle} /> : <DockLine row={row} query={query ?? ''} />,
    [query, onToggle],
  );
  const closeSearch = () => {
    setQuery(undefined);
    body.current?.querySelector<HTMLElement>('[role="log"]')?.focus();
  };
  const controls = (
    <DockControls
      shown={buffer.count - hidden}
      total={level === 'all' ? Math.max(buffer.count, tab.total ?? 0) : (tab.total ?? buffer.count)}
      level={tab.leveled ? level : undefined}
      onLevel={log.setLevel}
      follow={follow}
      onFollow={log.chooseFollow}
      searching={tab.filter === undefined ? query !== undefined : undefined}
      onSearch={(searching) => setQuery(searching ? '' : undefined)}
      onClear={log.clear}
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
        {query !== undefined && <DockSearch text={query} onText={setQuery} search={log.search} onClose={closeSearch} />}
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
            opened={log.opened}
            rowHeight={LINE_PX}
            renderRow={renderRow}
            rowAttributes={lineAttributes}
            active={log.hitRow}
            follow={follow}
            onFollow={setFollow}
          />
        ) : (
          <NoLines log={log} text={tab.empty} />
        )}
      </div>
    </>
  );
}

function NoLines({ log, text }: { readonly log: DockLog; readonly text: string }) {
  const { buffer, hidden, showAll } = log;
  return (
    <p className="dock-empty">
      {buffer.problem ?? (hidden > 0 ? 'The view was cleared. The lines are kept.' : text)}
      {hidden > 0 && (
        <button type="button" className="textbtn" onClick={showAll}>
          Show all lines
        </button>
      )}
    </p>
  );
}
