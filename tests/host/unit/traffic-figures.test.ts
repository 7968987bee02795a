import { describe, expect, test, vi } from 'vitest';
import { Durations } from '#host/publish/durations.ts';
import { Live, rpc } from './live-views.ts';
import { Seeded } from './seeded.ts';

describe('sums over the rows of a view', () => {
  test('count rows, bytes and errors, with the rounds of a call as one', async () => {
    const live = new Live();
    live.rounds(true);
    live.fail(live.request('tools/call', { name: 'bad' }));
    live.log('text');
    const rows = await live.page();
    const bytes = rows.filter(({ preview }) => !preview?.startsWith('round')).reduce((sum, row) => sum + row.bytes, 0);
    expect(await live.views.figures.stats()).toEqual({
      rows: 4,
      rounds: rows.length - 4,
      bytes,
      errors: 1,
      medianUs: 1000,
      p95Us: 2000,
      done: true,
    });
    expect(live.views.counts().errors).toBe(1);
  });

  test('errors are as many as the rows that the filter for errors shows', async () => {
    const live = new Live();
    live.fail(live.request('tools/call', { name: 'bad' }));
    for (const level of ['info', 'error', 'critical']) {
      live.add(rpc({ method: 'notifications/message', params: { level, data: 'said' } }));
    }
    const shown = await live.views.figures.stats({ errorsOnly: true });
    expect(shown).toMatchObject({ rows: 3, errors: 3 });
    expect(live.views.counts().errors).toBe(3);
  });

  test('a call whose retry failed is one error', async () => {
    const live = new Live();
    live.rounds(false);
    const answers = { who: { action: 'accept' } };
    live.fail(live.request('tools/call', { name: 'book', requestState: 's1', inputResponses: answers }));
    expect((await live.page()).map((row) => row.status)).toEqual(['-32000', 'input_required', 'answered', '-32000']);
    expect(await live.views.figures.stats()).toMatchObject({ rows: 2, errors: 1 });
    expect(live.views.counts().errors).toBe(1);
  });

  test('follow a filter, also one that looks into payloads', async () => {
    const live = new Live();
    for (const text of ['needle', 'hay', 'hay']) live.answer(live.request('tools/call'), { text });
    live.log('hay');
    expect(await live.views.figures.stats({ query: 'needle' })).toMatchObject({ rows: 1, done: true });
    expect(await live.views.figures.stats({ kinds: ['notice'] })).toEqual({
      rows: 1,
      rounds: 0,
      bytes: expect.any(Number),
      errors: 0,
      done: true,
    });
  });

  test('are made once while nothing changes, and again when something did', async () => {
    const live = new Live();
    for (let i = 0; i < 5000; i += 1) live.log('x');
    const first = await live.views.figures.stats();
    expect(first.rows).toBe(5000);
    expect(await live.views.figures.stats()).toBe(first);
    live.log('one more');
    await vi.waitFor(async () => expect((await live.views.figures.stats()).rows).toBe(5001));
  });
});

describe('durations', () => {
  test('quantiles are exact for few, and within a percent for many', () => {
    const random = new Seeded(3);
    for (const count of [1, 2, 19, 20, 150_000]) {
      const values = Array.from({ length: count }, () => random.below(1e6) + random.below(1000) * random.below(1e6));
      const durations = new Durations();
      for (const value of values) durations.add(value);
      const sorted = [...values].sort((a, b) => a - b);
      for (const share of [0.5, 0.95]) {
        const want = sorted[Math.ceil(share * count) - 1] ?? 0;
        const [got = 0] = durations.quantiles([share]);
        if (count <= 100_000) expect(got).toBe(want);
        else expect(Math.abs(got - want) / want).toBeLessThan(0.01);
      }
    }
    expect(new Durations().quantiles([0.5])).toEqual([undefined]);
  });
});

describe('the session on three lanes', () => {
  test('what lies close together is one span, what failed is seen, and waiting is a lane of its own', async () => {
    const live = new Live();
    // Records are a millisecond apart: 1 and 2, then 3 and 4, then a question from 6 to 9 inside a call from 5 to 10.
    live.answer(live.request('tools/list'));
    live.fail(live.request('tools/call'));
    const call = live.request('tools/call');
    live.add(rpc({ id: 'a', method: 'elicitation/create', params: {} }));
    live.log('one');
    live.log('two');
    live.add(rpc({ id: 'a', result: { action: 'accept' } }, 'out'));
    live.answer(call);
    const { to, calls, waiting, notices } = await live.views.figures.overview(10);
    expect(to).toBe(10_000);
    expect(calls).toEqual([
      { from: 1000, to: 3000, kind: 'call', n: 1 },
      { from: 3000, to: 5000, kind: 'error', n: 1 },
      { from: 5000, to: 10_000, kind: 'call', n: 1 },
    ]);
    expect(waiting).toEqual([{ from: 6000, to: 10_000, kind: 'waiting', n: 1 }]);
    expect(notices).toEqual([{ from: 7000, to: 9000, kind: 'notice', n: 2 }]);
  });

  test('of a call with rounds only the rounds are drawn, not the time between them', async () => {
    const live = new Live();
    live.rounds(false);
    for (let i = 0; i < 6; i += 1) live.log('while waiting');
    const answers = { who: { action: 'accept' } };
    live.answer(live.request('tools/call', { name: 'book', requestState: 's1', inputResponses: answers }));
    const { calls, waiting } = await live.views.figures.overview(10);
    expect(calls.map(({ from, to }) => [from, to])).toEqual([
      [1000, 3000],
      [9000, 10_000],
    ]);
    expect(waiting).toEqual([{ from: 2000, to: 10_000, kind: 'waiting', n: 1 }]);
  });

  test('a stream that was lost is a line over its lifetime, and no failure but at its end', async () => {
    const live = new Live();
    const http = { k: 'http', ch: 'g' } as const;
    const headers: [string, string][] = [['Accept', 'text/event-stream']];
    live.add({ ...http, what: 'request', method: 'GET', url: 'http://a/mcp', headers });
    live.add({ ...http, what: 'response', status: 200 });
    for (let i = 0; i < 6; i += 1) live.log('on it');
    live.add({ ...http, what: 'error', text: 'ECONNRESET: It broke.' });
    live.log('after it');
    const { calls } = await live.views.figures.overview(10);
    expect(calls).toEqual([
      { from: 1000, to: 9000, kind: 'stream', n: 1 },
      { from: 9000, to: 10_000, kind: 'error', n: 0 },
    ]);
  });

  test('never has more spans than asked for', async () => {
    const live = new Live();
    for (let i = 0; i < 500; i += 1) {
      if (i % 3 === 0) live.fail(live.request('tools/call'));
      else live.ping();
    }
    const { calls } = await live.views.figures.overview(7);
    expect(calls.length).toBeLessThanOrEqual(7);
    expect(calls.reduce((sum, { n }) => sum + n, 0)).toBe(500);
    const wide = await live.views.figures.overview(2000);
    expect(wide.calls.length).toBeGreaterThan(300);
  });

  test('a filter narrows it, a stretch of time does not', async () => {
    const live = new Live();
    live.ping();
    live.log('x');
    const whole = await live.views.figures.overview(10, { between: { from: 0, to: 1 } });
    expect([whole.calls.length, whole.notices.length]).toEqual([1, 1]);
    const calls = await live.views.figures.overview(10, { kinds: ['call'] });
    expect([calls.calls.length, calls.notices.length]).toEqual([1, 0]);
  });
});
