import type { Payload } from '#core/ports.ts';
import { LEAN_BYTES, leanMessage } from '../lean-message.ts';
import { type BodyStore, LARGE_BYTES } from './body-store.ts';

const SLICE_CHARS = 256 * 1024;

/** The payload of an SSE event, which arrives already decoded. Over 1 MiB its bytes go to the store; see `payloadOf`. */
export function eventPayload(text: string, bodies: BodyStore): Payload {
  if (text.length * 3 <= LARGE_BYTES || Buffer.byteLength(text) <= LARGE_BYTES) return { text };
  const chunks: Buffer[] = [];
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + SLICE_CHARS, text.length);
    const last = text.charCodeAt(to - 1);
    // A surrogate pair must not be cut: each half alone would become U+FFFD.
    if (to < text.length && last >= 0xd800 && last <= 0xdbff) to -= 1;
    chunks.push(Buffer.from(text.slice(from, to)));
    from = to;
  }
  const body = bodies.put(chunks);
  const lean = body && body.bytes > LEAN_BYTES ? leanMessage(chunks) : undefined;
  return { text: lean ?? text, ...(body ? { body } : {}) };
}
