import { useCallback, useEffect, useState } from 'react';
import { MOST_COLUMNS, TableView } from '../table-view.tsx';
import { type CsvForm, csvRows } from './csv.ts';

export interface CsvTableProps {
  readonly text: string;
  readonly form: CsvForm;
}

/** Rows read in one go; between two of them the page answers. */
const PORTION = 400;
/** Rows shown at most. */
const MOST_ROWS = 100_000;

interface Read {
  readonly rows: readonly (readonly string[])[];
  readonly done: boolean;
}

/** The rows of a CSV text, read portion by portion. */
function useCsvRows({ text, form }: CsvTableProps): Read {
  const [read, setRead] = useState<Read>({ rows: [], done: false });
  useEffect(() => {
    const portions = csvRows(text, form, PORTION);
    const rows: (readonly string[])[] = [];
    let timer: ReturnType<typeof setTimeout>;
    const next = () => {
      const { value, done } = portions.next();
      if (value) rows.push(...value);
      const over = done === true || rows.length >= MOST_ROWS;
      setRead({ rows: rows.slice(0, MOST_ROWS), done: over });
      if (!over) timer = setTimeout(next, 0);
    };
    next();
    return () => clearTimeout(timer);
  }, [text, form]);
  return read;
}

/** Text with separated values as a table; its first row names the columns. */
export function CsvTable(props: CsvTableProps) {
  const { rows, done } = useCsvRows(props);
  const { columns, delimiter } = props.form;
  const cell = useCallback((row: number, column: number) => rows[row]?.[column], [rows]);
  const left = columns.length - MOST_COLUMNS;
  const notes = [
    left > 0 && `${left.toLocaleString('en-US')} more columns in the text`,
    rows.length >= MOST_ROWS && 'the rest is in the text',
    !done && 'reading on',
  ].filter((note) => note !== false);
  return (
    <TableView
      label="Separated values"
      columns={columns.slice(0, MOST_COLUMNS)}
      count={rows.length}
      cell={cell}
      place={(row) => `row ${(row + 1).toLocaleString('en-US')}`}
      rowText={(row) => (rows[row] ?? []).join(delimiter)}
      notes={notes}
    />
  );
}
