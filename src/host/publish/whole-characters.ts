import { isUtf8 } from 'node:buffer';

/** Bytes cut so that no character is torn at the end, unless that would leave nothing. */
export function wholeEnd(bytes: Buffer): Buffer {
  for (let cut = 0; cut < 4 && cut < bytes.length; cut += 1) {
    const part = bytes.subarray(0, bytes.length - cut);
    if (isUtf8(part)) return part;
  }
  return bytes;
}

/** Drops what is left of a character that was torn at the start, and tells how many bytes that was. */
export function wholeStart(bytes: Buffer): { bytes: Buffer; skipped: number } {
  let skipped = 0;
  while (skipped < Math.min(3, bytes.length) && ((bytes[skipped] ?? 0) & 0xc0) === 0x80) skipped += 1;
  return { bytes: bytes.subarray(skipped), skipped };
}
