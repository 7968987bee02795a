import { expect, test } from 'vitest';
import { PendingBytes } from '#host/transport/pending-bytes.ts';
import { Seeded } from './seeded.ts';

const MB = 1024 * 1024;

test.each([1, 2, 3])('bytes come back as they were added, whatever the pieces are (%i)', (seed) => {
  const random = new Seeded(seed);
  const pending = new PendingBytes();
  for (const size of [300, 200_000, 9 * MB]) {
    const bytes = Buffer.alloc(size);
    for (let at = 0; at < size; at += 4) bytes.writeUInt32LE((at * 2_654_435_761) >>> 0, Math.min(at, size - 4));
    for (let at = 0; at < size; ) {
      const length = 1 + random.below(random.below(4) === 0 ? 40 : 65_536);
      pending.add(bytes.subarray(at, at + length));
      at = Math.min(size, at + length);
    }
    expect(pending.length).toBe(size);
    expect(Buffer.concat(pending.take()).equals(bytes)).toBe(true);
    expect(pending.length).toBe(0);
  }
});

test('of a large line the pieces are not held: it lies in a few blocks of its own', () => {
  const pending = new PendingBytes();
  for (let n = 0; n < 640; n += 1) pending.add(Buffer.alloc(65_536, n));
  const blocks = pending.take();
  const small = blocks.filter(({ buffer }) => buffer.byteLength < 4 * MB);
  expect(small.length).toBeLessThan(70);
  expect(blocks.length - small.length).toBe(9);
});
