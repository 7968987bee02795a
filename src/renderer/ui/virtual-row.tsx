import { type HTMLAttributes, type MouseEvent, memo, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { hasMod } from './platform.ts';

export interface VirtualRowProps<T> {
  readonly id: string;
  readonly row: T | undefined;
  readonly index: number;
  readonly height: number;
  readonly active: boolean;
  readonly attributes: (row: T | undefined, index: number, active: boolean) => HTMLAttributes<HTMLElement>;
  readonly render: (row: T, index: number) => ReactNode;
  /** `mod`: Ctrl, on a Mac Command, was held. */
  readonly onPick: ((index: number, mod: boolean) => void) | undefined;
  readonly onOpen: ((index: number) => void) | undefined;
}

/** A row of a table has cells, also while they are fetched. */
const WAITING_CELL = { role: 'gridcell' };

function Row<T>(props: VirtualRowProps<T>) {
  const { id, row, index, height, active, attributes, render, onPick, onOpen } = props;
  const { className, ...rest } = attributes(row, index, active);
  const pointer = {
    onClick: onPick && ((event: MouseEvent) => onPick(index, hasMod(event))),
    onDoubleClick: onOpen && (() => onOpen(index)),
  };
  return (
    <div id={id} style={{ height }} {...pointer} {...rest} className={cx('vl-row', active && 'active', className)}>
      {row === undefined ? <span className="vl-wait" {...(rest.role === 'row' && WAITING_CELL)} /> : render(row, index)}
    </div>
  );
}

/** One row; drawn again only when its data object, place or state changed. */
// memo drops the type parameter; the cast gives it back.
export const VirtualRow = memo(Row) as typeof Row;
