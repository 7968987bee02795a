import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBatchPace } from '../../../src/host/publish/batch-pace.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

/** Sends a batch of rows whenever the last one has left, for as long as `ms`; the times at which batches left. */
function flow(ms: number, floods: boolean): { rows: number[]; state: number[] } {
  const schedule = createBatchPace();
  const began = performance.now();
  const left = { rows: [] as number[], state: [] as number[] };
  const more = () =>
    schedule(() => {
      left.rows.push(performance.now() - began);
      more();
      return floods;
    }, 'log');
  const change = () =>
    schedule(() => {
      left.state.push(performance.now() - began);
      return false;
    }, 'state');
  more();
  for (let at = 0; at < ms; at += 50) {
    vi.advanceTimersByTime(50);
    change();
  }
  return left;
}

test('the first rows leave at once, those of a steady flow seven times a second', () => {
  const { rows, state } = flow(2000, false);
  expect(rows[0]).toBe(16);
  expect(rows).toHaveLength(14);
  // State has its own time: each change is told after 16 ms.
  expect(state).toHaveLength(39);
});

test('a flood is told twice a second, and state with it', () => {
  const { rows, state } = flow(2000, true);
  // That it floods is known once the first batch has left.
  const between = rows.slice(2).map((at, index) => at - (rows[index + 1] ?? 0));
  expect(new Set(between)).toEqual(new Set([500]));
  for (const at of state.slice(2)) expect(rows).toContain(at);
});

test('after a flood a change is told soon again', () => {
  const schedule = createBatchPace();
  schedule(() => true, 'log');
  vi.advanceTimersByTime(1000);
  let told = false;
  schedule(() => {
    told = true;
    return false;
  }, 'state');
  vi.advanceTimersByTime(16);
  expect(told).toBe(true);
});
