import type { Exchange } from '#shared/exchange.ts';
import { memberText, requestText } from '#shared/json-members.ts';
import type { HostClient } from '../../../store/host.ts';

/** A request of the log as it can be sent again. */
export interface SentRequest {
  readonly method: string;
  /** Exact text of its params; undefined when it has none. */
  readonly params: string | undefined;
}

const PART_BYTES = 4_194_304;
/** Largest request that is read into the page, bytes. */
const MOST_BYTES = 33_554_432;
const TRACE = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/;

async function recordText(host: HostClient, sessionId: string, seq: number): Promise<string> {
  const encoder = new TextEncoder();
  const parts: string[] = [];
  for (let from = 0, more = true; more; ) {
    const body = await host['log.body']({ sessionId, seq, from, bytes: PART_BYTES });
    if (body.base64) throw new Error('The request is not UTF-8 text, so it cannot be sent again.');
    if (body.bytes > MOST_BYTES) throw new Error('The request is over 32 MB, too large to be sent from here.');
    parts.push(body.text);
    from += encoder.encode(body.text).length;
    more = body.more && body.text !== '';
  }
  return parts.join('');
}

/** Reads the request of an exchange out of the log. Rejects with a sentence when it cannot be read. */
export async function readSentRequest(
  host: HostClient,
  sessionId: string,
  { requestSeq, rpcId, method }: Pick<Exchange, 'requestSeq' | 'rpcId' | 'method'>,
): Promise<SentRequest> {
  const text = await recordText(host, sessionId, requestSeq);
  let request: string | undefined;
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
    request = requestText(text, rpcId);
  } catch {
    throw new Error('The request is not valid JSON. Send it as a raw message.');
  }
  if (request === undefined) throw new Error('The request was not found in its record. Send it as a raw message.');
  return { method, params: memberText(request, ['params']) };
}

/** The trace that a request belongs to (W3C Trace Context), undefined when it carries none. */
export function traceIdOf({ params }: SentRequest): string | undefined {
  const written = params === undefined ? undefined : memberText(params, ['_meta', 'traceparent']);
  if (written === undefined) return undefined;
  const value: unknown = JSON.parse(written);
  return typeof value === 'string' ? TRACE.exec(value)?.[1] : undefined;
}
