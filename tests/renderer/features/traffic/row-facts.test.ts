import { expect, test } from 'vitest';
import {
  isFailed,
  markOf,
  methodText,
  noteText,
  numberText,
  statusOf,
} from '../../../../src/renderer/features/traffic/row-facts.ts';
import {
  axisText,
  axisTicks,
  barsOf,
  barText,
  roundAxis,
  rowEnd,
} from '../../../../src/renderer/features/traffic/time-axis.ts';
import { trafficFilter } from '../../../../src/renderer/features/traffic/traffic-filter.ts';
import { moveEnd, rangeOf, zoomRange } from '../../../../src/renderer/features/traffic/traffic-range.ts';
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

test('a poll says the state of its task, a folded row that of the newest one', () => {
  const poll = traffic(0, { method: 'tasks/get', name: 't1', status: 'complete', taskStatus: 'working' });
  expect([noteText(poll), statusOf(poll)]).toEqual(['t1, working', { kind: 'req', text: 'running' }]);
  const folded = { ...poll, members: 6, summary: '7 polls', taskStatus: 'failed' };
  expect([noteText(folded), statusOf(folded)]).toEqual(['7 polls, failed', { kind: 'res', text: 'failed' }]);
  expect(isFailed(folded)).toBe(false);
});

test('a stream that was lost says how often it was tried', () => {
  const row = traffic(0, { kind: 'stream', method: 'GET', name: 'http://a/mcp', status: 'lost', tries: 4 });
  expect(noteText(row)).toBe('lost, tried 4 times: http://a/mcp');
  expect(statusOf({ ...row, status: 'reconnecting' })).toEqual({ kind: 'wait', text: 'reconnecting' });
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
    1_000_000, 1_000_000, 1_200_000, 29_500_000, 31_000_000, 98_000_000,
  ]);
  for (const us of [1_010_000, 7_770_000, 19 * 60_000_000]) expect(roundAxis(us) / us).toBeLessThan(1.05);
});

const axis = (to: number, from = 0) => ({ from, to });

test('bars: time waiting for a person is named; the server was at work before it asked', () => {
  const row = traffic(0, { m: 2_000_000, tookUs: 2_000_000, waitedUs: 4_000_000 });
  expect(rowEnd(row)).toBe(8_000_000);
  expect(barsOf(row, axis(10_000_000))).toEqual([
    { className: 'b-wait', left: 20, width: 40 },
    { className: 'b-res', left: 60, width: 20 },
  ]);
  expect(barText(row)).toBe('starts at 2.0 s, takes 6.0 s, of that 4.0 s waiting for an answer');
  expect(barsOf({ ...row, firstUs: 1_000_000 }, axis(10_000_000)).map((bar) => [bar.className, bar.left])).toEqual([
    ['b-res', 20],
    ['b-wait', 30],
    ['b-res', 70],
    ['b-req sent', 20],
  ]);
});

test('bars: sending is a bar where it took time, before the work of the server', () => {
  const row = traffic(0, { dir: 'out', m: 0, tookUs: 5_000_000, sentUs: 1_000_000 });
  expect(barsOf(row, axis(10_000_000))).toEqual([
    { className: 'b-req', left: 0, width: 10 },
    { className: 'b-res', left: 10, width: 40 },
  ]);
  expect(barText(row)).toBe('starts at 0 ms, takes 5.0 s, of that 1.0 s sending');
  expect(barsOf({ ...row, sentUs: 9_000_000 }, axis(10_000_000))[0]?.width).toBe(50);
  const asked = { ...row, waitedUs: 2_000_000, firstUs: 3_000_000 };
  expect(barsOf(asked, axis(10_000_000)).map((bar) => [bar.className, bar.left])).toEqual([
    ['b-req', 0],
    ['b-res', 10],
    ['b-wait', 30],
    ['b-res', 50],
  ]);
  const { tookUs: _took, ...open } = { ...row, status: 'running' };
  expect(barsOf(open, axis(10_000_000)).map((bar) => bar.className)).toEqual(['b-req thin', 'b-req']);
});

test('bars: calls folded under one row are ticks on its line, each where it began', () => {
  const row = traffic(0, {
    dir: 'out',
    m: 0,
    tookUs: 1000,
    group: 'same',
    members: 2,
    ticks: [0, 2_000_000, 4_000_000],
  });
  expect(barsOf(row, axis(10_000_000)).map((bar) => [bar.className, bar.left])).toEqual([
    ['b-res', 0],
    ['b-res tick', 0],
    ['b-res tick', 20],
    ['b-res tick', 40],
  ]);
  expect(barText(row)).toBe('starts at 0 ms, takes 1 ms, 3 alike');
});

test('bars: a call that waits for a person right now waits up to the end of the axis', () => {
  const row = traffic(0, { m: 1_000_000, tookUs: 1_000_000, group: 'rounds', members: 2, status: 'input_required' });
  expect(barsOf(row, axis(10_000_000)).slice(0, 2)).toEqual([
    { className: 'b-res', left: 10, width: 10 },
    { className: 'b-wait', left: 20, width: 80 },
  ]);
});

test('bars: a question that was answered took the person as long as it waited', () => {
  const { tookUs: _took, ...asked } = traffic(0, { kind: 'ask', status: 'answered', m: 2_000_000 });
  expect(barsOf({ ...asked, waitedUs: 3_000_000 }, axis(10_000_000))).toEqual([
    { className: 'b-wait', left: 20, width: 30 },
  ]);
});

test('bars: an open stream reaches the end of the axis with its ticks, a notification is a tick', () => {
  const { tookUs: _took, ...open } = traffic(0, { kind: 'stream', status: 'open', m: 5_000_000 });
  expect(barsOf(open, axis(10_000_000))).toEqual([{ className: 'b-req thin', left: 50, width: 50 }]);
  expect(barText(open)).toBe('starts at 5.0 s, still open');
  expect(barsOf({ ...open, ticks: [6_000_000, 7_000_000] }, axis(10_000_000)).slice(1)).toEqual([
    { className: 'b-ntf tick', left: 60, width: 0 },
    { className: 'b-ntf tick', left: 70, width: 0 },
  ]);
  // A lost one is as thin: its end alone is red.
  expect(barsOf({ ...open, status: 'lost', tookUs: 2_000_000 }, axis(10_000_000))).toEqual([
    { className: 'b-req thin', left: 50, width: 20 },
    { className: 'b-err tick', left: 70, width: 0 },
  ]);
  expect(barsOf(traffic(0, { kind: 'notice', m: 1_000_000 }), axis(10_000_000))).toEqual([
    { className: 'b-ntf tick', left: 10, width: 0 },
  ]);
  const failed = traffic(0, { status: 'error', m: 0, tookUs: 1_000_000 });
  expect(barsOf(failed, axis(10_000_000))[0]?.className).toBe('b-err');
});

test('bars: a part of the session fills the axis, what lies beside it is left out', () => {
  const row = traffic(0, { kind: 'http', status: '200', m: 1_000_000, tookUs: 2_000_000 });
  expect(barsOf(row, axis(3_000_000, 2_000_000))).toEqual([{ className: 'b-req', left: 0, width: 100 }]);
  expect(barsOf(row, axis(9_000_000, 4_000_000))).toEqual([]);
});

test('an axis has at most eight labels at round places', () => {
  expect(axisTicks(axis(30_000_000)).map(axisText)).toEqual(['5 s', '10 s', '15 s', '20 s', '25 s']);
  expect(axisTicks(axis(1_000_000)).map(axisText)).toEqual(['200 ms', '400 ms', '600 ms', '800 ms']);
  expect(axisTicks(axis(600_000_000)).map(axisText)).toEqual(['2 min', '4 min', '6 min', '8 min']);
  expect(axisTicks(axis(1_500_000_000)).map(axisText)).toEqual(['5 min', '10 min', '15 min', '20 min']);
  expect(axisTicks(axis(6 * 3_600_000_000)).map(axisText)).toEqual(['1 h', '2 h', '3 h', '4 h', '5 h']);
  expect(axisTicks(axis(9 * 86_400_000_000)).map(axisText)).toEqual(['48 h', '96 h', '144 h', '192 h']);
  expect([0, 120_000_000, 1_500_000].map(axisText)).toEqual(['0 s', '2 min', '1.5 s']);
});

test('a folded row is numbered under its own, and says what it comes to', () => {
  expect(numberText(traffic(14))).toBe('15');
  expect(numberText(traffic(14, { under: 10, nth: 2 }))).toBe('11.2');
  const progress = traffic(3, { kind: 'notice', method: 'notifications/progress', preview: '1 of 3' });
  expect(noteText(progress)).toBe('1 of 3');
  expect(noteText({ ...progress, members: 2, summary: '3 updates, last 3 of 3' })).toBe('3 updates, last 3 of 3');
  expect(noteText(traffic(12, { under: 10, parent: 10, preview: 'round 2' }))).toBe('round 2');
});

test('ranges stay inside the session, keep a least length, and are open at its end', () => {
  const end = 10_000_000;
  expect(rangeOf(0, end, end)).toBeUndefined();
  expect(rangeOf(-5, 4_000_000, end)).toEqual({ from: 0, to: 4_000_000 });
  expect(rangeOf(2_000_000, 20_000_000, end)).toEqual({ from: 2_000_000 });
  expect(moveEnd(undefined, 'from', 3_000_000, end)).toEqual({ from: 3_000_000 });
  expect(moveEnd({ from: 3_000_000 }, 'to', 1_000_000, end)).toEqual({ from: 3_000_000, to: 3_001_000 });
  expect(zoomRange(undefined, 5_000_000, 0.5, end)).toEqual({ from: 2_500_000, to: 7_500_000 });
  expect(zoomRange({ from: 2_500_000, to: 7_500_000 }, 5_000_000, 4, end)).toBeUndefined();
  expect(trafficFilter('all', '', { from: 2_000_000 })?.between?.from).toBe(2_000_000);
});

test('the filter asks the host only for what narrows', () => {
  expect(trafficFilter('all', '  ')).toBeUndefined();
  expect(trafficFilter('asks', ' form ')).toEqual({ kinds: ['ask'], query: 'form' });
  expect(trafficFilter('errors', '')).toEqual({ errorsOnly: true });
});
