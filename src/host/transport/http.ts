import type { Agreement, ChannelEnd, Outgoing, Transport, TransportEvents } from '#core/ports.ts';
import type { HeaderList } from '#shared/records.ts';
import { baseHeaders, type HttpContext, type HttpTransportOptions, openHttpContext } from './http-context.ts';
import type { HttpHead } from './http-exchange.ts';
import { closedFailure } from './http-fault.ts';
import { checkHeaders, headerValue, mergeHeaders } from './http-headers.ts';
import { HttpPost } from './http-post.ts';
import { LegacySession } from './legacy-session.ts';

/** Streamable HTTP, both eras: every message is its own POST, answered by one body or a stream of events. */
export function createHttpTransport(options: HttpTransportOptions): Transport {
  return new HttpTransport(options);
}

class HttpTransport implements Transport {
  readonly kind = 'http';
  readonly #options: HttpTransportOptions;
  readonly #posts = new Map<string, HttpPost>();
  readonly #hurry = new AbortController();
  #context: HttpContext | undefined;
  #session: LegacySession | undefined;
  #sessionId: string | undefined;
  #channels = 0;
  #closing: Promise<void> | undefined;

  constructor(options: HttpTransportOptions) {
    this.#options = options;
  }

  async open(events: TransportEvents): Promise<void> {
    const context = await openHttpContext(this.#options, events, () => this.channel());
    if (this.#closing) throw closedFailure();
    this.#context = context;
  }

  channel(): string {
    this.#channels += 1;
    return `h${this.#channels}`;
  }

  async send(out: Outgoing): Promise<void> {
    const context = this.#context;
    if (!context || this.#closing) throw closedFailure();
    checkHeaders(out.headers);
    if (out.request?.method === 'initialize') this.#forget();
    const standing = mergeHeaders(
      baseHeaders('application/json, text/event-stream', 'application/json'),
      context.configured,
    );
    const protocol = mergeHeaders(this.#session?.headers() ?? [], out.headers);
    const post = new HttpPost(context, this.#ownerOf(out), out);
    this.#posts.set(out.ch, post);
    post.start(mergeHeaders(standing, protocol));
  }

  abort(ch: string): void {
    this.#posts.get(ch)?.abort();
  }

  agree(agreement: Agreement): void {
    if (!this.#context) return;
    void this.#session?.endStream();
    this.#session =
      agreement.era === 'legacy' ? new LegacySession(this.#context, agreement.version, this.#sessionId) : undefined;
  }

  close(onRung: (rung: string) => void): Promise<void> {
    this.#closing ??= this.#end(onRung);
    return this.#closing;
  }

  hurry(): void {
    this.#hurry.abort();
  }

  /** A new greeting starts a new session: the old id must not go with it. */
  #forget(): void {
    void this.#session?.endStream();
    this.#session = undefined;
    this.#sessionId = undefined;
  }

  #ownerOf(out: Outgoing) {
    const greeting = out.request?.method === 'initialize';
    return {
      resumeHeaders: (): HeaderList | undefined => {
        if (this.#session) return this.#session.headers();
        if (!greeting) return undefined;
        return this.#sessionId === undefined ? [] : [['Mcp-Session-Id', this.#sessionId]];
      },
      onHead: (head: HttpHead): void => {
        if (greeting) this.#sessionId = headerValue(head.headers, 'mcp-session-id');
      },
      onEnd: (end: ChannelEnd): void => {
        this.#posts.delete(out.ch);
        this.#context?.events.ended(end);
        const taken = !end.error && end.status !== undefined && end.status < 300;
        // The first message after the greeting was taken, so the server is ready for the stream.
        if (taken && !greeting && !this.#closing) this.#session?.openStream();
      },
    };
  }

  async #end(onRung: (rung: string) => void): Promise<void> {
    const context = this.#context;
    if (!context) return;
    for (const post of [...this.#posts.values()]) post.abort();
    const session = this.#session;
    await session?.endStream();
    if (session?.id !== undefined) {
      onRung('Ending the session on the server');
      await session.delete(this.#hurry.signal);
    }
    context.client.close();
    context.events.closed({ reason: 'closed' });
  }
}
