import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { KeptList } from '#host/kept/kept-list.ts';
import { LogSearch, type SearchPart } from '#host/kept/log-search.ts';
import { readSessionFile, writeSessionFile } from '#host/store/session-file.ts';
import type { WireLog } from '#host/store/wire-log.ts';
import type { RecordDraft } from '#shared/records.ts';
import { config, frame, newLog, stamper, temporaryFolder } from './log-kit.ts';

const folderOf = (n: number) => `202601${String(n).padStart(2, '0')}T000000-one-aaaaaa`;
const call = (id: number, text: string) =>
  frame(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: text } }), 'out');

interface Kept {
  dir: string;
  search: LogSearch;
}

/** Sessions s1, s2, … of one a day, each with these records. */
function keptSessions(sessions: RecordDraft[][], live?: (id: string) => WireLog | undefined): Kept {
  const dir = join(temporaryFolder(), 'sessions');
  mkdirSync(dir);
  for (const [index, drafts] of sessions.entries()) {
    const n = index + 1;
    const meta = { sessionId: `s${n}`, serverId: `srv${n}`, config, startedAt: n };
    const log = newLog({ dir: join(dir, folderOf(n)), meta });
    const stamp = stamper();
    for (const draft of drafts) log.append(stamp(draft));
    log.close({ at: 'closed', reason: 'user' });
    log.dispose();
  }
  const search = new LogSearch({
    list: new KeptList(dir),
    live: (id) => {
      const log = live?.(id);
      return log && { log };
    },
  });
  onTestFinished(() => search.close());
  return { dir, search };
}

async function all(search: LogSearch, text: string, limit = 500): Promise<SearchPart[]> {
  const parts = [await search.part(text, limit)];
  for (let next = parts[0]?.next; next !== undefined; next = parts.at(-1)?.next) {
    parts.push(await search.part(text, limit, next));
  }
  return parts;
}

const places = (parts: SearchPart[]) => parts.flatMap(({ hits }) => hits.map(({ sessionId, seq }) => [sessionId, seq]));

test('hits come newest first, whatever the size of the parts, each once', async () => {
  const lines = (n: number) => Array.from({ length: 7 }, (_, i) => call(i, i % 2 === 0 ? `Needle ${n}` : 'hay'));
  const { search } = keptSessions([lines(1), [call(1, 'hay')], lines(3)]);
  const expected = ['s3', 's1'].flatMap((id) => [7, 5, 3, 1].map((seq) => [id, seq]));
  for (const limit of [1, 2, 3, 4, 5, 500]) {
    const parts = await all(search, 'nEEdle', limit);
    expect(places(parts)).toEqual(expected);
    for (const { hits, sessions } of parts) {
      expect(hits.length).toBeLessThanOrEqual(limit);
      expect([...new Set(hits.map(({ sessionId }) => sessionId))]).toEqual(sessions.map(({ id }) => id));
    }
    const through = parts.map((part) => part.through);
    expect(through).toEqual([...through].sort((a, b) => a - b));
    expect(parts.at(-1)).toMatchObject({ unread: 0, through: parts[0]?.of });
  }
});

test('a hit tells its server, time, method and the words around the place', async () => {
  const long = `${'a'.repeat(500)} the Word ${'b'.repeat(500)}`;
  const { search } = keptSessions([[call(4, long), { k: 'stderr', text: 'word of stderr' }]]);
  const { hits } = await search.part('the word', 10);
  expect(hits).toMatchObject([
    { sessionId: 's1', serverId: 'srv1', serverName: 'demo', seq: 1, k: 'frame', dir: 'out', method: 'tools/call' },
  ]);
  const [{ text, at, length } = { text: '', at: 0, length: 0 }] = hits;
  expect(text.slice(at, at + length)).toBe('the Word');
  expect(text.length).toBe(240);
  const [stderr] = (await search.part('word of', 10)).hits;
  expect(stderr).toMatchObject({ k: 'stderr', text: 'word of stderr', at: 0, length: 7 });
  expect(stderr).not.toHaveProperty('method');
  // No half of a character at either end.
  const emoji = keptSessions([[{ k: 'stderr', text: `${'😀'.repeat(200)}x needle${'😀'.repeat(200)}` }]]);
  const [cut] = (await emoji.search.part('needle', 1)).hits;
  expect(cut?.text).toMatch(/^[\u{1F600}x needle]+$/u);
});

test('payloads in files of their own are looked through', async () => {
  const big = 'x'.repeat(1_200_000);
  const text = `{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"${big}needle in a body"}}`;
  const { search } = keptSessions([[call(1, 'hay')]]);
  const live = newLog();
  const body = live.put([Buffer.from(text)]);
  live.append(stamper()({ ...frame(text), body }));
  const kept = keptSessions([[call(1, 'needle')]], (id) => (id === 's1' ? live : undefined));
  const { hits } = await kept.search.part('NEEDLE in', 5);
  expect(hits).toMatchObject([{ seq: 1, method: 'notifications/message' }]);
  expect(hits[0]?.text.slice(hits[0].at, hits[0].at + 9)).toBe('needle in');
  expect((await search.part('needle', 5)).hits).toEqual([]);
});

test('a session that is removed meanwhile, or cannot be read, stops nothing', async () => {
  const { dir, search } = keptSessions([
    [call(1, 'needle')],
    [call(1, 'needle')],
    [call(1, 'needle'), call(2, 'needle')],
  ]);
  const first = await search.part('needle', 1);
  expect(places([first])).toEqual([['s3', 2]]);
  search.close();
  rmSync(join(dir, folderOf(3)), { recursive: true });
  const second = await search.part('needle', 1, first.next);
  expect(places([second])).toEqual([['s2', 1]]);
  rmSync(join(dir, folderOf(2), 'wire-00001.jsonl'));
  search.close();
  const [third] = await all(search, 'needle');
  expect(third).toMatchObject({ hits: [{ sessionId: 's1' }], unread: 1 });
  const again = await search.part('needle', 9, 'not a cursor');
  expect(places([again])).toEqual([['s1', 1]]);
});

test('a session that another host writes is left as it is', async () => {
  const { dir, search } = keptSessions([[call(1, 'needle')]]);
  const folder = join(dir, folderOf(1));
  const { closed: _closed, ...meta } = readSessionFile(folder) ?? { closed: undefined };
  // This process runs, so its session counts as under way.
  writeSessionFile(folder, { ...(meta as Parameters<typeof writeSessionFile>[1]), owner: { pid: process.pid } });
  const line = join(folder, 'wire-00001.jsonl');
  writeFileSync(line, `${readFileSync(line, 'utf8')}{"seq":2,"torn`);
  for (const name of readdirSync(folder)) if (name.endsWith('.idx')) rmSync(join(folder, name));
  const before = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
  const part = await search.part('needle', 9);
  expect(part).toMatchObject({ hits: [{ seq: 1 }], sessions: [{ running: true }] });
  expect(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')])).toEqual(before);
});

test('the event loop goes on while much is looked through', async () => {
  const { search } = keptSessions([Array.from({ length: 20_000 }, (_, i) => call(i, `needle ${'z'.repeat(300)}`))]);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  onTestFinished(() => clearInterval(timer));
  const [first, ...rest] = await all(search, 'needle', 500);
  expect(first?.hits).toHaveLength(500);
  expect(rest.reduce((sum, { hits }) => sum + hits.length, 500)).toBe(20_000);
  expect(turns).toBeGreaterThan(20);
});
