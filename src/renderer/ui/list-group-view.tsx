import { ChevronDown, ChevronRight } from 'lucide-react';
import { type MouseEvent, memo, useId } from 'react';
import { cx } from './cx.ts';
import { ForeignText } from './foreign-text.tsx';
import { formatCount } from './format.ts';
import { Icon } from './icon.tsx';
import { headKey, LIST_ROW_HEIGHT, type ListGroup, type ListRow, rowKey } from './list-stops.ts';

export interface ListGroupViewProps {
  readonly group: ListGroup;
  readonly listLabel: string;
  readonly selectedId: string | undefined;
  /** Key of the stop that holds the list's one tab stop. */
  readonly anchorKey: string | undefined;
  /** Indexes to draw, end excluded; undefined draws all in normal flow. */
  readonly range: readonly [number, number] | undefined;
  readonly onPick: (key: string) => void;
  readonly onOpen: (row: ListRow) => void;
  /** A click with Shift; a click like any other unless given. */
  readonly onExtend: ((row: ListRow) => void) | undefined;
  readonly onToggle: (group: ListGroup) => void;
}

interface RowViewProps {
  readonly row: ListRow;
  readonly index: number;
  readonly size: number;
  readonly selected: boolean;
  readonly anchored: boolean;
  readonly placed: boolean;
  readonly depth: number;
  readonly onPick: (key: string) => void;
  readonly onOpen: (row: ListRow) => void;
  readonly onExtend: ((row: ListRow) => void) | undefined;
}

const INDENT_PX = 14;
/** Deeper groups are not moved further: their rows would have no place left. */
const MAX_INDENT = 4;
const indent = (depth: number) => (depth === 0 ? {} : { marginLeft: INDENT_PX * Math.min(depth, MAX_INDENT) });

const RowView = memo(function RowView(props: RowViewProps) {
  const { row, index, size, selected, anchored, placed, depth, onPick, onOpen, onExtend } = props;
  const place = placed ? { position: 'absolute' as const, left: 0, right: 0, top: index * LIST_ROW_HEIGHT } : {};
  return (
    <div
      role="option"
      data-row=""
      aria-selected={selected}
      aria-posinset={index + 1}
      aria-setsize={size}
      tabIndex={anchored ? 0 : -1}
      className="li"
      style={{ ...place, ...indent(depth) }}
      title={row.title}
      {...{
        onClick: (event: MouseEvent) => (event.shiftKey && onExtend ? onExtend(row) : onPick(rowKey(row))),
        onDoubleClick: () => onOpen(row),
        // The browser would select the text up to here.
        onMouseDown: (event: MouseEvent) => event.shiftKey && onExtend && event.preventDefault(),
      }}
    >
      {row.leading ?? (row.lead && <Icon icon={row.lead} size="s" className="t3" />)}
      <span className="mono el grow">
        <ForeignText text={row.label} limit={200} inert />
      </span>
      {row.icon && <Icon icon={row.icon} label={row.iconLabel} className={row.iconTone && `c-${row.iconTone}`} />}
      {row.trailing}
    </div>
  );
});

/** A group of a list: its head, a button when it folds, and a listbox of its rows. */
export function ListGroupView(props: ListGroupViewProps) {
  const { group, listLabel, selectedId, anchorKey, range, onPick, onOpen, onExtend, onToggle } = props;
  const id = useId();
  const { rows, depth = 0 } = group;
  const [from, to] = range ?? [0, rows.length];
  const shown = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  const anchored = rows.findIndex((row) => rowKey(row) === anchorKey);
  // The row with the tab stop stays in the document, or focus would be lost when it scrolls away.
  if (anchored >= 0 && (anchored < from || anchored >= to)) shown.push(anchored);
  const head = (
    <>
      {group.collapsed !== undefined && <Icon icon={group.collapsed ? ChevronRight : ChevronDown} size="s" />}
      <span className="el">{group.label !== undefined && <ForeignText text={group.label} limit={200} inert />}</span>
      {group.count !== undefined && <span className="num">{formatCount(group.count)}</span>}
    </>
  );
  return (
    <>
      {group.label !== undefined && group.collapsed === undefined && <div className="li-g">{head}</div>}
      {group.label !== undefined && group.collapsed !== undefined && (
        <button
          type="button"
          className={cx('li-g', 'li-fold')}
          style={indent(depth)}
          data-row=""
          aria-expanded={!group.collapsed}
          aria-controls={group.collapsed ? undefined : id}
          tabIndex={anchorKey === headKey(group) ? 0 : -1}
          onClick={() => onToggle(group)}
          onFocus={() => onPick(headKey(group))}
        >
          {head}
        </button>
      )}
      {!group.collapsed && rows.length > 0 && (
        <div
          role="listbox"
          id={id}
          aria-label={group.label ?? listLabel}
          style={range && { position: 'relative', height: rows.length * LIST_ROW_HEIGHT }}
        >
          {shown.map((index) => {
            const row = rows[index];
            return row === undefined ? null : (
              <RowView
                key={row.id}
                row={row}
                index={index}
                size={rows.length}
                selected={row.id === selectedId}
                anchored={index === anchored}
                placed={range !== undefined}
                depth={depth}
                onPick={onPick}
                onOpen={onOpen}
                onExtend={onExtend}
              />
            );
          })}
        </div>
      )}
    </>
  );
}
