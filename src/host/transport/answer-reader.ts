import { parseMessage } from '#core/messages.ts';
import type { HttpContext } from './http-context.ts';
import type { HttpHead } from './http-exchange.ts';
import { payloadOf } from './payload.ts';
import { PendingBytes } from './pending-bytes.ts';
import { createSseReader, type SseCursor } from './sse-reader.ts';

export interface AnswerReaderOptions {
  context: HttpContext;
  ch: string;
  head: HttpHead;
  cursor: SseCursor;
  /** The body means nothing: it stays in the chunk records and is no message. */
  ignoreBody: boolean;
  onEvent(data: string, name: string | undefined): void;
  onTooLarge(): void;
}

/** Reads the body of an answer to a POST. `end` gives the first 4 KiB of a body that was no message. */
export interface AnswerReader {
  feed(bytes: Buffer): void;
  end(): { body?: string };
}

const SHOWN = 4096;

/** A reader for the kind of body the head announces: a stream of events, or one body of any type. */
export function createAnswerReader(options: AnswerReaderOptions): AnswerReader {
  if (options.head.type === 'text/event-stream') return eventReader(options);
  return options.ignoreBody ? { feed: () => undefined, end: () => ({}) } : bodyReader(options);
}

function eventReader({ context, ch, cursor, onEvent, onTooLarge }: AnswerReaderOptions): AnswerReader {
  const reader = createSseReader({ maxBytes: context.maxBytes, cursor, onEvent, onTooLarge });
  return {
    feed: (bytes) => reader.feed(bytes),
    end: () => {
      if (reader.end()) {
        const text = `The stream of ${ch} ended inside an event: the blank line after it is missing. It was read anyway.`;
        context.events.note({ what: 'sse-cut', level: 'warn', text, data: { ch } });
      }
      return {};
    },
  };
}

function bodyReader({ context, ch, head, onTooLarge }: AnswerReaderOptions): AnswerReader {
  const pending = new PendingBytes();
  let over = false;
  return {
    feed: (bytes) => {
      if (over) return;
      over = pending.length + bytes.length > context.maxBytes;
      if (!over) return pending.add(bytes);
      pending.take();
      onTooLarge();
    },
    end: () => {
      const payload = payloadOf(pending.take(), context.bodies);
      if (payload.text.trim() === '') return {};
      context.events.message(ch, payload);
      return isMessage(payload.text, head) ? {} : { body: payload.text.slice(0, SHOWN) };
    },
  };
}

/** Cheap for the usual case: the tap parses the text too, so an obvious message is not parsed here. */
function isMessage(text: string, head: HttpHead): boolean {
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[') return false;
  if (head.status === 200 && text.includes('"jsonrpc"')) return true;
  return parseMessage(text).messages.length > 0;
}
