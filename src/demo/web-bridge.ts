import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';

/**
 * Builds the web-standard request of a Node one. Its signal aborts when the client goes away before the answer is
 * complete. Throws TypeError for an address or a header that is not legal.
 */
export function toWebRequest(incoming: IncomingMessage, outgoing: ServerResponse): Request {
  const headers = new Headers();
  for (let i = 0; i + 1 < incoming.rawHeaders.length; i += 2) {
    headers.append(incoming.rawHeaders[i] ?? '', incoming.rawHeaders[i + 1] ?? '');
  }
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const method = incoming.method ?? 'GET';
  const url = new URL(incoming.url ?? '/', 'http://127.0.0.1');
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers, signal: gone.signal });
  // Node's stream and the web's stream of the same name are one class with two type declarations.
  const body = Readable.toWeb(incoming) as unknown as ReadableStream<Uint8Array>;
  return new Request(url, { method, headers, signal: gone.signal, body, duplex: 'half' });
}

/** Sends a web-standard response over Node, streaming its body; a client that goes away is not an error. */
export async function sendWebResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  // Event streams must reach the client before their first event.
  outgoing.flushHeaders();
  if (response.body === null) {
    outgoing.end();
    return;
  }
  // Same class, two type declarations, as above.
  const body = Readable.fromWeb(response.body as unknown as NodeReadableStream);
  try {
    await pipeline(body, outgoing);
  } catch (error) {
    if (!outgoing.destroyed) throw error;
  }
}
