import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { LineRow } from '#shared/exchange.ts';
import type { LogEvent, LogPage } from '#shared/log-views.ts';
import type { HostClient, HostLink, LinkState } from '../../../src/renderer/store/host.ts';
import { LogBuffer } from '../../../src/renderer/store/log.ts';

const row = (index: number): LineRow => ({
  row: index,
  seq: index + 1,
  t: 1,
  k: 'stderr',
  text: `line ${index}`,
  bytes: 6,
});

/** A link whose two log calls are in the hands of the test. */
function fakeLink() {
  let push: (events: LogEvent[]) => void = () => undefined;
  const page = vi.fn<(input: { from: number; count: number }) => Promise<LogPage>>();
  const client = {
    'watch.log': (_input: unknown, onItems: (events: LogEvent[]) => void) => {
      push = onItems;
      return () => undefined;
    },
    'log.page': page,
  } as unknown as HostClient; // only these two are used by a buffer
  const state = createStore<LinkState>(() => ({ status: 'open', generation: 1, client }));
  const link: HostLink = { state, reopen: () => undefined, client: () => client };
  return { link, page, push: (...events: LogEvent[]) => push(events) };
}

const pageOf = (from: number, count: number, total: number): LogPage => ({
  total,
  from,
  lines: Array.from({ length: Math.min(count, total - from) }, (_, i) => row(from + i)),
});

function openBuffer() {
  const fake = fakeLink();
  const buffer = new LogBuffer<LineRow>(fake.link, { sessionId: 's', view: 'stderr' });
  const told = vi.fn();
  const close = buffer.subscribe(told);
  return { ...fake, buffer, told, close };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('live rows are there at once, readers are told a little later and together', async () => {
  const { push, buffer, told } = openBuffer();
  push({ t: 'reset', total: 0 });
  push({ t: 'lines', at: 0, rows: [row(0), row(1)] });
  expect([buffer.count, buffer.getRow(1)?.text]).toEqual([2, 'line 1']);
  expect(told).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(told).toHaveBeenCalledTimes(1);
});

test('folds are kept in order; those told again are replaced, and a new start forgets them', () => {
  const { push, buffer } = openBuffer();
  push({ t: 'reset', total: 50 });
  push({
    t: 'folds',
    at: 7,
    folds: [
      [4, 6],
      [20, 3],
    ],
  });
  const before = buffer.folds;
  push({
    t: 'folds',
    at: 8,
    folds: [
      [20, 5],
      [40, 2],
    ],
  });
  expect(buffer.folds).toEqual([
    [4, 6],
    [20, 5],
    [40, 2],
  ]);
  expect(buffer.folds).toBe(before);
  push({ t: 'reset', total: 0 });
  expect(buffer.folds).toEqual([]);
});

test('of very many folds the newest are kept', () => {
  const { push, buffer } = openBuffer();
  push({ t: 'reset', total: 1_000_000 });
  for (let part = 0; part < 41; part += 1) {
    const folds = Array.from({ length: 1000 }, (_, n): [number, number] => [(part * 1000 + n) * 10, 5]);
    push({ t: 'folds', at: part * 1000, folds });
  }
  expect(buffer.folds).toHaveLength(20_000);
  expect(buffer.folds[0]).toEqual([210_000, 5]);
  push({ t: 'folds', at: 40_999, folds: [[409_990, 8]] });
  expect([buffer.folds.length, buffer.folds.at(-1)]).toEqual([20_000, [409_990, 8]]);
});

test('rows of a gap are fetched when they are read, once', async () => {
  const { push, buffer, page } = openBuffer();
  page.mockImplementation(async ({ from, count }) => pageOf(from, count, 1200));
  push({ t: 'reset', total: 1200 });
  expect(buffer.getRow(700)).toBeUndefined();
  expect(buffer.getRow(701)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(10);
  expect(page).toHaveBeenCalledTimes(1);
  expect(buffer.getRow(700)?.text).toBe('line 700');
});

test('a page that fails is named and asked for again after a pause, not at every drawing', async () => {
  const { push, buffer, page } = openBuffer();
  page.mockRejectedValueOnce(new Error('The disk does not answer.'));
  push({ t: 'reset', total: 10 });
  buffer.getRow(3);
  await vi.advanceTimersByTimeAsync(10);
  expect(buffer.problem).toBe('The disk does not answer.');
  for (let i = 0; i < 5; i += 1) buffer.getRow(3);
  expect(page).toHaveBeenCalledTimes(1);
  page.mockResolvedValueOnce(pageOf(0, 10, 10));
  await vi.advanceTimersByTimeAsync(2100);
  buffer.getRow(3);
  await vi.advanceTimersByTimeAsync(10);
  expect([page.mock.calls.length, buffer.problem, buffer.getRow(3)?.text]).toEqual([2, undefined, 'line 3']);
});

test('a page asked for before the view started over is dropped', async () => {
  const { push, buffer, page } = openBuffer();
  let answer: (page: LogPage) => void = () => undefined;
  page.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  push({ t: 'reset', total: 10 });
  buffer.getRow(3);
  push({ t: 'reset', total: 2 });
  answer(pageOf(0, 10, 10));
  await vi.advanceTimersByTimeAsync(10);
  expect(buffer.count).toBe(2);
});

test('of many chunks the one that is being read stays', async () => {
  const { push, buffer, page } = openBuffer();
  page.mockImplementation(async ({ from, count }) => pageOf(from, count, 1_000_000));
  push({ t: 'reset', total: 0 });
  push({ t: 'lines', at: 0, rows: [row(0)] });
  for (let chunk = 1; chunk <= 250; chunk += 1) {
    push({ t: 'lines', at: chunk * 500, rows: [row(chunk * 500)] });
    expect(buffer.getRow(0)?.text).toBe('line 0');
  }
  expect(page).not.toHaveBeenCalled();
  buffer.getRow(500);
  expect(page).toHaveBeenCalledTimes(1);
});

test('a page of a time before or after the moves that are known is asked for again', async () => {
  const { push, buffer, page } = openBuffer();
  page.mockImplementation(async ({ from, count }) => ({ ...pageOf(from, count, 3), moves: 1 }));
  push({ t: 'reset', total: 4, moves: 0 });
  expect(buffer.getRow(1)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(10);
  // The page knows of a move that is not told yet: its places are other ones.
  expect(buffer.getRow(1)).toBeUndefined();
  push({ t: 'splice', at: 3, remove: 1, rows: [], total: 3, moves: 1 });
  expect([buffer.count, buffer.getRow(1)]).toEqual([3, undefined]);
  await vi.advanceTimersByTimeAsync(10);
  expect(buffer.getRow(1)?.text).toBe('line 1');
});
