import type { HostClient } from '../store/host.ts';
import { utf8Size } from '../ui/utf8-size.ts';

/** A part of a record's payload, bytes. */
export interface BodySpan {
  readonly sessionId: string;
  readonly seq: number;
  readonly at: number;
  readonly bytes: number;
}

/** Small enough that the page answers between two of them. */
const PART_BYTES = 524_288;

/** The text of a span, piece by piece. Throws where it is no UTF-8 text. */
export async function* readSpan(host: HostClient, { sessionId, seq, at, bytes }: BodySpan): AsyncGenerator<string> {
  const end = at + bytes;
  for (let from = at; from < end; ) {
    const body = await host['log.body']({ sessionId, seq, from, bytes: Math.min(PART_BYTES, end - from) });
    if (body.base64) throw new Error('The message is not UTF-8 text.');
    if (body.text === '') return;
    yield body.text;
    from = body.from + utf8Size(body.text);
  }
}
