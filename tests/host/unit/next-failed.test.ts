import { describe, expect, test } from 'vitest';
import { countsAsFailed } from '#core/fold/row-failed.ts';
import type { LogFilter } from '#shared/exchange.ts';
import { Live } from './live-views.ts';
import { Servers } from './merged-kit.ts';
import { anyFilter, arranged, happen } from './naive-views.ts';
import { Seeded } from './seeded.ts';

const FILTERS: LogFilter[] = [{}, { kinds: ['call'] }, { query: '-ping' }, { query: 'echo' }, { errorsOnly: true }];

describe('the next failed row', () => {
  test.each([1, 2, 3, 4])('is that of any view, with what is folded away in it, up and down (%i)', async (seed) => {
    const random = new Seeded(seed);
    for (let run = 0; run < 8; run += 1) {
      const live = new Live();
      const open: number[] = [];
      for (let i = 20 + random.below(60); i > 0; i -= 1) happen(live, open, random);
      const { tree, sort, ...narrows } = anyFilter(random, FILTERS);
      const filter: LogFilter = { ...narrows, ...(tree ? { tree } : {}), ...(sort ? { sort } : {}) };
      const all = await live.page();
      const passing = new Set(await live.rows(narrows));
      const opened = tree && { opened: all.map(({ row }) => row), closed: [] };
      const whole = arranged(all, passing, { tree: opened, sort });
      const failed = (row: (typeof whole)[number]) => countsAsFailed(row);
      const told = JSON.stringify({ seed, run, filter });
      expect(await live.views.nextFailed({}, filter), told).toBe(whole.find(failed)?.row);
      expect(await live.views.nextFailed({ back: true }, filter), told).toBe(whole.findLast(failed)?.row);
      for (const [at, { row: from }] of whole.entries()) {
        const [above, below] = [whole.slice(0, at), whole.slice(at + 1)];
        expect(await live.views.nextFailed({ from }, filter), told).toBe(below.find(failed)?.row);
        expect(await live.views.nextFailed({ from, back: true }, filter), told).toBe(above.findLast(failed)?.row);
      }
    }
  });

  test('is found at the other end of a long log, also by its columns', async () => {
    const live = new Live();
    const first = live.request('tools/call', { name: 'echo' });
    live.fail(first);
    for (let i = 0; i < 3000; i += 1) live.log('text');
    const last = live.request('tools/call', { name: 'echo' });
    live.fail(last);
    live.views.shrink();
    expect(await live.views.nextFailed({ from: 0 })).toBe(3001);
    expect(await live.views.nextFailed({ from: 3001, back: true })).toBe(0);
    expect(await live.views.nextFailed({ from: 3001 })).toBeUndefined();
  });

  test('of all servers goes from one to the next', async () => {
    const servers = new Servers();
    const [alpha, beta] = [servers.start('alpha'), servers.start('beta')];
    alpha.fail(alpha.request('tools/call', { name: 'echo' }));
    beta.answer(beta.request('tools/call', { name: 'echo' }));
    beta.fail(beta.request('tools/call', { name: 'echo' }));
    expect(await servers.merged.nextFailed({})).toBe(0);
    expect(await servers.merged.nextFailed({ from: 0 })).toBe(2);
    expect(await servers.merged.nextFailed({ from: 2 })).toBeUndefined();
    expect(await servers.merged.nextFailed({ from: 2, back: true })).toBe(0);
  });
});

test('the place of a line of the wire in a filtered view', async () => {
  const live = new Live();
  for (let i = 0; i < 10; i += 1) live.log('text');
  live.request('tools/call', { name: 'echo' });
  const place = async (row: number, filter?: LogFilter) => (await live.views.place(row, filter, 'wire')).place;
  expect(await place(10)).toBe(10);
  expect(await place(10, { dir: 'out' })).toBe(0);
  expect(await place(3, { dir: 'out' })).toBe(-1);
});
