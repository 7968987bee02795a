import { type HTMLAttributes, useCallback } from 'react';
import type { VirtualListProps, VirtualRole } from './virtual-list-props.ts';

type RowAttributes<T> = (row: T | undefined, index: number, active: boolean) => HTMLAttributes<HTMLElement>;

const ROW_ROLES: Readonly<Record<VirtualRole, string | undefined>> = {
  log: undefined,
  listbox: 'option',
  tree: 'treeitem',
  treegrid: 'row',
  grid: 'row',
};

/** The attributes of a row for the list's role, with what the caller adds; stable while its parts are. */
export function useRowAttributes<T>(props: VirtualListProps<T>, hasHead: boolean): RowAttributes<T> {
  const { role, rowAttributes } = props;
  const isGrid = role === 'treegrid' || role === 'grid';
  const setSize = role === 'listbox' ? props.rows.count : undefined;
  const selectable = role !== 'log' && props.onActive !== undefined;
  return useCallback(
    (row, index, active) => ({
      role: ROW_ROLES[role],
      ...(isGrid ? { 'aria-rowindex': index + (hasHead ? 2 : 1) } : {}),
      ...(setSize === undefined ? {} : { 'aria-posinset': index + 1, 'aria-setsize': setSize }),
      ...(selectable ? { 'aria-selected': active } : {}),
      ...(row === undefined ? {} : rowAttributes?.(row, index)),
    }),
    [role, isGrid, hasHead, setSize, selectable, rowAttributes],
  );
}
