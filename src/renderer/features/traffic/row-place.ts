import type { RowSource } from '../../ui/virtual-list-props.ts';

export interface ChoiceRows<R extends { row: number }> extends RowSource<R> {
  /** Where a row is now, looked for around a place. */
  placeOf(row: number, near: number): number | undefined;
}

/** A row that was chosen, and its place in the rows it was last seen in. */
export interface ChosenRow<R extends { row: number }> {
  readonly row: R;
  readonly index: number;
  readonly rows: ChoiceRows<R>;
}

/** The row with a number, looked for around a place; the rows there are asked for where they are not loaded. */
export function rowNear<R extends { row: number }>(
  rows: ChoiceRows<R>,
  wanted: number | undefined,
  near: number | undefined,
): { row: R; index: number } | undefined {
  if (wanted === undefined || near === undefined) return undefined;
  const index = rows.placeOf(wanted, near) ?? near;
  const row = index < rows.count ? rows.getRow(index) : undefined;
  return row?.row === wanted ? { row, index } : undefined;
}
