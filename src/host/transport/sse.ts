import {
  type Agreement,
  type ChannelEnd,
  type Outgoing,
  type Transport,
  TransportError,
  type TransportEvents,
} from '#core/ports.ts';
import type { HeaderList } from '#shared/records.ts';
import type { Failure } from '#shared/session.ts';
import { createAnswerReader } from './answer-reader.ts';
import type { StopExchange } from './http-client.ts';
import { baseHeaders, type HttpContext, type HttpTransportOptions, openHttpContext } from './http-context.ts';
import type { HttpHead } from './http-exchange.ts';
import { aborted, closedFailure, type HttpFault, tooLarge } from './http-fault.ts';
import { checkHeaders, headerValue, mergeHeaders } from './http-headers.ts';
import { type FollowEnd, followSse } from './sse-follow.ts';

/**
 * HTTP+SSE of 2024-11-05: one GET stream carries everything from the server, messages go by POST to the address it named.
 * An accepted request has no `ended`, because its answer comes on the stream; when the stream drops, the session is lost.
 */
export function createSseTransport(options: HttpTransportOptions): Transport {
  return new SseTransport(options);
}

class SseTransport implements Transport {
  readonly kind = 'http';
  readonly #options: HttpTransportOptions;
  readonly #posts = new Map<string, StopExchange>();
  readonly #ending = new AbortController();
  #context: HttpContext | undefined;
  #endpoint: URL | undefined;
  #version: string | undefined;
  #channels = 0;
  #closed = false;

  constructor(options: HttpTransportOptions) {
    this.#options = options;
  }

  async open(events: TransportEvents): Promise<void> {
    const context = await openHttpContext(this.#options, events, () => this.channel());
    if (this.#ending.signal.aborted) throw closedFailure();
    this.#context = context;
    const ch = this.channel();
    await new Promise<void>((resolve, reject) => {
      const refuse = (error: TransportError): void => {
        reject(error);
        this.#ending.abort();
      };
      void followSse(context, {
        ch,
        url: context.url,
        headers: [],
        cursor: { events: 0 },
        signal: this.#ending.signal,
        onEvent: (data, name) => {
          if (name === 'endpoint') this.#located(data, { resolve, refuse });
          else if (name === undefined || name === 'message') context.message(ch, data);
        },
      }).then((end) => {
        if (this.#endpoint === undefined) reject(noEndpoint(ch, end, context.url));
        else this.#lost(end);
      });
    });
  }

  channel(): string {
    this.#channels += 1;
    return `h${this.#channels}`;
  }

  async send(out: Outgoing): Promise<void> {
    const context = this.#context;
    const url = this.#endpoint;
    if (!context || !url || this.#ending.signal.aborted) throw closedFailure();
    checkHeaders(out.headers);
    const standing = mergeHeaders(
      baseHeaders('application/json, text/event-stream', 'application/json'),
      context.configured,
    );
    const end: ChannelEnd = { ch: out.ch };
    const reader = this.#readerOf(context, out, end);
    const { ch, text: body, record } = out;
    const stop = context.client.start(
      { ch, method: 'POST', url, headers: mergeHeaders(standing, this.#protocol(out)), body, record },
      {
        head: (head) => reader.head(head),
        data: (bytes) => reader.feed(bytes),
        complete: () => void Object.assign(end, reader.end()),
        end: (fault) => {
          this.#posts.delete(out.ch);
          this.#posted(out, fault ? { ...end, error: fault } : end);
        },
      },
    );
    this.#posts.set(out.ch, stop);
  }

  abort(ch: string): void {
    this.#posts.get(ch)?.(aborted);
  }

  agree(agreement: Agreement): void {
    // The version header came with 2025-06-18; the first servers of this transport do not expect it.
    if (agreement.version >= '2025-06-18') this.#version = agreement.version;
  }

  async close(): Promise<void> {
    this.#ending.abort();
    this.#context?.client.close();
    this.#end({ reason: 'closed' });
  }

  hurry(): void {
    this.#context?.client.close();
  }

  #protocol(out: Outgoing): HeaderList {
    return mergeHeaders(this.#version === undefined ? [] : [['MCP-Protocol-Version', this.#version]], out.headers);
  }

  /** The server names where messages go: an address of its own origin, whole or relative to the stream's. */
  #located(data: string, settle: { resolve(): void; refuse(error: TransportError): void }): void {
    const base = this.#context?.url;
    if (!base || this.#endpoint) return;
    const endpoint = URL.canParse(data.trim(), base.href) ? new URL(data.trim(), base) : undefined;
    if (endpoint?.origin !== base.origin) {
      settle.refuse(foreignEndpoint(data, base));
      return;
    }
    this.#endpoint = endpoint;
    settle.resolve();
  }

  #readerOf(context: HttpContext, out: Outgoing, end: ChannelEnd) {
    let reader: ReturnType<typeof createAnswerReader> | undefined;
    return {
      head: (head: HttpHead): void => {
        end.status = head.status;
        if (head.type !== '') end.contentType = head.type;
        const authenticate = headerValue(head.headers, 'www-authenticate');
        if (authenticate !== undefined) end.authenticate = authenticate;
        const taken = head.status >= 200 && head.status < 300;
        reader = createAnswerReader({
          context,
          ch: out.ch,
          head,
          cursor: { events: 0 },
          // Some servers answer in the POST as well; a text such as “ok” only says that it was taken.
          ignoreBody: taken && (out.request === undefined || head.type !== 'application/json'),
          onEvent: (data, name) => {
            if (name === undefined || name === 'message') context.message(out.ch, data);
          },
          onTooLarge: () => this.#posts.get(out.ch)?.(tooLarge(context.maxBytes)),
        });
      },
      feed: (bytes: Buffer): void => reader?.feed(bytes),
      end: (): { body?: string } => reader?.end() ?? {},
    };
  }

  #posted(out: Outgoing, end: ChannelEnd): void {
    const taken = !end.error && end.status !== undefined && end.status >= 200 && end.status < 300;
    if (!taken || out.request === undefined) this.#context?.events.ended(end);
  }

  #lost(end: FollowEnd): void {
    if (this.#ending.signal.aborted) return;
    this.#ending.abort();
    this.#context?.client.close();
    const why = end.fault ? ` ${end.fault.message}` : '';
    this.#end({
      reason: 'lost',
      message: `The stream of the server ended, and with the older HTTP+SSE transport the session ends with it.${why}`,
    });
  }

  #end(end: { reason: 'closed' | 'lost'; message?: string }): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#context?.events.closed(end);
  }
}

function foreignEndpoint(data: string, base: URL): TransportError {
  const shown = data.trim().slice(0, 200);
  return new TransportError({
    rule: 'SSE-02',
    title: 'The server names another origin for messages',
    why: `Its stream is at ${base.origin}, but its endpoint event says “${shown}”. Messages and sign-in data would go elsewhere.`,
    todo: 'If that address is right, use it as the address of this server. Otherwise correct the server or its proxy.',
    short: 'Endpoint on another origin',
  });
}

function noEndpoint(ch: string, end: FollowEnd, url: URL): TransportError {
  const head = end.opened ? undefined : end.head;
  const failure: Failure = {
    rule: end.fault ? 'dx-refused' : 'dx-404',
    title: 'No HTTP+SSE stream at this address',
    why: whyNoEndpoint(end, url),
    todo: 'Check the address. The stream of older servers is often at /sse.',
    short: end.fault ? end.fault.code : end.opened ? 'No endpoint event' : `HTTP ${head?.status ?? ''}`.trim(),
    evidence: end.fault ? `from the error ${end.fault.code}` : `from the HTTP answer ${head?.status ?? 200}`,
  };
  return new TransportError(failure, end.fault && !end.opened && !head ? { ch, error: end.fault } : undefined);
}

function whyNoEndpoint(end: FollowEnd, url: URL): string {
  if (end.fault) return messageWithStatus(end.fault, end.opened ? undefined : end.head);
  if (end.opened)
    return `The stream at ${url.href} ended before it named an address for messages (the endpoint event).`;
  const type = end.head?.type ? ` with ${end.head.type}` : '';
  return `GET ${url.href} was answered ${end.head?.status ?? 'nothing'}${type}, which is no event stream.`;
}

function messageWithStatus(fault: HttpFault, head: HttpHead | undefined): string {
  return head ? `The server answered ${head.status}. ${fault.message}` : fault.message;
}
