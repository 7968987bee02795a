import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { VirtualList } from '../../../src/renderer/ui/virtual-list.tsx';
import { virtualScale, virtualTarget } from '../../../src/renderer/ui/virtual-scale.ts';

afterEach(cleanup);

let drawn = 0;
const line = (row: { n: number }) => {
  drawn += 1;
  return <span>line {row.n}</span>;
};

/** A log whose count the test changes; row objects keep their identity, as in the store. */
function Log({ start, control }: { start: number; control: { grow: (by: number) => void; follow: boolean } }) {
  const [count, setCount] = useState(start);
  const [follow, setFollow] = useState(true);
  const [cache] = useState(() => new Map<number, { n: number }>());
  control.grow = (by) => setCount((now) => now + by);
  control.follow = follow;
  const getRow = (index: number) => {
    const row = cache.get(index) ?? { n: index };
    cache.set(index, row);
    return row;
  };
  return (
    <VirtualList
      label="stderr"
      role="log"
      rows={{ count, version: count, getRow }}
      rowHeight={20}
      renderRow={line}
      follow={follow}
      onFollow={setFollow}
    />
  );
}

const shown = () => [...document.querySelectorAll('.vl-row')].map((row) => row.textContent);
const make = (start: number) => {
  const control = { grow: (_by: number): void => undefined, follow: true };
  render(<Log start={start} control={control} />);
  return control;
};

describe('VirtualList', () => {
  it('shows the end of a million rows with a handful of elements', () => {
    make(1_000_000);
    expect(shown().at(-1)).toBe('line 999999');
    expect(shown()).toHaveLength(30);
  });

  it('stays at the end while rows arrive', () => {
    const control = make(100);
    act(() => control.grow(500));
    expect(shown().at(-1)).toBe('line 599');
    expect(control.follow).toBe(true);
  });

  it('holds still after the user scrolls up, counts new rows, and goes back to the end by the pill', async () => {
    const user = userEvent.setup();
    const control = make(100);
    fireEvent.wheel(screen.getByRole('log'), { deltaY: -200 });
    expect(control.follow).toBe(false);
    const before = shown();
    act(() => control.grow(214));
    expect(shown()).toEqual(before);
    await user.click(screen.getByRole('button', { name: '214 new' }));
    expect(shown().at(-1)).toBe('line 313');
    expect(control.follow).toBe(true);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('moves in row space by keys; End follows again', async () => {
    const user = userEvent.setup();
    const control = make(1_000_000);
    await user.tab();
    await user.keyboard('{Home}');
    expect(shown()[0]).toBe('line 0');
    await user.keyboard('{ArrowDown}{PageDown}');
    expect(shown()[0]).toBe('line 30');
    expect(control.follow).toBe(false);
    await user.keyboard('{End}');
    expect(shown().at(-1)).toBe('line 999999');
    expect(control.follow).toBe(true);
  });

  it('takes the scrollbar as the user moving', () => {
    const control = make(1_000_000);
    const log = screen.getByRole('log');
    log.scrollTop = 0;
    fireEvent.scroll(log);
    expect(shown()[0]).toBe('line 0');
    expect(control.follow).toBe(false);
  });

  it('draws only rows that changed', () => {
    const control = make(1000);
    fireEvent.wheel(screen.getByRole('log'), { deltaY: -400 });
    drawn = 0;
    act(() => control.grow(50));
    expect(drawn).toBe(0);
    fireEvent.wheel(screen.getByRole('log'), { deltaY: -20 });
    expect(drawn).toBe(1);
  });

  it('shows a row that was jumped to with what is around it, and scrolls no more than needed for a near one', () => {
    const rows = { count: 10_000, version: 1, getRow: (index: number) => ({ n: index }) };
    const at = (active: number) => (
      <VirtualList label="rows" role="log" rows={rows} rowHeight={20} renderRow={line} active={active} />
    );
    const { rerender } = render(at(0));
    rerender(at(5000));
    expect(shown()[0]).toBe('line 4990');
    rerender(at(5019));
    expect(shown()[0]).toBe('line 4990');
    rerender(at(5020));
    expect(shown()[0]).toBe('line 4991');
    rerender(at(4989));
    expect(shown()[0]).toBe('line 4989');
    rerender(at(0));
    expect(shown()[0]).toBe('line 0');
    rerender(at(9999));
    expect(shown().at(-1)).toBe('line 9999');
  });

  it('draws a skeleton for rows that are not loaded', () => {
    render(
      <VirtualList
        label="wire"
        role="log"
        rows={{ count: 5, version: 0, getRow: () => undefined }}
        rowHeight={20}
        renderRow={line}
      />,
    );
    expect(document.querySelectorAll('.vl-wait')).toHaveLength(5);
  });
});

describe('virtualScale', () => {
  it('is one to one while px last, and keeps both ends exact beyond', () => {
    const small = virtualScale(1000, 26, 600);
    expect(small.toScroll(10)).toBeCloseTo(260);
    const huge = virtualScale(10_000_000, 26, 600);
    expect(huge.spacer).toBe(4_000_000);
    expect(huge.toTop(huge.spacer - 600)).toBeCloseTo(huge.maxTop);
    expect(huge.toTop(huge.toScroll(1234.5))).toBeCloseTo(1234.5);
    expect(virtualScale(3, 26, 600).maxTop).toBe(0);
  });
});

describe('virtualTarget', () => {
  it('skips rows that cannot be stopped at and turns back at the end', () => {
    const stops = (index: number) => index % 2 === 0;
    expect(virtualTarget('ArrowDown', { from: 0, count: 6, page: 3, stops })).toBe(2);
    expect(virtualTarget('ArrowUp', { from: 4, count: 6, page: 3, stops })).toBe(2);
    expect(virtualTarget('End', { from: 0, count: 6, page: 3, stops })).toBe(4);
    expect(virtualTarget('x', { from: 0, count: 6, page: 3 })).toBeUndefined();
    expect(virtualTarget('End', { from: -1, count: 0, page: 3 })).toBeUndefined();
  });
});
