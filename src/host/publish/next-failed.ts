import { countsAsFailed } from '#core/fold/row-failed.ts';
import type { TrafficRow } from '#shared/exchange.ts';
import { Pace } from './pace.ts';
import type { RowView } from './row-store.ts';

export interface FailedStep {
  /** Number of the row to go on from; undefined, or one that the view does not know: from the first or last row. */
  from?: number | undefined;
  /** Upwards. */
  back?: boolean | undefined;
}

/** A row and what is folded away under it, in order. */
function blockAt(view: RowView<TrafficRow>, place: number): number[] {
  const row = view.rowAt(place);
  return [row, ...(view.held?.(row) ?? [])];
}

/** Place of a row, or of the closed one that holds it. */
function placeOf(view: RowView<TrafficRow>, row: number): number {
  const place = view.placeOf(row);
  if (place >= 0) return place;
  const under = view.store.peek?.(row)?.under;
  return under === undefined ? -1 : view.placeOf(under);
}

/**
 * Number of the row that failed next, in the order of a view, also among rows that are folded away in it; undefined when
 * there is none. The view has to be whole.
 */
export async function nextFailed(
  view: RowView<TrafficRow>,
  { from, back = false }: FailedStep,
): Promise<number | undefined> {
  const pace = new Pace();
  const failed = (row: number): boolean => {
    const found = view.store.peek?.(row) ?? view.store.at(row);
    return found !== undefined && countsAsFailed(found);
  };
  const first = (rows: readonly number[]) => (back ? rows.findLast(failed) : rows.find(failed));
  let place = from === undefined ? -1 : placeOf(view, from);
  if (place >= 0) {
    const block = blockAt(view, place);
    const at = block.indexOf(from ?? -1);
    const found = first(back ? block.slice(0, Math.max(0, at)) : block.slice(at + 1));
    if (found !== undefined) return found;
  } else if (back) place = view.count;
  for (place += back ? -1 : 1; place >= 0 && place < view.count; place += back ? -1 : 1) {
    const found = first(blockAt(view, place));
    if (found !== undefined) return found;
    if (!pace.due()) continue;
    const row = view.rowAt(place);
    await pace.rest();
    // Places may have moved.
    const now = view.placeOf(row);
    if (now >= 0) place = now;
  }
  return undefined;
}
