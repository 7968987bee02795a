import { objectAt } from '#shared/json.ts';
import type { HostClient } from '../store/host.ts';

const PART_BYTES = 4_194_304;

/** Reads a whole message part by part and gives its result member; rejects when it is no JSON text. */
export async function wholeResult(host: HostClient, sessionId: string, seq: number): Promise<unknown> {
  const encoder = new TextEncoder();
  const parts: string[] = [];
  for (let from = 0, more = true; more; ) {
    const body = await host['log.body']({ sessionId, seq, from, bytes: PART_BYTES });
    if (body.base64) throw new Error('The message is not UTF-8 text.');
    parts.push(body.text);
    from += encoder.encode(body.text).length;
    more = body.more && body.text !== '';
  }
  const message: unknown = JSON.parse(parts.join(''));
  return objectAt(message, 'result');
}
