import type { HTMLAttributes, KeyboardEvent, ReactNode } from 'react';

/** Rows that live outside React. A changed row must be a new object; `version` changes with every change. */
export interface RowSource<T> {
  readonly count: number;
  readonly version: number;
  /** Undefined while the row is not loaded yet; a skeleton is drawn in its place. */
  readonly getRow: (index: number) => T | undefined;
}

export type VirtualRole = 'log' | 'listbox' | 'tree' | 'treegrid' | 'grid';

export interface VirtualListProps<T> {
  readonly label: string;
  readonly role: VirtualRole;
  readonly rows: RowSource<T>;
  /** Px, the same for every row. */
  readonly rowHeight: number;
  /** Keep it stable (module function or useCallback): a new one draws every visible row again. */
  readonly renderRow: (row: T, index: number) => ReactNode;
  /** Class, aria-level, aria-expanded and the like; also stable. */
  readonly rowAttributes?: ((row: T, index: number) => HTMLAttributes<HTMLElement>) | undefined;
  /** Index of the selected row; with `onActive` keys and clicks move it, without it keys scroll. */
  readonly active?: number | undefined;
  readonly onActive?: ((index: number) => void) | undefined;
  /** What is selected, where its index alone does not tell: the list scrolls to it when this changes. */
  readonly activeKey?: string | undefined;
  /** Enter or double click. */
  readonly onOpen?: ((index: number) => void) | undefined;
  /** Space, or a click with Mod: marks a row besides the selected one. */
  readonly onMark?: ((index: number) => void) | undefined;
  /** Right opens, left closes. */
  readonly onFold?: ((index: number, open: boolean) => void) | undefined;
  /** Other keys while the list has focus. */
  readonly onKey?: ((event: KeyboardEvent<HTMLElement>, active: number | undefined) => void) | undefined;
  readonly canBeActive?: ((index: number) => boolean) | undefined;
  /** Stay at the end while rows arrive. Ended and resumed by the user through `onFollow`; undefined: no such mode. */
  readonly follow?: boolean | undefined;
  readonly onFollow?: ((follow: boolean) => void) | undefined;
  /** The row at the top edge to begin with; the selected one is not scrolled to then until another is. */
  readonly startAt?: number | undefined;
  /** What the rows are of. When it changes, such as by a filter, none of them counts as new. */
  readonly of?: unknown;
  /** Rows that are there because something was opened: they did not arrive. */
  readonly opened?: number | undefined;
  readonly newLabel?: ((count: number) => string) | undefined;
  /** Stays above the rows and scrolls sideways with them. */
  readonly head?: ReactNode;
  readonly headHeight?: number | undefined;
  /** Px below which the list scrolls sideways. */
  readonly minWidth?: number | undefined;
  /** As high as all its rows, scrolled by its parent; for short lists. */
  readonly natural?: boolean | undefined;
  /** First and last visible index, to load rows in time. */
  readonly onRange?: ((first: number, last: number) => void) | undefined;
  readonly className?: string | undefined;
}
