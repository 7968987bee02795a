import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Draws a square colour gradient as a PNG of `side` pixels; an empty `side` is not legal in PNG, so it is at least 1. */
export function gradientPng(side: number): Buffer {
  const size = Math.max(1, Math.trunc(side));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // 8 bits per sample, colour type 2 (red, green, blue), no interlace.
  header.set([8, 2, 0, 0, 0], 8);
  const row = 1 + size * 3;
  const pixels = Buffer.alloc(row * size);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const shade = (value: number): number => Math.round((255 * value) / size);
      pixels.set([shade(x), shade(y), shade(size - x)], y * row + 1 + x * 3);
    }
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.of()),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
