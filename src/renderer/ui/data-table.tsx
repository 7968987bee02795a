import { ChevronDown, ChevronRight } from 'lucide-react';
import { type HTMLAttributes, type MouseEvent, type ReactNode, useCallback, useMemo } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { useStable } from './use-stable.ts';
import { VirtualList } from './virtual-list.tsx';
import type { VirtualListProps } from './virtual-list-props.ts';

export interface DataColumn<T> {
  readonly id: string;
  readonly header: string;
  /** Px, or a grid track such as `minmax(160px, 1fr)`. */
  readonly width: number | string;
  /** Right-aligned with tabular figures. */
  readonly numeric?: boolean | undefined;
  /** Hides the header text but keeps it for screen readers. */
  readonly headerHidden?: boolean | undefined;
  /** This column shows the indent and the fold caret. */
  readonly fold?: boolean | undefined;
  readonly render: (row: T, index: number) => ReactNode;
}

export interface RowShape {
  /** 1 for top-level rows. */
  readonly level: number;
  /** Undefined for rows without children. */
  readonly expanded?: boolean | undefined;
}

type Inherited<T> = Pick<
  VirtualListProps<T>,
  | 'label'
  | 'rows'
  | 'active'
  | 'onActive'
  | 'onOpen'
  | 'onFold'
  | 'onKey'
  | 'follow'
  | 'onFollow'
  | 'newLabel'
  | 'onRange'
  | 'minWidth'
>;

export interface DataTableProps<T> extends Inherited<T> {
  /** Keep the array stable: a new one draws every visible row again. */
  readonly columns: readonly DataColumn<T>[];
  /** 26 px Compact, 30 px Comfortable. */
  readonly rowHeight?: number | undefined;
  readonly shape?: ((row: T) => RowShape) | undefined;
  readonly rowClass?: ((row: T) => string | undefined) | undefined;
}

const INDENT_PX = 18;
// Divs with table roles: a real table cannot hold virtual rows in a grid layout. Focus stays on the treegrid.
const CELL = { role: 'gridcell' };
const HEAD_ROW = { role: 'row', 'aria-rowindex': 1 };
const HEAD_CELL = { role: 'columnheader' };
const tracks = <T,>(columns: readonly DataColumn<T>[]): string =>
  columns.map((column) => (typeof column.width === 'number' ? `${column.width}px` : column.width)).join(' ');

/** C11. A virtual table as a treegrid with a sticky head; rows may have children. Keys as in VirtualList. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { columns, rowHeight = 26, shape, rowClass, onFold, ...list } = props;
  const template = tracks(columns);
  const fold = useStable(onFold);
  const rowAttributes = useCallback(
    (row: T): HTMLAttributes<HTMLElement> => {
      const { level, expanded } = shape?.(row) ?? { level: 1 };
      return {
        className: cx('dt-row', rowClass?.(row)),
        style: { gridTemplateColumns: template, height: rowHeight },
        'aria-level': level,
        'aria-expanded': expanded,
      };
    },
    [shape, rowClass, template, rowHeight],
  );
  const renderRow = useCallback(
    (row: T, index: number) =>
      columns.map((column) => (
        <div key={column.id} {...CELL} className={cx('dt-c', column.numeric && 'num')}>
          {column.fold && shape && <FoldCaret shape={shape(row)} index={index} onFold={fold} />}
          {column.render(row, index)}
        </div>
      )),
    [columns, shape, fold],
  );
  const head = useMemo(
    () => (
      <div {...HEAD_ROW} className="dt-row dt-head" style={{ gridTemplateColumns: template }}>
        {columns.map((column) => (
          <div key={column.id} {...HEAD_CELL} className={cx('dt-c', column.numeric && 'num')}>
            <span className={column.headerHidden ? 'vh' : 'el'}>{column.header}</span>
          </div>
        ))}
      </div>
    ),
    [columns, template],
  );
  return (
    <VirtualList
      {...list}
      role="treegrid"
      rowHeight={rowHeight}
      renderRow={renderRow}
      rowAttributes={rowAttributes}
      onFold={onFold}
      head={head}
    />
  );
}

interface FoldCaretProps {
  readonly shape: RowShape;
  readonly index: number;
  readonly onFold: (index: number, open: boolean) => void;
}

/** For the pointer only; the keyboard folds with left and right, and the row carries aria-expanded. */
function FoldCaret({ shape, index, onFold }: FoldCaretProps) {
  const { level, expanded } = shape;
  const indent = { marginLeft: (level - 1) * INDENT_PX };
  if (expanded === undefined) return level > 1 ? <span style={indent} /> : null;
  const onClick = (event: MouseEvent) => {
    event.stopPropagation();
    onFold(index, !expanded);
  };
  return (
    <span className="dt-fold" style={indent} aria-hidden="true" {...{ onClick }}>
      <Icon icon={expanded ? ChevronDown : ChevronRight} size="s" />
    </span>
  );
}
