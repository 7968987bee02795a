import { isUtf8 } from 'node:buffer';
import type { Payload } from '#core/ports.ts';
import { LEAN_BYTES, leanMessage } from '../lean-message.ts';
import { type BodyStore, LARGE_BYTES } from './body-store.ts';

const EMPTY = Buffer.alloc(0);

/** How many bytes at the end begin a UTF-8 character without finishing it: 0 to 3. */
export function unfinishedTail(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

/** Text of bytes; with the exact bytes beside it when they are not UTF-8. A byte order mark stays. */
export function smallPayload(bytes: Buffer): Payload {
  const text = bytes.toString('utf8');
  return isUtf8(bytes) ? { text } : { text, b64: bytes.toString('base64') };
}

/**
 * The payload of bytes that came in chunks. Takes the array over and empties it: a large payload is written to
 * `bodies` first and then decoded chunk by chunk, so that its bytes and its text are never both whole in memory. Of a
 * result over 4 MiB that lies in its file the text leaves out what follows the first 64 KiB of a long string.
 */
export function payloadOf(chunks: Buffer[], bodies: BodyStore): Payload {
  let bytes = 0;
  for (const chunk of chunks) bytes += chunk.length;
  if (bytes <= LARGE_BYTES) {
    const only = chunks.length === 1 ? chunks[0] : undefined;
    return smallPayload(only ?? Buffer.concat(chunks, bytes));
  }
  const body = bodies.put(chunks);
  const lean = body && bytes > LEAN_BYTES ? leanMessage(chunks) : undefined;
  if (body && lean !== undefined) {
    chunks.length = 0;
    return { text: lean, body };
  }
  const parts: string[] = [];
  let carry: Buffer = EMPTY;
  for (const [index, chunk] of chunks.entries()) {
    const piece = carry.length > 0 ? Buffer.concat([carry, chunk]) : chunk;
    const whole = piece.length - unfinishedTail(piece);
    parts.push(piece.toString('utf8', 0, whole));
    carry = piece.subarray(whole);
    chunks[index] = EMPTY;
  }
  chunks.length = 0;
  if (carry.length > 0) parts.push(carry.toString('utf8'));
  return { text: parts.join(''), ...(body ? { body } : {}) };
}
