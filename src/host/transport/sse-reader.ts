import { createParser } from 'eventsource-parser';

/** How far a stream has been read, kept over reconnects. */
export interface SseCursor {
  /** Id of the last event that had one. */
  lastId?: string;
  /** Pause before a reconnect that the server asked for, milliseconds. */
  retryMs?: number;
  /** Events read so far, those without data included. */
  events: number;
}

export interface SseReaderOptions {
  /** Longest event, in characters. */
  maxBytes: number;
  cursor: SseCursor;
  /** `name` is undefined for events that name no type. Events without data are only counted. */
  onEvent(data: string, name: string | undefined): void;
  /** An event is over the limit; nothing more is read. */
  onTooLarge(): void;
}

export interface SseReader {
  feed(bytes: Uint8Array): void;
  /** Takes an event whose blank line never came; true when there was one. */
  end(): boolean;
}

/** Reads `text/event-stream` bytes, cut anywhere, also inside a character. */
export function createSseReader({ maxBytes, cursor, onEvent, onTooLarge }: SseReaderOptions): SseReader {
  const decoder = new TextDecoder();
  let over = false;
  const parser = createParser({
    maxBufferSize: maxBytes,
    onEvent: (event) => {
      cursor.events += 1;
      if (event.id !== undefined) cursor.lastId = event.id;
      if (event.data !== '') onEvent(event.data, event.event);
    },
    onRetry: (ms) => {
      cursor.retryMs = ms;
    },
    onError: (error) => {
      if (error.type !== 'max-buffer-size-exceeded') return;
      over = true;
      onTooLarge();
    },
  });
  const feed = (text: string): void => {
    if (!over && text !== '') parser.feed(text);
  };
  return {
    feed: (bytes) => feed(decoder.decode(bytes, { stream: true })),
    end: () => {
      const before = cursor.events;
      feed(decoder.decode());
      feed('\n\n');
      return cursor.events > before;
    },
  };
}
