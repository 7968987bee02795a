import { describe, expect, test, vi } from 'vitest';
import type { LogFilter } from '#shared/exchange.ts';
import { Live, Reader } from './live-views.ts';
import { anyFilter, arranged, happen } from './naive-views.ts';
import { Seeded } from './seeded.ts';

const FILTERS: LogFilter[] = [
  {},
  { kinds: ['call'] },
  { kinds: ['ask', 'notice'] },
  { query: 'is:open' },
  { errorsOnly: true },
  { query: '-ping' },
  { query: 'is:waiting | progress' },
  { query: 'text' },
  { between: { from: 5000, to: 30_000 } },
];

/** The rows read from all rows and from those that pass. */
async function naive(live: Live, { tree, sort, ...narrows }: LogFilter): Promise<number[]> {
  const passing = new Set(await live.rows(narrows));
  return arranged(await live.page(), passing, { tree, sort }).map(({ row }) => row);
}

describe('any log, filter, order and folds', () => {
  test.each(Array.from({ length: 8 }, (_, i) => i))('are read alike by watching and by page (%i)', async (seed) => {
    const random = new Seeded(seed + 1);
    for (let run = 0; run < 8; run += 1) {
      const live = new Live();
      const open: number[] = [];
      const filter = anyFilter(random, FILTERS);
      for (let i = random.below(30); i > 0; i -= 1) happen(live, open, random);
      const reader = new Reader(live.views, filter);
      for (let i = random.below(60); i > 0; i -= 1) {
        happen(live, open, random);
        if (random.below(3) === 0) reader.drain();
        if (random.below(8) === 0) await new Promise(setImmediate);
      }
      const told = JSON.stringify({ seed, run, filter });
      // Nobody watches these: payloads are looked through first, and the view is made from the whole log at once.
      const alone = { ...filter, text: '' };
      const want = await naive(live, alone);
      expect(await live.rows(alone), told).toEqual(want);
      await vi.waitFor(
        async () => {
          const page = await live.views.page('traffic', 0, 1000, filter);
          reader.drain();
          expect(
            page.traffic?.map(({ row }) => row),
            told,
          ).toEqual(want);
          expect(reader.moves, told).toBe(page.moves);
          expect(reader.rows, told).toHaveLength(page.total);
          for (const [at, row] of reader.rows.entries()) if (row) expect(row, told).toEqual(page.traffic?.[at]);
        },
        { timeout: 2000, interval: 20 },
      );
      reader.source.close();
    }
  });
});
