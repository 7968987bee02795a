import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RateBars, rateBars, ratesInWords } from '../../../../src/renderer/features/notifications/rate-bars.tsx';

/** A whole minute, milliseconds. */
const UNTIL = 1_790_000_040_000;
const rates = {
  until: UNTIL,
  everyMs: 1000,
  levels: { info: [0, 3, 1], warning: [0, 2, 0], critical: [0, 0, 1], progress: [9, 0, 0] },
  totals: {},
};

test('a bar holds what is shown, with its warnings and errors', () => {
  const bars = rateBars(rates, (kind) => kind !== 'progress');
  expect(bars).toEqual([
    { at: UNTIL - 3000, total: 0, warnings: 0, errors: 0 },
    { at: UNTIL - 2000, total: 5, warnings: 2, errors: 0 },
    { at: UNTIL - 1000, total: 2, warnings: 0, errors: 1 },
  ]);
  expect(ratesInWords(bars)).toMatch(
    /^7 notifications in the last 3 seconds, 2 warnings, 1 error, at most 5 in one second, at \d\d:\d\d:\d\d$/,
  );
  expect(ratesInWords(rateBars(rates, () => false))).toBe('No notifications in the last 0 seconds');
});

test('the worst that came in a second colours its bar, and the pointer tells its value', () => {
  const { container } = render(<RateBars bars={rateBars(rates, (kind) => kind !== 'progress')} />);
  const figure = screen.getByRole('img');
  expect([...figure.children].map((bar) => bar.className.split(' ')[0])).toEqual(['b-ntf', 'b-waits', 'b-err']);
  figure.getBoundingClientRect = () => ({ left: 100, width: 300 }) as DOMRect; // only these are read
  // Without pointer events of its own, the environment of tests has no place for the pointer in them.
  fireEvent(figure, new MouseEvent('pointermove', { clientX: 250, bubbles: true }));
  expect(container.querySelector('.rate-value')?.textContent).toMatch(/5 notifications, 2 warnings$/);
  fireEvent.pointerLeave(figure);
  expect(container.querySelector('.rate-value')).toBeNull();
});
