import { describe, expect, test } from 'vitest';
import { Reader } from './live-views.ts';
import { Servers } from './merged-kit.ts';

describe('the traffic of all servers', () => {
  test('rows name their session and server, have numbers of their own and times of one clock', async () => {
    const servers = new Servers();
    const [a, b] = [servers.start('alpha'), servers.start('beta')];
    a.ping();
    b.rounds(false);
    a.ping();
    const rows = await servers.page();
    expect(rows.map(({ row, server }) => `${row} ${server}`)).toEqual([
      '0 alpha',
      '1 beta',
      '2 beta',
      '3 beta',
      '4 alpha',
    ]);
    expect(rows.map(({ sessionId }) => sessionId)).toEqual(['alpha1', 'beta2', 'beta2', 'beta2', 'alpha1']);
    // Both began with the clock; the second one has waited for the first.
    expect(rows.map(({ m }) => m)).toEqual([1000, 3000, 3000, 4000, 5000]);
    expect(rows[3]).toMatchObject({ under: 1, parent: 1 });
    expect(await servers.merged.page('traffic', 3, 1, { query: 'server:beta' })).toMatchObject({ total: 3 });
  });

  test('a server that starts is added, one that starts again takes its old rows away; the others keep their numbers', async () => {
    const servers = new Servers();
    const a = servers.start('alpha');
    a.ping();
    const reader = new Reader(servers.merged).drain();
    const b = servers.start('beta');
    b.ping();
    a.ping();
    await new Promise(setImmediate);
    expect(reader.drain().rows.map((row) => `${row?.row} ${row?.sessionId}`)).toEqual([
      '0 alpha1',
      '1 beta2',
      '2 alpha1',
    ]);
    expect(reader.resets).toBe(1);
    const again = servers.start('beta');
    again.ping();
    await new Promise(setImmediate);
    reader.drain();
    expect(reader.resets).toBe(2);
    expect((await servers.page()).map(({ row, sessionId }) => `${row} ${sessionId}`)).toEqual([
      '0 alpha1',
      '2 alpha1',
      '3 beta3',
    ]);
    expect(await servers.merged.place(2)).toMatchObject({ place: 1, row: { row: 2, sessionId: 'alpha1' } });
    expect(await servers.merged.place(1)).toEqual({ place: -1, row: undefined });
    reader.source.close();
  });

  test('when most rows are of sessions that are gone, all are numbered anew and no number comes again', async () => {
    const servers = new Servers({ manyGone: 2 });
    const a = servers.start('alpha');
    a.rounds(false);
    const b = servers.start('beta');
    for (let i = 0; i < 5; i += 1) b.ping();
    expect(await servers.page()).toHaveLength(8);
    servers.stop('beta');
    const rows = await servers.page();
    expect(rows.map(({ row, under }) => [row, under])).toEqual([
      [8, undefined],
      [9, 8],
      [10, 8],
    ]);
    const opened = await servers.page({ tree: { opened: [], closed: [8] } });
    expect(opened.map(({ row }) => row)).toEqual([8]);
    expect(await servers.merged.place(0)).toEqual({ place: -1, row: undefined });
    expect(await servers.merged.place(10)).toMatchObject({ place: 2, row: { row: 10, under: 8 } });
    expect(await servers.page({ query: 'server:beta' })).toEqual([]);
  });

  test('each server has lanes of its own in the overview; sums and counts are of all', async () => {
    const servers = new Servers();
    const [a, b] = [servers.start('alpha'), servers.start('beta')];
    a.ping();
    a.ping();
    b.log('text');
    b.fail(b.request('tools/call', { name: 'bad' }));
    const overview = await servers.merged.figures.overview(10);
    const n = (spans: { n: number }[] | undefined) => spans?.reduce((sum, span) => sum + span.n, 0);
    expect(overview.to).toBe(7000);
    expect(
      overview.servers?.map(({ server, sessionId, calls, notices }) => [server, sessionId, n(calls), n(notices)]),
    ).toEqual([
      ['alpha', 'alpha1', 2, 0],
      ['beta', 'beta2', 1, 1],
    ]);
    expect([n(overview.calls), n(overview.notices)]).toEqual([3, 1]);
    expect(await servers.merged.figures.stats()).toMatchObject({ rows: 4, errors: 1, done: true });
    expect(await servers.merged.figures.stats({ query: 'server:alpha' })).toMatchObject({ rows: 2, errors: 0 });
    expect(servers.merged.counts()).toMatchObject({ traffic: 4, notices: 1, errors: 1 });
  });

  test('payloads of every session are searched', async () => {
    const servers = new Servers();
    const [a, b] = [servers.start('alpha'), servers.start('beta')];
    for (const live of [a, b, a]) live.answer(live.request('tools/call'), { text: live === a ? 'Needle' : 'hay' });
    b.answer(b.request('tools/call'), { text: 'needle' });
    expect(await servers.merged.search('traffic', 'NEEDLE', -1, 10)).toEqual({ rows: [0, 2, 3], done: true });
    expect(await servers.merged.search('traffic', 'needle', 0, 1)).toEqual({ rows: [2], done: false });
    expect((await servers.page({ query: 'needle server:beta' })).map(({ row }) => row)).toEqual([3]);
  });

  test('lines are kept by session: who asks for them is told so', async () => {
    const servers = new Servers();
    await expect(servers.merged.page('stderr', 0, 1)).rejects.toThrow('Ask for the lines of one session');
    expect(() => servers.merged.watch('wire', -1, undefined, () => undefined)).toThrow('Only the traffic');
  });
});
