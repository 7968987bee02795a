import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { KeptList } from '#host/kept/kept-list.ts';
import { SessionReader } from '#host/kept/session-reader.ts';
import { createLogViews } from '#host/publish/log-views.ts';
import { enforceRetention } from '#host/store/retention.ts';
import { readSessionFile, writeSessionFile } from '#host/store/session-file.ts';
import { config, frame, newLog, stamper, temporaryFolder } from './log-kit.ts';

const messages = { run: async (jobs: unknown[]) => ({ result: jobs.map(() => []) }) };
const nameOf = (n: number) => `2026010${n}T000000-one-aaaaa${n}`;

/** Sessions s1, s2, … that ended, one a day, each with as many lines as its number. */
function sessionsDir(count: number): string {
  const dir = join(temporaryFolder(), 'sessions');
  mkdirSync(dir);
  for (let n = 1; n <= count; n += 1) {
    const meta = { sessionId: `s${n}`, serverId: n % 2 ? 'odd' : 'even', config, startedAt: n };
    const log = newLog({ dir: join(dir, nameOf(n)), meta });
    const views = createLogViews({ log });
    const stamp = stamper();
    for (let line = 0; line < n; line += 1) views.add(log.append(stamp(frame('{"jsonrpc":"2.0","method":"a"}'))));
    log.close({ at: 'closed', reason: 'user' });
    log.keep(views.folded());
    log.dispose();
  }
  return dir;
}

function readerOf(dir: string): SessionReader {
  const reader = new SessionReader({ list: new KeptList(dir), live: () => undefined, messages });
  onTestFinished(() => reader.close());
  return reader;
}

const lines = (reader: SessionReader, id: string) =>
  reader.use(id, async ({ views }) => (await views.page('wire', 0, 99)).total);
const openNow = (reader: SessionReader) => reader.dirs.map((dir) => basename(dir));

describe('reading sessions of the data folder', () => {
  test('each is found by its id; those read last stay open, and open folders are not removed', async () => {
    const dir = sessionsDir(6);
    const reader = readerOf(dir);
    for (let n = 1; n <= 6; n += 1) expect(await lines(reader, `s${n}`)).toBe(n);
    expect(openNow(reader)).toEqual([3, 4, 5, 6].map(nameOf));
    expect(await lines(reader, 's3')).toBe(3);
    expect(await lines(reader, 's1')).toBe(1);
    expect(openNow(reader)).toEqual([5, 6, 3, 1].map(nameOf));
    const removed = await enforceRetention(dir, { bytes: 1, days: 0 }, new Set(openNow(reader)));
    expect(removed).toEqual([nameOf(2), nameOf(4)]);
    expect(await lines(reader, 's5')).toBe(5);
  });

  test('tells how far it is with one that has to be read first', async () => {
    const dir = join(temporaryFolder(), 'sessions');
    mkdirSync(dir);
    const log = newLog({ dir: join(dir, nameOf(1)), meta: { sessionId: 's1', serverId: 'odd', config, startedAt: 1 } });
    const stamp = stamper();
    for (let line = 0; line < 1200; line += 1) log.append(stamp(frame('{"jsonrpc":"2.0","method":"a"}')));
    log.close({ at: 'closed', reason: 'user' });
    log.dispose();
    for (const name of readdirSync(log.dir)) if (name.endsWith('.idx')) rmSync(join(log.dir, name));
    const seen: unknown[] = [];
    const run: typeof messages.run = (jobs) => {
      seen.push(reader.opening('s1'));
      return messages.run(jobs);
    };
    const reader = new SessionReader({ list: new KeptList(dir), live: () => undefined, messages: { run } });
    onTestFinished(() => reader.close());
    expect(reader.opening('s1')).toBeUndefined();
    expect(await lines(reader, 's1')).toBe(1200);
    expect(seen.at(-1)).toMatchObject({ unit: 'records', of: 1200 });
    expect(reader.opening('s1')).toBeUndefined();
  });

  test('one that is watched stays open however many others are read, and is closed after that', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const reader = readerOf(sessionsDir(6));
    const woken = vi.fn();
    const source = reader.watch('s1', ({ views }, wake) => views.watch('wire', -1, undefined, wake), woken);
    expect(source.take(10)).toEqual([]);
    await vi.waitFor(() => expect(woken).toHaveBeenCalled());
    expect(source.take(10)).toMatchObject([{ t: 'reset', total: 1 }]);
    for (let n = 2; n <= 6; n += 1) await lines(reader, `s${n}`);
    expect(openNow(reader)).toContain(nameOf(1));
    source.close();
    source.close();
    vi.advanceTimersByTime(61_000);
    expect(openNow(reader)).toEqual([]);
    expect(await lines(reader, 's1')).toBe(1);
  });

  test('one that is gone fails in words, and is tried again the next time', async () => {
    const dir = sessionsDir(1);
    const reader = readerOf(dir);
    await expect(lines(reader, 's9')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const source = reader.watch(
      's9',
      () => ({ take: () => [], close: () => undefined }),
      () => undefined,
    );
    await vi.waitFor(() => expect(() => source.take(1)).toThrow('no longer in the data folder'));
    source.close();
    expect(openNow(reader)).toEqual([]);
    reader.close();
    await expect(lines(reader, 's1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the list of kept sessions', () => {
  test('names them newest first, and follows what is pinned, removed or still running', async () => {
    const dir = sessionsDir(3);
    mkdirSync(join(dir, 'something-else'));
    const list = new KeptList(dir);
    expect((await list.list()).map(({ id }) => id)).toEqual(['s3', 's2', 's1']);
    expect((await list.list('even')).map(({ id }) => id)).toEqual(['s2']);
    const [newest] = await list.list();
    expect(newest).toMatchObject({ serverName: 'demo', startedAt: 3, running: false, reason: 'user', pinned: false });
    expect(newest?.bytes).toBeGreaterThan(500);

    const second = join(dir, nameOf(2));
    const meta = readSessionFile(second);
    if (!meta) throw new Error('no session file');
    const { closed: _closed, ...open } = meta;
    writeSessionFile(second, { ...open, pinned: true });
    rmSync(join(dir, nameOf(1)), { recursive: true });
    const [, running] = await list.list();
    expect(running).toMatchObject({ id: 's2', running: true, pinned: true });
    expect(running).not.toHaveProperty('endedAt');
    expect(await list.list()).toHaveLength(2);
    expect(await list.find('s1')).toBeUndefined();
    expect((await list.find('s3'))?.dir).toBe(join(dir, nameOf(3)));
    expect(readdirSync(dir)).toHaveLength(3);
    expect(existsSync(second)).toBe(true);
  });

  test('of a folder that is not there is empty', async () => {
    expect(await new KeptList(join(temporaryFolder(), 'nowhere')).list()).toEqual([]);
  });
});

test('sessions of one second are listed by their start, whatever their folders are called', async () => {
  const dir = join(temporaryFolder(), 'sessions');
  mkdirSync(dir);
  const started = [5, 9, 7];
  for (const [n, startedAt] of started.entries()) {
    const meta = { sessionId: `at ${startedAt}`, serverId: 'one', config, startedAt };
    newLog({ dir: join(dir, `20260101T000000-one-aaaaa${n}`), meta }).dispose();
  }
  expect((await new KeptList(dir).list()).map(({ id }) => id)).toEqual(['at 9', 'at 7', 'at 5']);
});
