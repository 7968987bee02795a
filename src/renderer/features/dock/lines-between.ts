import type { LineRow } from '#shared/exchange.ts';
import type { RowSource } from '../../ui/virtual-list-props.ts';
import type { DockRow } from './use-folded-rows.ts';

/** Most lines that are gathered; a selection lies within what was on screen. */
const MOST = 2000;

/** The lines from one row to another, with those that are folded between them. `lineAt` gives the line at a place. */
export function linesBetween(
  rows: RowSource<DockRow>,
  { first, last }: { readonly first: number; readonly last: number },
  lineAt: (place: number) => LineRow | undefined,
): LineRow[] {
  const lines: LineRow[] = [];
  for (let at = first; at <= last && lines.length < MOST; at += 1) {
    const row = rows.getRow(at);
    if (!row) continue;
    if (!('fold' in row)) lines.push(row);
    else if (row.fold === 'closed') {
      const hidden = Array.from({ length: Math.min(row.count, MOST) }, (_, n) => lineAt(row.first + n));
      lines.push(...hidden.filter((line) => line !== undefined));
    }
  }
  return lines;
}
