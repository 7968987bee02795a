import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { ListPane } from '../../../src/renderer/ui/list-pane.tsx';
import type { ListGroup } from '../../../src/renderer/ui/list-stops.ts';

afterEach(cleanup);

function Tools({ groups, onOpen }: { groups: ListGroup[]; onOpen?: (id: string) => void }) {
  const [selected, setSelected] = useState<string>();
  const [folded, setFolded] = useState<string[]>([]);
  const [filter, setFilter] = useState('');
  const shown = groups.map((group) => ({ ...group, collapsed: folded.includes(group.id) }));
  return (
    <ListPane
      label="Tools"
      groups={shown}
      selectedId={selected}
      onSelect={setSelected}
      onOpen={onOpen}
      onToggleGroup={(id) => setFolded((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]))}
      filter={{ value: filter, onValue: setFilter, placeholder: 'Filter tools' }}
      empty={<p>No tools</p>}
    />
  );
}

const GROUPS: ListGroup[] = [
  {
    id: 'g1',
    label: 'orders',
    rows: [
      { id: 'a', label: 'orders_get' },
      { id: 'b', label: 'orders_find' },
    ],
  },
  { id: 'g2', label: 'refunds', rows: [{ id: 'c', label: 'refund_quote' }] },
];

const focused = () => document.activeElement?.textContent;

describe('ListPane', () => {
  it('is one tab stop whose arrows run through heads and rows', async () => {
    const user = userEvent.setup();
    render(<Tools groups={GROUPS} />);
    await user.click(screen.getByRole('option', { name: 'orders_get' }));
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('orders_find');
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('orders_find');
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('refunds');
    await user.keyboard('{End}');
    expect(focused()).toBe('refund_quote');
    await user.keyboard('{Home}');
    expect(focused()).toBe('orders');
    expect(document.querySelectorAll('[data-row][tabindex="0"]')).toHaveLength(1);
  });

  it('takes its tab stop along when a row is chosen from elsewhere', async () => {
    const user = userEvent.setup();
    const view = (selectedId: string) => (
      <ListPane label="Tools" groups={GROUPS} selectedId={selectedId} onSelect={() => undefined} />
    );
    const { rerender } = render(view('a'));
    await user.click(screen.getByRole('option', { name: 'orders_get' }));
    rerender(view('c'));
    expect(document.querySelector('[data-row][tabindex="0"]')?.textContent).toBe('refund_quote');
  });

  it('folds with left and unfolds with right', async () => {
    const user = userEvent.setup();
    render(<Tools groups={GROUPS} />);
    await user.click(screen.getByRole('option', { name: 'orders_find' }));
    await user.keyboard('{ArrowLeft}');
    expect(focused()).toBe('orders');
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByRole('button', { name: 'orders' }).getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('option', { name: 'orders_find' })).toBeNull();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('option', { name: 'orders_find' })).toBeDefined();
  });

  it('opens with Enter and goes from the filter to the rows', async () => {
    const user = userEvent.setup();
    const opened: string[] = [];
    render(<Tools groups={GROUPS} onOpen={(id) => opened.push(id)} />);
    await user.type(screen.getByRole('searchbox'), 'ord');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(opened).toEqual(['a']);
    await user.click(screen.getByRole('searchbox'));
    await user.keyboard('{Escape}');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });

  it('keeps a list of thousands small in the document and reaches its end', async () => {
    const user = userEvent.setup();
    const rows = Array.from({ length: 5000 }, (_, index) => ({ id: `t${index}`, label: `tool_${index}` }));
    render(<Tools groups={[{ id: 'all', label: 'all', rows }]} />);
    expect(screen.getAllByRole('option').length).toBeLessThan(120);
    await user.click(screen.getByRole('option', { name: 'tool_0' }));
    await user.keyboard('{End}');
    expect(focused()).toBe('tool_4999');
    expect(screen.getByRole('option', { selected: true }).getAttribute('aria-posinset')).toBe('5000');
  });

  it('keeps hundreds of groups small in the document too, and reaches the last of them', async () => {
    const user = userEvent.setup();
    const groups = Array.from({ length: 500 }, (_, at) => ({
      id: `g${at}`,
      label: `group_${at}`,
      rows: [{ id: `r${at}`, label: `row_${at}` }],
    }));
    render(<Tools groups={groups} />);
    expect(screen.getAllByRole('button').length).toBeLessThan(120);
    await user.click(screen.getByRole('option', { name: 'row_0' }));
    await user.keyboard('{End}');
    expect(focused()).toBe('row_499');
    await user.keyboard('{ArrowLeft}');
    expect(focused()).toBe('group_499');
  });

  it('says when there is nothing', () => {
    render(<Tools groups={[{ id: 'g', label: 'g', rows: [] }]} />);
    expect(screen.getByText('No tools')).toBeDefined();
  });
});
