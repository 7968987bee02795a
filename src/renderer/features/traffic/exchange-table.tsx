import { type KeyboardEvent, useCallback, useMemo } from 'react';
import type { TrafficRow } from '#shared/exchange.ts';
import type { ViewPlace } from '../../parts/use-view-place.ts';
import type { LogBuffer } from '../../store/log.ts';
import { DataTable, type RowShape } from '../../ui/data-table.tsx';
import { isFailed } from './row-facts.ts';
import type { Axis } from './time-axis.ts';
import { columnsWidth, trafficColumns } from './traffic-columns.tsx';
import type { Marks } from './use-marks.ts';
import { useNextFailed } from './use-next-failed.ts';
import type { RowChoice } from './use-row-choice.ts';
import type { TrafficChoice } from './use-traffic-filter.ts';

export interface ExchangeTableProps {
  readonly sessionId: string;
  readonly rows: LogBuffer<TrafficRow>;
  /** All rows of the session, which the numbers go up to. */
  readonly total: number;
  readonly columns: ReadonlySet<string>;
  readonly axis: Axis;
  readonly filter: TrafficChoice;
  readonly choice: RowChoice;
  readonly marks: Marks;
  readonly place: ViewPlace;
  /** Enter or a double click: into the inspector. */
  readonly onOpen: () => void;
  /** Keys that are not about the rows of the table. */
  readonly onKey: (event: KeyboardEvent<HTMLElement>) => void;
}

function shape(row: TrafficRow): RowShape {
  const level = row.under === undefined ? 1 : 2;
  const folds = (row.members ?? 0) > 0 && level === 1;
  return {
    level,
    ...(folds ? { expanded: row.opened ?? false } : {}),
    ...(row.nth === undefined ? {} : { place: row.nth }),
  };
}

/** Where the row is that one is folded under. It stands above it, its other rows between. */
function placeOfHead(rows: LogBuffer<TrafficRow>, row: TrafficRow, index: number): number | undefined {
  return row.under === undefined ? undefined : rows.placeOf(row.under, Math.max(0, index - (row.nth ?? 1)));
}

/** The rows of S16 as a treegrid: Right and Left open and close, Space marks, N goes to the next failure. */
export function ExchangeTable(props: ExchangeTableProps) {
  const { rows, total, columns, axis, filter, choice, marks, place } = props;
  const { setFollow: onFollow } = place;
  const { has } = marks;
  const digits = String(total).length;
  const shown = useMemo(
    () => trafficColumns({ axis, isMarked: has, digits, shown: columns }),
    [axis, has, digits, columns],
  );
  const rowClass = useCallback(
    (row: TrafficRow) => [isFailed(row) && 'failed', has(row) && 'marked'].filter(Boolean).join(' ') || undefined,
    [has],
  );
  const toFailure = useNextFailed({ sessionId: props.sessionId, filter, choice, onFound: () => onFollow(false) });
  const pick = (index: number) => {
    choice.pick(index);
    // Rows must not run away from under the choice; the last row is where following resumes.
    onFollow(index === rows.count - 1);
  };
  const fold = (index: number, open: boolean) => {
    const row = rows.getRow(index);
    if (!row) return;
    const folds = (row.members ?? 0) > 0;
    if (open) {
      if (folds && row.opened) pick(index + 1);
      else if (folds) filter.fold(row, true);
      return;
    }
    if (row.opened) return filter.fold(row, false);
    const head = placeOfHead(rows, row, index);
    if (head !== undefined) pick(head);
  };
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const bare = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (bare && event.key === 'C') marks.compare();
    else if (bare && event.key.toLowerCase() === 'n') toFailure(event.shiftKey);
    else props.onKey(event);
  };
  return (
    <DataTable
      label="Exchanges"
      rows={rows}
      of={rows}
      columns={shown}
      shape={shape}
      rowClass={rowClass}
      active={choice.index}
      activeKey={`${choice.number} ${rows.form}`}
      onActive={pick}
      onOpen={(index) => {
        pick(index);
        props.onOpen();
      }}
      onMark={(index) => {
        const row = rows.getRow(index);
        if (row) marks.toggle(row);
      }}
      onFold={fold}
      onKey={onKey}
      sort={filter.sort}
      onSort={filter.setSort}
      // In another order the newest row is not the last.
      follow={filter.sort ? undefined : place.follow}
      onFollow={onFollow}
      startAt={place.startAt}
      onRange={place.onRange}
      minWidth={columnsWidth(shown)}
    />
  );
}
