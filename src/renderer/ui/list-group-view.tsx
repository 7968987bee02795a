import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, useId } from 'react';
import { cx } from './cx.ts';
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
  readonly onToggle: (group: ListGroup) => void;
}

interface RowViewProps {
  readonly row: ListRow;
  readonly index: number;
  readonly size: number;
  readonly selected: boolean;
  readonly anchored: boolean;
  readonly placed: boolean;
  readonly onPick: (key: string) => void;
  readonly onOpen: (row: ListRow) => void;
}

const RowView = memo(function RowView(props: RowViewProps) {
  const { row, index, size, selected, anchored, placed, onPick, onOpen } = props;
  return (
    <div
      role="option"
      data-row=""
      aria-selected={selected}
      aria-posinset={index + 1}
      aria-setsize={size}
      tabIndex={anchored ? 0 : -1}
      className="li"
      style={placed ? { position: 'absolute', left: 0, right: 0, top: index * LIST_ROW_HEIGHT } : undefined}
      title={row.title}
      {...{ onClick: () => onPick(rowKey(row)), onDoubleClick: () => onOpen(row) }}
    >
      <span className="mono el grow">{row.label}</span>
      {row.icon && <Icon icon={row.icon} label={row.iconLabel} className={row.iconTone && `c-${row.iconTone}`} />}
      {row.trailing}
    </div>
  );
});

/** A group of a list: its head, a button when it folds, and a listbox of its rows. */
export function ListGroupView(props: ListGroupViewProps) {
  const { group, listLabel, selectedId, anchorKey, range, onPick, onOpen, onToggle } = props;
  const id = useId();
  const { rows } = group;
  const [from, to] = range ?? [0, rows.length];
  const shown = rows.map((_, index) => index).filter((index) => index >= from && index < to);
  const anchored = rows.findIndex((row) => rowKey(row) === anchorKey);
  // The row with the tab stop stays in the document, or focus would be lost when it scrolls away.
  if (anchored >= 0 && (anchored < from || anchored >= to)) shown.push(anchored);
  const head = (
    <>
      {group.collapsed !== undefined && <Icon icon={group.collapsed ? ChevronRight : ChevronDown} size="s" />}
      <span className="el">{group.label}</span>
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
                onPick={onPick}
                onOpen={onOpen}
              />
            );
          })}
        </div>
      )}
    </>
  );
}
