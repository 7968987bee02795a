import { Copy } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ExactNumber, nearestNumber } from '#shared/exact-json.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { TableSort } from '../../ui/table-head.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { cellText, compareCells } from './value-tables.ts';

export interface TableViewProps {
  readonly label: string;
  readonly columns: readonly string[];
  /** Rows so far. */
  readonly count: number;
  /** Stable while the rows are the same. */
  readonly cell: (row: number, column: number) => unknown;
  /** Where a row is, for the line below the table. */
  readonly place: (row: number) => string;
  /** What is copied of a row. */
  readonly rowText: (row: number) => string;
  /** What is not shown, for example `12 more columns`. */
  readonly notes?: readonly string[] | undefined;
}

/** Columns drawn at most; the tree has all of them. */
export const MOST_COLUMNS = 60;
const ROW_PX = 26;
const SHOWN_ROWS = 16;
const SAMPLE_ROWS = 50;
const CELL_CHARS = 200;
const HEAD_CHARS = 80;
const CHAR_PX = 6.7;
const MIN_PX = 72;
const MAX_PX = 340;
const PAD_PX = 22;
const NUMBER_PX = 44;

const NUMERIC = /^-?\d[\d,. ]*%?$/;
const isNumeric = (value: unknown) =>
  nearestNumber(value) !== undefined || (typeof value === 'string' && NUMERIC.test(value));

/** Whether a column holds numbers, and how wide it is drawn: by its head and its first rows. */
function lookOf(name: string, values: readonly unknown[]): { numeric: boolean; width: number } {
  const present = values.filter((value) => value !== undefined && value !== null && value !== '');
  const longest = present.reduce<number>((most, value) => Math.max(most, cellText(value).slice(0, 60).length), 0);
  const width = Math.max(name.length, longest) * CHAR_PX + PAD_PX;
  return {
    numeric: present.length > 0 && present.every(isNumeric),
    width: Math.round(Math.min(MAX_PX, Math.max(MIN_PX, width))),
  };
}

function Cell({ value }: { readonly value: unknown }) {
  if (value === undefined) return null;
  if (value === null) return <span className="jz">null</span>;
  if (typeof value === 'boolean') return <span className="jb">{String(value)}</span>;
  if (Array.isArray(value)) return <span className="t3">[ {plural(value.length, 'item')} ]</span>;
  if (value instanceof ExactNumber) return value.text;
  if (typeof value === 'object') return <span className="t3">{`{ ${plural(Object.keys(value).length, 'key')} }`}</span>;
  return <ForeignText className="el" text={String(value)} limit={CELL_CHARS} inert />;
}

/** Row numbers in the order of a column; undefined for the order they came in. */
function useOrder({ count, cell }: Pick<TableViewProps, 'count' | 'cell'>, sort: TableSort | undefined) {
  return useMemo(() => {
    if (!sort) return undefined;
    const column = Number(sort.by);
    const rows = Array.from({ length: count }, (_, row) => ({ row, value: cell(row, column) }));
    rows.sort((a, b) => compareCells(a.value, b.value) * (sort.desc ? -1 : 1) || a.row - b.row);
    return rows.map(({ row }) => row);
  }, [sort, count, cell]);
}

/** Any number of rows as a table that sorts by its heads; only those in view are drawn. */
export function TableView(props: TableViewProps) {
  const { label, columns, count, cell, place, rowText, notes = [] } = props;
  const [sort, setSort] = useState<TableSort>();
  const [active, setActive] = useState<number>();
  const order = useOrder(props, sort);
  const sampled = Math.min(SAMPLE_ROWS, count);
  const drawn = useMemo<readonly DataColumn<number>[]>(() => {
    const number: DataColumn<number> = {
      id: 'row',
      header: 'Row',
      headerHidden: true,
      numeric: true,
      width: NUMBER_PX,
      render: (row) => <span className="t3">{(row + 1).toLocaleString('en-US')}</span>,
    };
    const named = columns.map((name, column): DataColumn<number> => {
      const values = Array.from({ length: sampled }, (_, row) => cell(row, column));
      return {
        id: String(column),
        header: name.slice(0, HEAD_CHARS),
        sortKey: String(column),
        ...lookOf(name.slice(0, HEAD_CHARS), values),
        render: (row) => <Cell value={cell(row, column)} />,
      };
    });
    return [number, ...named];
  }, [columns, cell, sampled]);
  const rows = useMemo(
    () => ({ count, version: 0, getRow: (index: number) => order?.[index] ?? index }),
    [count, order],
  );
  const width = drawn.reduce((sum, column) => sum + Number(column.width), 0);
  const current = active === undefined || active >= count ? undefined : rows.getRow(active);
  const copyText = useCopy();
  const copy = (row: number) => copyText(rowText(row));
  return (
    <>
      <div className="value-table" style={{ height: ROW_PX * (1 + Math.min(count, SHOWN_ROWS)) + 2 }}>
        <DataTable
          label={label}
          rows={rows}
          columns={drawn}
          sort={sort}
          onSort={setSort}
          active={active}
          onActive={setActive}
          minWidth={width}
          rowHeight={ROW_PX}
        />
      </div>
      <div className="json-f">
        <span className="el grow">
          {[plural(count, 'row'), ...notes].join(', ')}
          {current !== undefined && <span className="mono t2 value-place">{place(current)}</span>}
        </span>
        {current !== undefined && <IconButton size="sm" icon={Copy} label="Copy row" onClick={() => copy(current)} />}
      </div>
    </>
  );
}
