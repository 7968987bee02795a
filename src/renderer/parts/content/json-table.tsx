import { useCallback, useMemo, useState } from 'react';
import { writeJson } from '#shared/exact-json.ts';
import { formatJsonPath } from '../../ui/json-path.ts';
import { Select } from '../../ui/select.tsx';
import { MOST_COLUMNS, TableView } from './table-view.tsx';
import { columnsOf, type ValueTable } from './value-tables.ts';

export interface JsonTableProps {
  readonly label: string;
  /** At least one; with more of them there is a choice. */
  readonly tables: readonly ValueTable[];
}

/** A list of objects as a table: a row for each, a column for each key. */
export function JsonTable({ label, tables }: JsonTableProps) {
  const [chosen, setChosen] = useState('0');
  const table = tables[Number(chosen)] ?? tables[0];
  return (
    <>
      {tables.length > 1 && (
        <div className="row block-find">
          <Select
            aria-label="List shown"
            value={chosen}
            onValue={setChosen}
            options={tables.map(({ path, rows }, place) => ({
              value: String(place),
              label: `${formatJsonPath(path).slice(0, 80)}, ${rows.length.toLocaleString('en-US')}`,
            }))}
          />
        </div>
      )}
      {table && <OneTable key={chosen} label={label} table={table} />}
    </>
  );
}

function OneTable({ label, table: { path, rows } }: { readonly label: string; readonly table: ValueTable }) {
  const { columns, left } = useMemo(() => columnsOf(rows, MOST_COLUMNS), [rows]);
  const cell = useCallback(
    (row: number, column: number) => {
      const of = rows[row];
      const key = columns[column];
      return of !== undefined && key !== undefined && Object.hasOwn(of, key) ? of[key] : undefined;
    },
    [rows, columns],
  );
  return (
    <TableView
      label={label}
      columns={columns}
      count={rows.length}
      cell={cell}
      place={(row) => formatJsonPath([...path, row])}
      rowText={(row) => writeJson(rows[row], 2)}
      notes={left > 0 ? [`${left.toLocaleString('en-US')} more columns in the tree`] : []}
    />
  );
}
