import { expect, test } from 'vitest';
import { fixture } from '../servers/servers.ts';
import { nodeScript, openTestHost } from './support/test-host.ts';

test('words are found in the running session and in those an earlier run left; a hit leads to its row', async () => {
  const before = await openTestHost();
  const { id: old } = await before.open(nodeScript(fixture('legacy')), { era: 'legacy' });
  await before.run(old, 'tools.call', { name: 'echo', args: { text: 'Needle one' } });
  await before.client['session.stop']({ sessionId: old });
  await before.closed(old);
  await before.host.close();

  const host = await openTestHost({ dataDir: before.dataDir });
  try {
    const { id } = await host.open(nodeScript(fixture('legacy')), { era: 'legacy' });
    await host.run(id, 'tools.call', { name: 'echo', args: { text: 'needle two' } });
    const { hits, sessions, next, through, of } = await host.client['log.searchAll']({ text: 'needle', limit: 100 });
    // The request and its answer of both sessions, newest first.
    expect(hits.map(({ sessionId, dir }) => `${sessionId === id ? 'now' : 'old'} ${dir}`)).toEqual([
      'now in',
      'now out',
      'old in',
      'old out',
    ]);
    expect(sessions.map((one) => [one.id, one.running, one.over])).toEqual([
      [id, true, 'stdio'],
      [old, false, 'stdio'],
    ]);
    expect([next, through]).toEqual([undefined, of]);
    const rows = await host.rows(old, 'traffic');
    const call = rows.find(({ method, name }) => method === 'tools/call' && name === 'echo');
    for (const { seq } of hits.filter(({ sessionId }) => sessionId === old)) {
      const { own } = await host.client['log.rowNear']({ sessionId: old, seq });
      expect(own).toBe(call?.row);
    }
    const row = call?.row ?? 0;
    const place = (filter?: object) => host.client['log.place']({ sessionId: old, row, ...(filter ? { filter } : {}) });
    expect(await place()).toMatchObject({ place: row, row: { row, seq: call?.seq } });
    expect(await place({ query: 'method:tools/call' })).toMatchObject({ place: 0, row: { row } });
    const elsewhere = await place({ query: 'method:tools/list', tree: { opened: [], closed: [] } });
    expect(elsewhere).not.toHaveProperty('place');
    expect(await host.client['log.damage']({ sessionId: old })).not.toHaveProperty('text');
    expect(await host.client['log.counts']({ sessionId: old })).toMatchObject({ traffic: rows.length, errors: 0 });
  } finally {
    await host.close();
  }
});
