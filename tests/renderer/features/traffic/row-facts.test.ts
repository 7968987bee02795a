import { expect, test } from 'vitest';
import { isFailed, markOf, methodText, statusOf } from '../../../../src/renderer/features/traffic/row-facts.ts';
import { barsOf, barText, roundAxis, rowEnd } from '../../../../src/renderer/features/traffic/time-axis.ts';
import { trafficFilter } from '../../../../src/renderer/features/traffic/traffic-filter.ts';
import { traffic } from '../../support/samples.ts';

test.each([
  [{ status: 'complete' }, 'ok', 'complete'],
  [{ status: 'tool error' }, 'err', 'tool error'],
  [{ status: 'input_required' }, 'wait', 'input_required'],
  [{ status: 'running' }, 'req', 'running'],
  [{ status: '-32602' }, 'err', '-32602'],
  [{ status: '404', kind: 'http' }, 'err', '404'],
  [{ status: '200', kind: 'auth' }, 'auth', '200'],
  [{ status: 'waiting', kind: 'ask' }, 'wait', 'waiting'],
  [{ status: 'answered', kind: 'ask' }, 'srv', 'answered'],
  [{ status: '', kind: 'notice', parent: 10 }, 'ntf', 'on #11'],
  [{ status: 'on stream 3', kind: 'notice' }, 'ntf', 'on stream 3'],
] as const)('status of %j is %s "%s"', (over, kind, text) => {
  expect(statusOf(traffic(0, over))).toEqual({ kind, text });
});

test('a notification that belongs to nothing has no status and never counts as failed', () => {
  const row = traffic(0, { kind: 'notice', status: 'complete', method: 'notifications/tools/list_changed' });
  expect(statusOf(row)).toBeUndefined();
  expect(isFailed({ ...row, status: 'error' })).toBe(false);
  expect(isFailed(traffic(1, { status: 'lost' }))).toBe(true);
  expect(methodText(row)).toBe('tools/list_changed');
  expect(markOf({ kind: 'notice', dir: 'out' }).label).toBe('Notification sent');
});

test('the axis ends at a round time at or after the last row', () => {
  expect([0, 900_000, 1_200_000, 29_500_000, 31_000_000, 98_000_000].map(roundAxis)).toEqual([
    1_000_000, 1_000_000, 1_500_000, 30_000_000, 40_000_000, 100_000_000,
  ]);
});

test('bars: time waiting for a person comes first and is named', () => {
  const row = traffic(0, { m: 2_000_000, tookUs: 2_000_000, waitedUs: 4_000_000 });
  expect(rowEnd(row)).toBe(8_000_000);
  expect(barsOf(row, 10_000_000)).toEqual([
    { className: 'b-wait', left: 20, width: 40 },
    { className: 'b-res', left: 60, width: 20 },
  ]);
  expect(barText(row)).toBe('starts at 2.0 s, takes 6.0 s, of that 4.0 s waiting for you');
});

test('bars: an open stream reaches the end of the axis, a notification is a tick', () => {
  const { tookUs: _took, ...open } = traffic(0, { kind: 'stream', status: 'open', m: 5_000_000 });
  expect(barsOf(open, 10_000_000)).toEqual([{ className: 'b-req thin', left: 50, width: 50 }]);
  expect(barText(open)).toBe('starts at 5.0 s, still open');
  expect(barsOf(traffic(0, { kind: 'notice', m: 1_000_000 }), 10_000_000)).toEqual([
    { className: 'b-ntf tick', left: 10, width: 0 },
  ]);
  expect(barsOf(traffic(0, { status: 'error', m: 0, tookUs: 1_000_000 }), 10_000_000)[0]?.className).toBe('b-err');
});

test('the filter asks the host only for what narrows', () => {
  expect(trafficFilter('all', '  ')).toBeUndefined();
  expect(trafficFilter('asks', ' form ')).toEqual({ kinds: ['ask'], query: 'form' });
  expect(trafficFilter('errors', '')).toEqual({ errorsOnly: true });
});
