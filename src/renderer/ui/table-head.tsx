import { ArrowDown, ArrowUp } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { moveRovingFocus } from './roving.ts';

export interface HeadColumn {
  readonly id: string;
  readonly header: string;
  readonly numeric?: boolean | undefined;
  readonly headerHidden?: boolean | undefined;
  /** Makes the header a button that sorts by this key. */
  readonly sortKey?: string | undefined;
}

export interface TableSort {
  readonly by: string;
  readonly desc: boolean;
}

export interface TableHeadProps {
  readonly columns: readonly HeadColumn[];
  readonly template: string;
  /** Undefined: the order of arrival. */
  readonly sort: TableSort | undefined;
  readonly onSort: ((sort: TableSort | undefined) => void) | undefined;
}

const ROW = { role: 'row', 'aria-rowindex': 1 };
const CELL = { role: 'columnheader' };

/** What a click on a header leads to: ascending, then descending, then the order of arrival again. */
export function nextSort(sort: TableSort | undefined, by: string): TableSort | undefined {
  if (sort?.by !== by) return { by, desc: false };
  return sort.desc ? undefined : { by, desc: true };
}

/** The head of a DataTable. Headers that sort are one tab stop; arrow keys move between them. */
export function TableHead({ columns, template, sort, onSort }: TableHeadProps) {
  const sortable = columns.filter((column) => onSort !== undefined && column.sortKey !== undefined);
  const stop = sortable.find((column) => column.sortKey === sort?.by) ?? sortable[0];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => moveRovingFocus(event, 'horizontal');
  return (
    <div {...ROW} className="dt-row dt-head" style={{ gridTemplateColumns: template }} {...{ onKeyDown }}>
      {columns.map((column) => {
        const { sortKey } = column;
        const text = <span className={column.headerHidden ? 'vh' : 'el'}>{column.header}</span>;
        const className = cx('dt-c', column.numeric && 'num');
        if (onSort === undefined || sortKey === undefined) {
          return (
            <div key={column.id} {...CELL} className={className}>
              {text}
            </div>
          );
        }
        const sorted = sort?.by === sortKey ? sort : undefined;
        const order = { 'aria-sort': sorted ? (sorted.desc ? 'descending' : 'ascending') : 'none' } as const;
        return (
          <div key={column.id} {...CELL} {...order} className={className}>
            <button
              type="button"
              className="dt-sort"
              data-roving=""
              tabIndex={column === stop ? 0 : -1}
              onClick={() => onSort(nextSort(sort, sortKey))}
            >
              {text}
              {sorted && <Icon icon={sorted.desc ? ArrowDown : ArrowUp} size="s" />}
            </button>
          </div>
        );
      })}
    </div>
  );
}
