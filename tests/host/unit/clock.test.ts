import { afterEach, expect, test, vi } from 'vitest';
import { systemClock } from '#host/clock.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a limit of years does not end at once', () => {
  vi.useFakeTimers();
  const fired = vi.fn();
  const stop = systemClock().after(999_999_999_999, fired);
  vi.advanceTimersByTime(60_000);
  expect(fired).not.toHaveBeenCalled();
  stop();
  expect(vi.getTimerCount()).toBe(0);
});
