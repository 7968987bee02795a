import { describe, expect, test, vi } from 'vitest';
import type { LogFilter, TrafficRow } from '#shared/exchange.ts';
import { type Live, Reader } from './live-views.ts';
import { Servers } from './merged-kit.ts';
import { anyFilter, arranged, happen } from './naive-views.ts';
import { Seeded } from './seeded.ts';

const FILTERS: LogFilter[] = [
  {},
  { kinds: ['call'] },
  { kinds: ['ask', 'notice'] },
  { query: 'is:open' },
  { errorsOnly: true },
  { query: '-ping' },
  { query: '-text' },
  { query: 'text | server:beta' },
  { query: 'server:beta' },
  { query: '-server:id-alpha is:error|call' },
  { between: { from: 5000, to: 60_000 } },
];
const NAMES = ['alpha', 'beta', 'gamma'];

class World extends Servers {
  /** Something happens in one session. */
  step(random: Seeded): void {
    const found = this.current.get(random.pick(NAMES));
    if (found) happen(found.live, found.open, random);
  }

  /** The rows that pass, read from the sessions. Only the numbers and the order of all rows are those of the view. */
  async naive({ tree, sort, ...narrows }: LogFilter): Promise<TrafficRow[]> {
    const { between, ...rest } = narrows;
    const numbers = new Map<string, number[]>();
    for (const { row, sessionId = '' } of await this.page()) {
      numbers.set(sessionId, [...(numbers.get(sessionId) ?? []), row]);
    }
    const all: TrafficRow[] = [];
    const passing = new Set<number>();
    const begun = [...this.current.values()].filter(({ live }) => live.views.rows.count > 0);
    const firstT = ({ live }: { live: Live }) => live.views.rows.at(0)?.t ?? 0;
    const epoch = begun.sort((a, b) => firstT(a) - firstT(b))[0]?.start ?? 0;
    for (const { live, session, start } of begun) {
      const own = numbers.get(session.id) ?? [];
      const number = (row: number | undefined) => (row === undefined ? undefined : (own[row] ?? -1));
      const by = start - epoch;
      for (const row of await live.page()) {
        const moved = { ...row, row: number(row.row), parent: number(row.parent), under: number(row.under) };
        const ticks = row.ticks?.map((tick) => tick + by);
        const whose = { sessionId: session.id, server: session.config.name };
        all.push(JSON.parse(JSON.stringify({ ...moved, m: row.m + by, ticks, ...whose })));
      }
      const here = between ? { ...rest, between: { from: between.from - by, to: between.to - by } } : rest;
      for (const row of await live.rows(here)) passing.add(number(row) ?? -1);
    }
    all.sort((a, b) => a.row - b.row);
    return arranged(all, passing, { tree, sort });
  }

  /** The sessions' own orders are kept, and rows are in order of time. */
  async inOrder(): Promise<void> {
    const rows = await this.page();
    const newest = new Map<string, number>();
    // A row that is made of an earlier record, such as a round that was folded, comes when it is made.
    const begun = rows.filter(({ sessionId = '', t }) => {
      const before = newest.get(sessionId) ?? 0;
      newest.set(sessionId, Math.max(before, t));
      return t >= before;
    });
    expect(begun.map(({ t }) => t)).toEqual(begun.map(({ t }) => t).sort((a, b) => a - b));
    expect(rows.map(({ row }) => row)).toEqual(rows.map(({ row }) => row).sort((a, b) => a - b));
    for (const { live, session } of this.current.values()) {
      const own = rows.filter(({ sessionId }) => sessionId === session.id);
      expect(own.map(({ seq, method, t }) => [seq, method, t])).toEqual(
        (await live.page()).map(({ seq, method, t }) => [seq, method, t]),
      );
    }
  }
}

const shut = ({ opened: _opened, ...row }: TrafficRow) => row;

async function agrees(world: World, reader: Reader, filter: LogFilter, told: string): Promise<void> {
  await world.inOrder();
  const alone = { ...filter, text: '' };
  const want = await world.naive(alone);
  expect((await world.page(alone)).map(shut), told).toEqual(want);
  await vi.waitFor(
    async () => {
      const page = await world.merged.page('traffic', 0, 1000, filter);
      reader.drain();
      expect(page.traffic?.map(shut), told).toEqual(want);
      expect(reader.moves, told).toBe(page.moves);
      expect(reader.rows, told).toHaveLength(page.total);
      for (const [at, row] of reader.rows.entries()) if (row) expect(row, told).toEqual(page.traffic?.[at]);
    },
    { timeout: 2000, interval: 20 },
  );
}

describe('the sessions of three servers', () => {
  test.each(Array.from({ length: 8 }, (_, i) => i))('are read as one log, sorted by time (%i)', async (seed) => {
    const random = new Seeded(seed + 101);
    for (let run = 0; run < 5; run += 1) {
      const world = new World(random.pick([{}, { manyGone: 3 }, { manyChanged: 2 }]));
      const filter = anyFilter(random, FILTERS);
      const told = JSON.stringify({ seed, run, filter });
      for (const name of NAMES) if (random.below(4) > 0) world.start(name);
      for (let i = random.below(40); i > 0; i -= 1) world.step(random);
      const reader = new Reader(world.merged, filter);
      for (let i = random.below(80); i > 0; i -= 1) {
        world.step(random);
        if (random.below(3) === 0) reader.drain();
        if (random.below(8) === 0) await new Promise(setImmediate);
        if (random.below(20) === 0) world.start(random.pick(NAMES));
        if (random.below(40) === 0) world.stop(random.pick(NAMES));
      }
      await agrees(world, reader, filter, told);
      reader.source.close();
      // Nobody watches now; what happens meanwhile is there for the next one.
      for (let i = random.below(30); i > 0; i -= 1) world.step(random);
      const next = new Reader(world.merged, filter);
      await agrees(world, next, filter, told);
      next.source.close();
    }
  });
});
