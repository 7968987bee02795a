import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { newLog, stamper } from './log-kit.ts';

const disk = vi.hoisted(() => ({ full: false }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const writeSync = (...args: Parameters<typeof fs.writeSync>) => {
    if (disk.full) throw new Error('ENOSPC: no space left on device');
    return fs.writeSync(...args);
  };
  return { ...fs, writeSync };
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
