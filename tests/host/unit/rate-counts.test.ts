import { expect, test } from 'vitest';
import { RateCounts } from '#host/publish/rate-counts.ts';
import type { TrafficRow } from '#shared/exchange.ts';
import type { LogRates } from '#shared/traffic.ts';

const SECOND = 1_000_000;
/** A whole second, microseconds. */
const START = 1_790_000_000 * SECOND;

const notice = (over: Partial<TrafficRow>): TrafficRow => ({
  row: 0,
  rev: 1,
  seq: 1,
  kind: 'notice',
  t: START,
  m: 0,
  method: 'notifications/message',
  status: '',
  bytes: 0,
  dir: 'in',
  ...over,
});

test('counts by level in each second; the last stretch is the one that runs', () => {
  const counts = new RateCounts();
  counts.addNotice(notice({ level: 'info' }));
  counts.addNotice(notice({ level: 'info', t: START + 0.9 * SECOND }));
  counts.addNotice(notice({ level: 'error', t: START + 2 * SECOND }));
  counts.addNotice(notice({ method: 'notifications/progress', t: START + 2 * SECOND }));
  counts.addNotice(notice({ method: 'notifications/tools/list_changed', t: START + 2 * SECOND }));
  counts.addNotice(notice({ level: 'made up', t: START + 2 * SECOND }));
  const rates = counts.rates({ until: START / 1000 + 2500, everyMs: 1000, count: 4 });
  expect(rates).toEqual({
    until: START / 1000 + 3000,
    everyMs: 1000,
    levels: {
      info: [0, 2, 0, 0],
      error: [0, 0, 0, 1],
      progress: [0, 0, 0, 1],
      event: [0, 0, 0, 1],
      other: [0, 0, 0, 1],
    },
    totals: { info: 2, error: 1, progress: 1, event: 1, other: 1 },
  });
});

test('longer stretches hold the seconds in them', () => {
  const counts = new RateCounts();
  for (let second = 0; second < 60; second += 1) counts.add('info', START + second * SECOND);
  const { levels } = counts.rates({ until: START / 1000 + 60_000, everyMs: 20_000, count: 3 });
  expect(levels.info).toEqual([20, 20, 20]);
});

test('an hour is kept, the totals of all', () => {
  const counts = new RateCounts();
  counts.add('info', START);
  counts.add('info', START + 3599 * SECOND);
  const hour = { until: START / 1000 + 3600_000, everyMs: 1000, count: 3600 };
  const sum = (rates: LogRates) => rates.levels.info?.reduce((all, one) => all + one, 0);
  expect(sum(counts.rates(hour))).toBe(2);
  counts.add('info', START + 3600 * SECOND);
  expect(sum(counts.rates(hour))).toBe(1);
  counts.add('info', START + 100_000 * SECOND);
  expect(sum(counts.rates({ ...hour, until: START / 1000 + 100_000_000 }))).toBe(0);
  expect(counts.rates(hour).totals).toEqual({ info: 4 });
});

test('a clock that was set back counts into the seconds it shows', () => {
  const counts = new RateCounts();
  counts.add('info', START + 10 * SECOND);
  counts.add('info', START + 4 * SECOND);
  counts.add('info', START - 5000 * SECOND);
  const { levels, totals } = counts.rates({ until: START / 1000 + 11_000, everyMs: 1000, count: 11 });
  expect(levels.info?.map((n, at) => (n > 0 ? at : -1)).filter((at) => at >= 0)).toEqual([4, 10]);
  expect(totals.info).toBe(3);
});
