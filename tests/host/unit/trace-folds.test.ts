import { expect, test } from 'vitest';
import { createLogViews, type LogViews } from '#host/publish/log-views.ts';
import { TraceFolds } from '#host/publish/trace-folds.ts';
import { contract } from '#shared/contract.ts';
import type { LogFilter, LogView } from '#shared/exchange.ts';
import type { LogEvent } from '#shared/log-views.ts';
import { frame, newLog, stamper } from './log-kit.ts';

const calls = (count: number) => Array.from({ length: count }, (_, n) => `    at call${n} (x.js:${n}:1)`);

test('a trace folds behind its third line, when that hides two or more', () => {
  const folds = new TraceFolds();
  let row = 0;
  const add = (...lines: (string | undefined)[]) => {
    for (const line of lines) folds.add(line, row++);
  };
  add('Error: a', ...calls(4), 'Error: b', ...calls(5));
  expect(folds.length).toBe(1);
  expect(folds.at(0)).toEqual([9, 2]);
  add(...calls(10));
  expect(folds.at(0)).toEqual([9, 12]);
  add(undefined, ...calls(6));
  expect(folds.length).toBe(2);
  expect(folds.at(1)).toEqual([row - 3, 3]);
});

function live() {
  const log = newLog();
  const views = createLogViews({ log });
  const stamp = stamper();
  const write = (...lines: string[]) => {
    for (const text of lines) views.add(log.append(stamp({ k: 'stderr', text })));
  };
  return { log, views, stamp, write };
}

/** A reader that keeps the folds as a page does. */
function reader(views: LogViews, view: LogView, filter?: LogFilter) {
  const source = views.watch(view, -1, filter, () => undefined);
  const told: LogEvent[] = [];
  let folds: [number, number][] = [];
  const drain = () => {
    for (let events = source.take(1000); events.length > 0; events = source.take(1000)) {
      for (const each of events) {
        const event = contract['watch.log'].item.parse(each);
        told.push(event);
        if (event.t === 'reset') folds = [];
        if (event.t === 'folds') folds = [...folds.slice(0, event.at), ...event.folds];
      }
    }
    return folds;
  };
  return { drain, told };
}

test('readers of stderr are told of folds before their lines, and again while they grow', () => {
  const { views, write } = live();
  write('Error: a', ...calls(6));
  const page = reader(views, 'stderr');
  expect(page.drain()).toEqual([[4, 3]]);
  page.told.length = 0;
  write(...calls(1));
  expect(page.drain()).toEqual([[4, 4]]);
  expect(page.told.map(({ t }) => t)).toEqual(['folds', 'lines']);
  page.told.length = 0;
  write('next', ...calls(2));
  page.drain();
  expect(page.told.map(({ t }) => t)).toEqual(['lines']);
  write(...calls(5));
  expect(page.drain()).toEqual([
    [4, 4],
    [12, 4],
  ]);
});

test('a filtered view and other views have none', () => {
  const { views, write } = live();
  write('Error: a', ...calls(9));
  for (const page of [reader(views, 'stderr', { levels: ['error'] }), reader(views, 'wire'), reader(views, 'client')]) {
    page.drain();
    expect(page.told.some(({ t }) => t === 'folds')).toBe(false);
  }
});

test('thousands of folds come in parts', () => {
  const { views, write } = live();
  for (let n = 0; n < 4500; n += 1) write('Error: again', ...calls(5));
  const page = reader(views, 'stderr');
  const folds = page.drain();
  expect(folds).toHaveLength(4500);
  expect(folds.at(-1)).toEqual([4499 * 6 + 4, 2]);
  expect(page.told.filter(({ t }) => t === 'folds')).toHaveLength(3);
});

test('the traffic row that a line lies in time next to', () => {
  const { log, views, stamp, write } = live();
  const call = (id: number) =>
    views.add(log.append(stamp(frame(JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }), 'out'))));
  write('before');
  call(1);
  write('between');
  call(2);
  expect([1, 2, 3, 4, 99].map((seq) => views.rowNear(seq))).toEqual([-1, 0, 0, 1, 1]);
});

test('notifications and lines of stderr are counted as they come', async () => {
  const { log, views, stamp, write } = live();
  write('a', 'b');
  const params = { level: 'warning', data: 'x' };
  const text = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params });
  views.add(log.append(stamp(frame(text))));
  views.add(log.append(stamp(frame(text, 'out'))));
  const query = { until: 1_790_000_000_500, everyMs: 1000, count: 1 };
  expect((await views.rates('stderr')).rates(query).levels).toEqual({ none: [2] });
  expect((await views.rates('notices')).rates(query).levels).toEqual({ warning: [1] });
});
