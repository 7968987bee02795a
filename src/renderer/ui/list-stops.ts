import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface ListRow {
  readonly id: string;
  /** Set in mono: list rows name things a machine named. */
  readonly label: string;
  /** Full name for the tooltip when the label may be cut. */
  readonly title?: string | undefined;
  /** Before the label, for what kind of thing it is; the label says so too or it matters little. */
  readonly lead?: LucideIcon | undefined;
  /** In the place before the label instead of `lead`, such as an icon of its own. */
  readonly leading?: ReactNode;
  /** At the right end, with its meaning in words. */
  readonly icon?: LucideIcon | undefined;
  readonly iconLabel?: string | undefined;
  readonly iconTone?: 'err' | 'wait' | undefined;
  /** Right end instead of an icon, for example a Count. */
  readonly trailing?: ReactNode;
}

export interface ListGroup {
  readonly id: string;
  /** Without a label the rows stand alone, with no head line. */
  readonly label?: string | undefined;
  readonly count?: number | undefined;
  /** How deep it lies in groups above it; 0 unless told otherwise. */
  readonly depth?: number | undefined;
  /** Undefined: the group cannot be folded. */
  readonly collapsed?: boolean | undefined;
  readonly rows: readonly ListRow[];
}

/** Px of a row and of a group head (DESIGN 6.4). */
export const LIST_ROW_HEIGHT = 27;

/** One stop of the arrow keys: a foldable group's head, or a row. */
export interface ListStop {
  readonly key: string;
  readonly group: ListGroup;
  readonly row?: ListRow;
  /** Px from the top of the list. */
  readonly top: number;
}

export const headKey = (group: ListGroup): string => `group ${group.id}`;
export const rowKey = (row: ListRow): string => `row ${row.id}`;

/** All stops in order. */
export function listStops(groups: readonly ListGroup[]): ListStop[] {
  const stops: ListStop[] = [];
  let top = 0;
  for (const group of groups) {
    if (group.label !== undefined) {
      if (group.collapsed !== undefined) stops.push({ key: headKey(group), group, top });
      top += LIST_ROW_HEIGHT;
    }
    if (group.collapsed) continue;
    for (const row of group.rows) {
      stops.push({ key: rowKey(row), group, row, top });
      top += LIST_ROW_HEIGHT;
    }
  }
  return stops;
}

const PAGE = 10;

/** Where a movement key leads from `at`; undefined for other keys. */
export function listTarget(key: string, at: number, last: number): number | undefined {
  if (key === 'ArrowDown' || key === 'j') return Math.min(last, at + 1);
  if (key === 'ArrowUp' || key === 'k') return Math.max(0, at - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'PageDown') return Math.min(last, at + PAGE);
  if (key === 'PageUp') return Math.max(0, at - PAGE);
  return undefined;
}
