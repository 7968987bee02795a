import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createLogTrouble } from '#host/log-trouble.ts';
import { logBody } from '#host/publish/log-body.ts';
import { openWireLog } from '#host/store/open-wire-log.ts';
import { payloadOf } from '#host/transport/payload.ts';
import { newLog, stamper } from './log-kit.ts';

/** `room`: bytes that writes still find before the disk is full. */
const disk = vi.hoisted(() => ({ full: false, room: Number.POSITIVE_INFINITY }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const unlessFull =
    <A extends unknown[], R>(write: (...args: A) => R) =>
    (...args: A): R => {
      if (disk.full) throw new Error('ENOSPC: no space left on device');
      return write(...args);
    };
  const { writeSync, writeFileSync, openSync, fsyncSync } = fs;
  return {
    ...fs,
    writeSync: unlessFull((fd: number, bytes: Uint8Array, from: number, length: number, at: number) => {
      if (disk.room <= 0) throw new Error('ENOSPC: no space left on device');
      const done = writeSync(fd, bytes, from, Math.min(length, disk.room), at);
      disk.room -= done;
      return done;
    }),
    writeFileSync: unlessFull((...args: Parameters<typeof writeFileSync>) => {
      if (disk.room <= 0) throw new Error('ENOSPC: no space left on device');
      writeFileSync(...args);
    }),
    openSync: unlessFull(openSync),
    fsyncSync: unlessFull(fsyncSync),
  };
});
afterEach(() => {
  disk.full = false;
  disk.room = Number.POSITIVE_INFINITY;
});

test.each([
  ['small', 10],
  ['larger than a batch', 400_000],
])('a %s record that cannot be written is told and missing; the log goes on', async (_, size) => {
  const onFail = vi.fn();
  const log = newLog({ onFail });
  const stamp = stamper();
  log.append(stamp({ k: 'stderr', text: 'before' }));
  log.flush();
  disk.full = true;
  log.append(stamp({ k: 'stderr', text: 'x'.repeat(size) }));
  log.flush();
  disk.full = false;
  log.append(stamp({ k: 'stderr', text: 'after' }));
  expect(onFail).toHaveBeenCalledOnce();
  expect(onFail.mock.calls[0]?.[0]).toMatchObject({ code: 'IO', message: expect.stringContaining('ENOSPC') });
  const texts = (await log.records([1, 2, 3])).map((record) => record?.text);
  expect(texts).toEqual(['before', undefined, 'after']);
  log.flush();
  expect(readFileSync(join(log.dir, 'wire-00001.jsonl'), 'utf8').split('\n')).toHaveLength(3);
});

test.each([
  ['of small records', 40, 1000],
  ['of one record larger than a batch', 1, 400_000],
])('a batch %s that finds room for a part of itself leaves nothing of it behind', async (_, count, size) => {
  const onFail = vi.fn();
  const log = newLog({ onFail });
  const stamp = stamper();
  log.append(stamp({ k: 'stderr', text: 'before' }));
  log.flush();
  const file = join(log.dir, 'wire-00001.jsonl');
  const whole = readFileSync(file);
  disk.room = 20_500;
  for (let i = 0; i < count; i += 1) log.append(stamp({ k: 'stderr', text: 'x'.repeat(size) }));
  log.flush();
  expect(onFail).toHaveBeenCalledOnce();
  expect(readFileSync(file)).toEqual(whole);
  disk.room = Number.POSITIVE_INFINITY;
  log.append(stamp({ k: 'stderr', text: 'after' }));
  log.close({ at: 'closed', reason: 'user' });
  const opened = await openWireLog(log.dir);
  expect(opened).toMatchObject({ lastSeq: count + 2, damage: undefined });
  const records = await opened.records([1, 2, count + 2]);
  expect(records.map((record) => record?.text)).toEqual(['before', undefined, 'after']);
  opened.dispose();
});

test('a log that cannot be repaired for want of space is shown, and repaired when there is some', async () => {
  const log = newLog();
  log.append(stamper()({ k: 'stderr', text: 'kept' }));
  log.flush();
  appendFileSync(join(log.dir, 'wire-00001.jsonl'), '{"seq":2,"k":"std');
  const open = () => openWireLog(log.dir, { isAlive: () => false });
  for (const full of [true, false]) {
    disk.room = full ? 0 : Number.POSITIVE_INFINITY;
    const opened = await open();
    expect(opened.damage).toContain(full ? '17 bytes at the end of wire-00001.jsonl were left out' : 'moved to');
    expect(opened.lastSeq).toBe(2);
    expect(existsSync(join(log.dir, 'wire-00001.torn'))).toBe(!full);
    opened.dispose();
  }
});

test('no place for a new segment, the index, session.json or the closing reason is told and stops nothing', async () => {
  const onFail = vi.fn();
  const log = newLog({ onFail, segmentBytes: 2000 });
  const stamp = stamper();
  log.append(stamp({ k: 'stderr', text: 'a'.repeat(1900) }));
  log.flush();
  disk.full = true;
  log.append(stamp({ k: 'stderr', text: 'b'.repeat(1900) }));
  log.describe({ app: 'x' });
  log.close({ at: 'closed', reason: 'user' });
  expect(onFail.mock.calls.length).toBeGreaterThanOrEqual(4);
  disk.full = false;
  log.append(stamp({ k: 'stderr', text: 'after' }));
  log.flush();
  const texts = (await log.records([1, 2, 3])).map((record) => record?.text?.slice(0, 5));
  expect(texts).toEqual(['aaaaa', undefined, 'after']);
});

test('a payload without room is not left as a part of itself, and stays in its record', async () => {
  const said: string[] = [];
  const words: string[] = [];
  const trouble = createLogTrouble(({ what, text }) => said.push(what) && words.push(text));
  const log = newLog({ onFail: trouble.failed, onFlush: trouble.written });
  const bodies = trouble.bodies(log);
  const stamp = stamper();
  disk.full = true;
  expect(bodies.put([Buffer.from('payload')])).toBeUndefined();
  expect(bodies.put([Buffer.from('payload')])).toBeUndefined();
  log.append(stamp({ k: 'stderr', text: 'lost' }));
  log.flush();
  disk.full = false;
  expect(trouble.text).toContain('ENOSPC: no space left on device');
  expect(existsSync(join(log.dir, 'bodies', '1'))).toBe(false);
  expect(payloadOf([Buffer.alloc(2_000_000, 'x')], { put: () => undefined })).toEqual({ text: 'x'.repeat(2_000_000) });
  log.append(stamp({ k: 'stderr', text: 'kept' }));
  log.flush();
  await vi.waitFor(() => expect(said).toEqual(['log.failed', 'log.written']));
  // The first of the two is lost itself when the disk is full.
  expect(words[1]).toContain('ENOSPC: no space left on device');
  expect(trouble.text).toBeUndefined();
  await expect(logBody(log, { seq: 1, from: 0, bytes: 10 })).rejects.toMatchObject({
    message: expect.stringContaining('could not be written to the log when it came'),
  });
});
