import { ChevronDown, ChevronRight } from 'lucide-react';
import { type HTMLAttributes, type MouseEvent, type ReactNode, useCallback, useMemo } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { type HeadColumn, TableHead, type TableSort } from './table-head.tsx';
import { useStable } from './use-stable.ts';
import { VirtualList } from './virtual-list.tsx';
import type { VirtualListProps } from './virtual-list-props.ts';

export interface DataColumn<T> extends HeadColumn {
  /** Px, or a grid track such as `minmax(160px, 1fr)`. */
  readonly width: number | string;
  /** This column shows the indent and the fold caret. */
  readonly fold?: boolean | undefined;
  readonly render: (row: T, index: number) => ReactNode;
}

export interface RowShape {
  /** 1 for top-level rows. */
  readonly level: number;
  /** Undefined for rows without children. */
  readonly expanded?: boolean | undefined;
  /** Place among the rows of its parent, from 1, and how many they are; where that is known. */
  readonly place?: number | undefined;
  readonly places?: number | undefined;
}

type Inherited<T> = Pick<
  VirtualListProps<T>,
  | 'label'
  | 'rows'
  | 'active'
  | 'onActive'
  | 'activeKey'
  | 'onOpen'
  | 'onMark'
  | 'onFold'
  | 'onKey'
  | 'follow'
  | 'onFollow'
  | 'startAt'
  | 'of'
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
  /** Class and pointer handlers of a row. Keep both functions stable. */
  readonly rowClass?: ((row: T) => string | undefined) | undefined;
  readonly onHover?: ((row: T | undefined) => void) | undefined;
  /** With `onSort` the headers of columns that have a `sortKey` are buttons. */
  readonly sort?: TableSort | undefined;
  readonly onSort?: ((sort: TableSort | undefined) => void) | undefined;
  /** Shows no head. */
  readonly headless?: boolean | undefined;
}

const INDENT_PX = 18;
// Divs with table roles: a real table cannot hold virtual rows in a grid layout. Focus stays on the treegrid.
const CELL = { role: 'gridcell' };
const tracks = <T,>(columns: readonly DataColumn<T>[]): string =>
  columns.map((column) => (typeof column.width === 'number' ? `${column.width}px` : column.width)).join(' ');

/** C11. A virtual table as a treegrid with a sticky head; rows may have children. Keys as in VirtualList. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { columns, rowHeight = 26, shape, rowClass, onHover, onFold, sort, onSort, headless, ...list } = props;
  const template = tracks(columns);
  const fold = useStable(onFold);
  const setSort = useStable(onSort);
  const sorts = onSort !== undefined;
  const rowAttributes = useCallback(
    (row: T): HTMLAttributes<HTMLElement> => {
      const { level, expanded, place, places }: RowShape = shape?.(row) ?? { level: 1 };
      return {
        className: cx('dt-row', rowClass?.(row)),
        style: { gridTemplateColumns: template, height: rowHeight },
        'aria-level': level,
        'aria-expanded': expanded,
        'aria-posinset': place,
        'aria-setsize': place === undefined ? undefined : (places ?? -1),
        ...(onHover ? { onMouseEnter: () => onHover(row), onMouseLeave: () => onHover(undefined) } : {}),
      };
    },
    [shape, rowClass, onHover, template, rowHeight],
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
    () => <TableHead columns={columns} template={template} sort={sort} onSort={sorts ? setSort : undefined} />,
    [columns, template, sort, sorts, setSort],
  );
  return (
    <VirtualList
      {...list}
      role="treegrid"
      rowHeight={rowHeight}
      renderRow={renderRow}
      rowAttributes={rowAttributes}
      onFold={onFold}
      head={headless ? undefined : head}
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
