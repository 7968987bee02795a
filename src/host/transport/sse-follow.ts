import type { HeaderList } from '#shared/records.ts';
import type { HttpContext } from './http-context.ts';
import { baseHeaders } from './http-context.ts';
import type { HttpHead } from './http-exchange.ts';
import { aborted, type HttpFault, tooLarge } from './http-fault.ts';
import { mergeHeaders } from './http-headers.ts';
import { createSseReader, type SseCursor, type SseReader } from './sse-reader.ts';

/** How one GET stream went: it never opened (`head` is what came instead), or it ended. */
export type FollowEnd = { opened: false; head?: HttpHead; fault?: HttpFault } | { opened: true; fault?: HttpFault };

export interface FollowOptions {
  ch: string;
  url: URL;
  /** Headers of the protocol; Last-Event-ID is added when the cursor has one. */
  headers: HeaderList;
  cursor: SseCursor;
  signal: AbortSignal;
  onOpen?(head: HttpHead): void;
  onEvent(data: string, name: string | undefined): void;
}

/** Reads one `text/event-stream` by GET to its end. Never rejects. */
export function followSse(context: HttpContext, options: FollowOptions): Promise<FollowEnd> {
  const { ch, url, cursor, signal } = options;
  // An id is UTF-8, a header value is bytes.
  const lastId = cursor.lastId === undefined ? undefined : Buffer.from(cursor.lastId).toString('latin1');
  const resume: HeaderList = lastId === undefined ? [] : [['Last-Event-ID', lastId]];
  const headers = mergeHeaders(mergeHeaders(baseHeaders('text/event-stream'), context.configured), [
    ...options.headers,
    ...resume,
  ]);
  return new Promise((resolve) => {
    let reader: SseReader | undefined;
    let head: HttpHead | undefined;
    const quit = (): void => stop(aborted);
    const stop = context.client.start(
      { ch, method: 'GET', url, headers },
      {
        head: (answer) => {
          head = answer;
          if (answer.status !== 200 || answer.type !== 'text/event-stream') return;
          reader = createSseReader({
            maxBytes: context.maxBytes,
            cursor,
            onEvent: options.onEvent,
            onTooLarge: () => stop(tooLarge(context.maxBytes)),
          });
          options.onOpen?.(answer);
        },
        data: (bytes) => reader?.feed(bytes),
        complete: () => void reader?.end(),
        end: (fault) => {
          signal.removeEventListener('abort', quit);
          const why = fault ? { fault } : {};
          resolve(reader ? { opened: true, ...why } : { opened: false, ...(head ? { head } : {}), ...why });
        },
      },
    );
    if (signal.aborted) quit();
    else signal.addEventListener('abort', quit, { once: true });
  });
}

/** Pause before the next try, milliseconds: what the server asked for, else 1, 2, 4 … 30 s. At most an hour. */
export function reconnectMs(cursor: SseCursor, tries: number): number {
  return Math.min(cursor.retryMs ?? Math.min(1000 * 2 ** tries, 30_000), 3_600_000);
}

/** Tries in a row that brought nothing, after which a stream is given up. */
export const MAX_TRIES = 5;
