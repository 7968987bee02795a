import { expect, test } from 'vitest';
import { payloadBytes } from '#host/compare/payload-bytes.ts';
import type { WireLogReader } from '#host/store/log-files.ts';

/** A log with one payload of this size; tells which parts of it were read. */
function logOf(total: number | undefined) {
  const read: number[] = [];
  const payload: WireLogReader['payload'] = (_seq, from, bytes) => {
    read.push(bytes);
    if (total === undefined) return Promise.resolve(undefined);
    return Promise.resolve({ bytes: Buffer.alloc(Math.min(bytes, total - from)), total });
  };
  return { read, log: { payload } as unknown as WireLogReader }; // nothing else of a log is asked for
}

test('a message up to 32 MB is read whole', async () => {
  expect(await payloadBytes(logOf(20_000_000).log, 1)).toHaveLength(20_000_000);
});

test('a larger one is refused in words, without being read', async () => {
  const { log, read } = logOf(41_000_000);
  await expect(payloadBytes(log, 1)).rejects.toMatchObject({
    code: 'REFUSED',
    message: 'One message has 41.0 MB, and up to 32 MB can be compared. Export both from Traffic instead.',
  });
  expect(read).toEqual([0]);
});

test('a record that is not there', async () => {
  await expect(payloadBytes(logOf(undefined).log, 7)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
