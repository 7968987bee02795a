import { describe, expect, test, vi } from 'vitest';
import type { LogFilter, TrafficRow } from '#shared/exchange.ts';
import { Live, Reader, rpc } from './live-views.ts';

const closed: LogFilter = { tree: { opened: [], closed: [] } };
const opened = (...rows: number[]): LogFilter => ({ tree: { opened: rows, closed: [] } });
const shut = (...rows: number[]): LogFilter => ({ tree: { opened: [], closed: rows } });

describe('a view that folds', () => {
  test('shows the members of a row right below it, and only where it is opened', async () => {
    const live = new Live();
    const call = live.request('tools/call', { _meta: { progressToken: 1 } });
    for (let i = 0; i < 3; i += 1) live.progress(1);
    live.answer(call);
    live.log('between');
    live.rounds(true);
    for (let i = 0; i < 4; i += 1) live.ping();
    // 0 call, 1 to 3 progress, 4 log, 5 to 8 rounds, 9 to 12 pings
    expect(await live.rows()).toHaveLength(13);
    expect(await live.rows(closed)).toEqual([0, 1, 4, 5, 9]);
    expect(await live.rows(opened(5))).toEqual([0, 1, 4, 5, 6, 7, 8, 9]);
    expect(await live.rows(opened(1, 9))).toEqual([0, 1, 2, 3, 4, 5, 9, 10, 11, 12]);
    const rows = await live.page(opened(5));
    expect(rows.map((row) => row.opened)).toEqual([
      undefined,
      false,
      undefined,
      true,
      undefined,
      undefined,
      undefined,
      false,
    ]);
  });

  test('a call that waits for a person or failed is open unless it was closed by hand', async () => {
    const live = new Live();
    live.rounds(false);
    live.rounds(true);
    const failed = live.request('tools/call');
    live.add(rpc({ id: 'a', method: 'roots/list' }));
    live.fail(failed);
    expect(await live.rows(closed)).toEqual([0, 1, 2, 3, 7, 8]);
    expect(await live.rows(shut(0, 7))).toEqual([0, 3, 7]);
  });

  test('a member that passes the filter shows the row it belongs to, and is shown itself', async () => {
    const live = new Live();
    live.rounds(true);
    live.log('other');
    for (let i = 0; i < 2; i += 1) live.ping();
    live.fail(live.request('ping'));
    const asks: LogFilter = { kinds: ['ask'] };
    expect(await live.rows(asks)).toEqual([2]);
    expect(await live.rows({ ...asks, ...closed })).toEqual([0, 2]);
    expect(await live.rows({ ...asks, ...shut(0) })).toEqual([0]);
    expect(await live.rows({ errorsOnly: true, ...closed })).toEqual([5, 7]);
    // Both pass: nothing has to be opened for it.
    expect(await live.rows({ methods: ['ping'], ...closed })).toEqual([5]);
    expect(await live.rows({ methods: ['ping'], ...opened(5) })).toEqual([5, 6, 7]);
  });

  test('a reader sees rows go below another one and new members come, without starting over', async () => {
    const live = new Live();
    live.log('first');
    const reader = new Reader(live.views, opened(1));
    await vi.waitFor(() => expect(reader.drain().rows).toHaveLength(1));
    const { resets } = reader;
    for (let i = 0; i < 2; i += 1) live.ping();
    live.log('between');
    reader.drain();
    expect(reader.rows.slice(1).map((row) => row?.row)).toEqual([1, 2, 3]);
    live.ping();
    expect(
      reader
        .drain()
        .rows.slice(1)
        .map((row) => row?.row),
    ).toEqual([1, 2, 4, 3]);
    expect(reader.rows[1]).toMatchObject({ members: 2, opened: true });
    live.ping();
    expect(
      reader
        .drain()
        .rows.slice(1)
        .map((row) => row?.row),
    ).toEqual([1, 2, 4, 5, 3]);
    expect([reader.resets, reader.splices > 0]).toEqual([resets, true]);
  });

  test('a row that opens by itself shows its members, and hides them when it is answered', async () => {
    const live = new Live();
    const reader = new Reader(live.views, closed);
    const call = live.request('tools/call');
    live.add(rpc({ id: 'a', method: 'elicitation/create', params: { message: 'Who?' } }));
    live.log('later');
    await vi.waitFor(() => expect(reader.drain().rows).toHaveLength(3));
    live.log('last');
    live.add(rpc({ method: 'notifications/cancelled', params: { requestId: 'x' } }));
    expect(reader.drain().rows).toHaveLength(5);
    live.add(rpc({ id: 'a', result: { action: 'accept' } }, 'out'));
    live.answer(call);
    expect(reader.drain().rows.map((row) => row?.row)).toEqual([0, undefined, 3, 4]);
    expect(reader.rows[0]?.opened).toBe(false);
  });
});

describe('a sorted view', () => {
  function session(): Live {
    const live = new Live();
    for (const [name, waits] of [
      ['b', 2],
      ['c', 0],
      ['a', 1],
    ] as const) {
      const id = live.request('tools/call', { name });
      for (let i = 0; i < waits; i += 1) live.log(`${name}${i}`);
      live.answer(id);
    }
    live.request('tools/list');
    return live;
  }

  test.each([
    ['took', false, [3, 4, 0, 1, 2, 5, 6]],
    ['took', true, [0, 4, 3, 1, 2, 5, 6]],
    ['row', true, [6, 5, 4, 3, 2, 1, 0]],
    ['method', false, [1, 2, 5, 4, 0, 3, 6]],
    ['status', true, [6, 0, 3, 4, 1, 2, 5]],
    ['id', true, [6, 4, 3, 0, 1, 2, 5]],
    ['kind', false, [0, 3, 4, 6, 1, 2, 5]],
  ] as const)('by %s, descending %s: rows without a value last, equal ones as they came', async (by, desc, want) => {
    expect(await session().rows({ sort: { by, desc } })).toEqual(want);
  });

  test('keeps members below the row they belong to', async () => {
    const live = new Live();
    live.ping();
    live.rounds(true);
    live.request('tools/list');
    const sort = { by: 'row', desc: true } as const;
    expect(await live.rows({ sort, ...opened(1) })).toEqual([5, 1, 2, 3, 4, 0]);
    expect(await live.rows({ sort, ...closed })).toEqual([5, 1, 0]);
  });

  test('a change moves its row by a splice, not more than four times a second', async () => {
    const live = session();
    const reader = new Reader(live.views, { sort: { by: 'took', desc: false } });
    await vi.waitFor(() => expect(reader.drain().rows).toHaveLength(7));
    const { resets } = reader;
    live.answer(4);
    live.request('tools/list');
    await vi.waitFor(() => expect(reader.drain().rows).toHaveLength(8));
    expect(reader.rows[1]?.row).toBe(6);
    expect(reader.resets).toBe(resets);
    const before = reader.splices;
    const started = performance.now();
    for (let i = 0; i < 6; i += 1) {
      live.ping();
      await vi.waitFor(() => expect(reader.drain().rows).toHaveLength(9 + i));
    }
    expect(performance.now() - started).toBeGreaterThan(1000);
    expect(reader.splices).toBeGreaterThan(before);
  });
});

describe('many rows at once', () => {
  const sort = { by: 'size', desc: true } as const;

  /** Rows by size, largest first, as they are read one by one. */
  function bySize(rows: TrafficRow[]): number[] {
    return [...rows].sort((a, b) => b.bytes - a.bytes || a.row - b.row).map(({ row }) => row);
  }

  test('are merged into a sorted view, and readers start over', async () => {
    const live = new Live();
    for (let i = 0; i < 300; i += 1) live.log('x'.repeat((i * 37) % 101));
    const reader = new Reader(live.views, { sort });
    await vi.waitFor(() => expect(reader.drain().rows).toHaveLength(300));
    const { resets } = reader;
    for (let i = 0; i < 450; i += 1) live.log('x'.repeat((i * 53) % 97));
    await vi.waitFor(() => expect(reader.drain().rows).toHaveLength(750));
    expect(reader.resets).toBeGreaterThan(resets);
    const page = await live.views.page('traffic', 0, 1000, { sort });
    expect(page.traffic?.map(({ row }) => row)).toEqual(bySize(await live.page()));
    expect(page.moves).toBe(reader.moves);
  });

  test('that are folded while a sorted view is made are below their head in the end', async () => {
    const live = new Live();
    for (let i = 0; i < 3000; i += 1) live.log('x'.repeat((i * 37) % 101));
    live.ping();
    live.ping();
    const head = live.views.counts().traffic - 2;
    const filter: LogFilter = { sort, ...opened(head) };
    const reader = new Reader(live.views, filter);
    // Between the steps of its making.
    for (let i = 0; i < 4; i += 1) {
      await new Promise(setImmediate);
      live.ping();
    }
    await vi.waitFor(() => expect(reader.drain().rows).toHaveLength(3006));
    const rows = (await live.views.page('traffic', 0, 4000, filter)).traffic ?? [];
    const at = rows.findIndex(({ row }) => row === head);
    const members = rows.slice(at + 1, at + 6).map(({ under }) => under);
    expect([at >= 0, members]).toEqual([true, Array(5).fill(head)]);
  });

  test('one row more opened shows the same rows as a view that is made from the beginning', async () => {
    const live = new Live();
    for (let i = 0; i < 20; i += 1) {
      live.rounds(true);
      live.log('x');
    }
    const first = new Reader(live.views, { sort, ...closed });
    await vi.waitFor(() => expect(first.drain().rows).toHaveLength(40));
    const reader = new Reader(live.views, { sort, ...opened(0, 5) });
    await vi.waitFor(() => expect(reader.drain().rows).toHaveLength(46));
    first.source.close();
    live.log('x'.repeat(5000));
    await vi.waitFor(() => expect(reader.drain().rows[0]?.bytes).toBeGreaterThan(5000));
    const rows = await live.rows({ sort, ...opened(0, 5) });
    expect(rows).toEqual(await live.rows({ sort, text: '', ...opened(0, 5) }));
    expect(rows).toHaveLength(47);
  });
});

test('rows under way in a stretch of time pass `between`', async () => {
  const live = new Live();
  const first = live.request('tools/call', { name: 'long' });
  live.log('at 2 ms');
  live.answer(first);
  live.log('at 4 ms');
  live.request('tools/call', { name: 'open' });
  expect(await live.rows({ between: { from: 2500, to: 2900 } })).toEqual([0]);
  expect(await live.rows({ between: { from: 2000, to: 4000 } })).toEqual([0, 1, 2]);
  expect(await live.rows({ between: { from: 9000, to: 10_000 } })).toEqual([3]);
});

test('a filtered row that leaves or comes in the middle is told by a splice', async () => {
  const live = new Live();
  const ids = [1, 2, 3].map(() => live.request('tools/call'));
  const reader = new Reader(live.views, { query: 'is:open' });
  await vi.waitFor(() => expect(reader.drain().rows).toHaveLength(3));
  const { resets } = reader;
  live.answer(ids[1] ?? 0);
  expect(reader.drain().rows).toHaveLength(2);
  expect(reader.resets).toBe(resets);
  const { total, moves } = await live.views.page('traffic', 0, 10, { query: 'is:open' });
  expect([total, moves]).toEqual([2, reader.moves]);
});
