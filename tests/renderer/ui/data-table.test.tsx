import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { type DataColumn, DataTable } from '../../../src/renderer/ui/data-table.tsx';
import type { TableSort } from '../../../src/renderer/ui/table-head.tsx';

afterEach(cleanup);

interface Exchange {
  readonly n: number;
  readonly method: string;
}
const COLUMNS: readonly DataColumn<Exchange>[] = [
  { id: 'n', header: '#', width: 50, numeric: true, render: (row) => row.n },
  { id: 'dir', header: 'Direction', headerHidden: true, width: 30, render: () => 'out' },
  { id: 'method', header: 'Method', width: 'minmax(100px, 1fr)', fold: true, render: (row) => row.method },
];
const DATA = Array.from({ length: 200 }, (_, n) => ({ n, method: `tools/call ${n}` }));
const shape = (row: Exchange) => (row.n === 1 ? { level: 1, expanded: false } : { level: row.n === 2 ? 2 : 1 });
const rows = { count: DATA.length, version: 1, getRow: (index: number) => DATA[index] };

function Table({ log }: { log: string[] }) {
  const [active, setActive] = useState<number>();
  return (
    <DataTable
      label="Exchanges"
      rows={rows}
      columns={COLUMNS}
      shape={shape}
      active={active}
      onActive={setActive}
      onOpen={(index) => log.push(`open ${index}`)}
      onFold={(index, open) => log.push(`fold ${index} ${open}`)}
      onKey={(event, index) => log.push(`key ${event.key} ${index}`)}
    />
  );
}

function Sorted({ columns, sorts }: { columns: typeof COLUMNS; sorts: (TableSort | undefined)[] }) {
  const [sort, setSort] = useState<TableSort>();
  const onSort = (next: TableSort | undefined) => {
    sorts.push(next);
    setSort(next);
  };
  return <DataTable label="Sorted" rows={rows} columns={columns} sort={sort} onSort={onSort} />;
}

function Marking({ marked }: { marked: number[] }) {
  const [active, setActive] = useState<number>();
  const onMark = (index: number) => marked.push(index);
  return <DataTable label="Marks" rows={rows} columns={COLUMNS} active={active} onActive={setActive} onMark={onMark} />;
}

const activeRow = () => {
  const grid = screen.getByRole('treegrid');
  return document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
};

describe('DataTable', () => {
  it('has cells in rows that are still fetched', () => {
    const waiting = { count: 3, version: 1, getRow: () => undefined };
    render(<DataTable label="Waiting" rows={waiting} columns={COLUMNS} headless />);
    for (const row of screen.getAllByRole('row')) expect(row.querySelector('[role="gridcell"]')).not.toBeNull();
  });

  it('describes itself as a treegrid', () => {
    render(<Table log={[]} />);
    const grid = screen.getByRole('treegrid', { name: 'Exchanges' });
    expect(grid.getAttribute('aria-rowcount')).toBe('201');
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['#', 'Direction', 'Method']);
    const [head, first, second, third] = screen.getAllByRole('row');
    expect(head?.getAttribute('aria-rowindex')).toBe('1');
    expect(first?.getAttribute('aria-rowindex')).toBe('2');
    expect(first?.hasAttribute('aria-expanded')).toBe(false);
    expect(second?.getAttribute('aria-expanded')).toBe('false');
    expect(third?.getAttribute('aria-level')).toBe('2');
  });

  it('moves, opens and folds by keyboard and passes other keys on', async () => {
    const user = userEvent.setup();
    const log: string[] = [];
    render(<Table log={log} />);
    await user.tab();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(activeRow()?.getAttribute('aria-rowindex')).toBe('3');
    await user.keyboard('{ArrowRight}{ArrowLeft}{Enter}r');
    expect(log).toEqual(['fold 1 true', 'fold 1 false', 'open 1', 'key r 1']);
    await user.keyboard('{End}');
    expect(activeRow()?.textContent).toContain('tools/call 199');
    expect(activeRow()?.getAttribute('aria-selected')).toBe('true');
    await user.keyboard('{PageUp}{Home}');
    expect(activeRow()?.textContent).toContain('tools/call 0');
  });

  it('selects on click and folds on the caret without selecting', async () => {
    const user = userEvent.setup();
    const log: string[] = [];
    render(<Table log={log} />);
    await user.click(screen.getByText('tools/call 5'));
    expect(activeRow()?.textContent).toContain('tools/call 5');
    const caret = document.querySelector('.dt-fold');
    if (caret === null) throw new Error('no caret');
    fireEvent.click(caret);
    expect(log).toEqual(['fold 1 true']);
    expect(activeRow()?.textContent).toContain('tools/call 5');
  });

  it('sorts by its headers, which are one tab stop with arrow keys between them', async () => {
    const user = userEvent.setup();
    const sorts: (TableSort | undefined)[] = [];
    const columns = COLUMNS.map((column) => (column.headerHidden ? column : { ...column, sortKey: column.id }));
    render(<Sorted columns={columns} sorts={sorts} />);
    await user.tab();
    await user.tab();
    await user.keyboard('{ArrowRight}{Enter}{Enter}{Enter}');
    expect(sorts).toEqual([{ by: 'method', desc: false }, { by: 'method', desc: true }, undefined]);
    expect(screen.getAllByRole('columnheader').map((cell) => cell.getAttribute('aria-sort'))).toEqual([
      'none',
      null,
      'none',
    ]);
    expect(document.querySelectorAll('.dt-head [tabindex="0"]')).toHaveLength(1);
  });

  it('marks by Space and by a click with Mod, which leaves the active row alone', async () => {
    const user = userEvent.setup();
    const marked: number[] = [];
    render(<Marking marked={marked} />);
    await user.click(screen.getByText('tools/call 3'));
    await user.keyboard('{Control>}');
    await user.click(screen.getByText('tools/call 5'));
    await user.keyboard('{/Control}');
    screen.getByRole('treegrid').focus();
    await user.keyboard(' ');
    expect(marked).toEqual([5, 3]);
    expect(activeRow()?.textContent).toContain('tools/call 3');
  });
});
