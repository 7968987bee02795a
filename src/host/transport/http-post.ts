import { parseMessage } from '#core/messages.ts';
import type { ChannelEnd, Outgoing } from '#core/ports.ts';
import type { HeaderList } from '#shared/records.ts';
import { type AnswerReader, createAnswerReader } from './answer-reader.ts';
import type { StopExchange } from './http-client.ts';
import type { HttpContext } from './http-context.ts';
import type { HttpHead } from './http-exchange.ts';
import { aborted, type HttpFault, tooLarge } from './http-fault.ts';
import { headerValue } from './http-headers.ts';
import { pause } from './pause.ts';
import { followSse, MAX_TRIES, reconnectMs } from './sse-follow.ts';
import type { SseCursor } from './sse-reader.ts';

/** What a POST asks of its transport. */
export interface PostOwner {
  /** Headers for resuming a broken stream; undefined when that is not allowed (modern era). */
  resumeHeaders(): HeaderList | undefined;
  onHead(head: HttpHead): void;
  /** Once, at the very end. */
  onEnd(end: ChannelEnd): void;
}

const BIG_ANSWER = 64 * 1024;

/** One outgoing message: its POST, the reading of the answer, and in the legacy era the resuming of its stream. */
export class HttpPost {
  readonly #context: HttpContext;
  readonly #owner: PostOwner;
  readonly #out: Outgoing;
  readonly #stopped = new AbortController();
  readonly #cursor: SseCursor = { events: 0 };
  readonly #end: ChannelEnd;
  #stop: StopExchange | undefined;
  #answered = false;
  #over = false;

  constructor(context: HttpContext, owner: PostOwner, out: Outgoing) {
    this.#context = context;
    this.#owner = owner;
    this.#out = out;
    this.#end = { ch: out.ch };
  }

  start(headers: HeaderList): void {
    const { ch, text, record } = this.#out;
    let reader: AnswerReader | undefined;
    this.#stop = this.#context.client.start(
      { ch, method: 'POST', url: this.#context.url, headers, body: text, record },
      {
        head: (head) => {
          reader = this.#answer(head);
        },
        data: (bytes) => reader?.feed(bytes),
        complete: () => {
          const body = reader?.end().body;
          if (body !== undefined) this.#end.body = body;
        },
        end: (fault) => this.#ended(fault),
      },
    );
  }

  /** Ends the POST and its stream. */
  abort(): void {
    this.#stopped.abort();
    this.#stop?.(aborted);
    this.#finish(aborted);
  }

  #answer(head: HttpHead): AnswerReader {
    this.#end.status = head.status;
    if (head.type !== '') this.#end.contentType = head.type;
    const authenticate = headerValue(head.headers, 'www-authenticate');
    if (authenticate !== undefined) this.#end.authenticate = authenticate;
    this.#owner.onHead(head);
    const { ch, request } = this.#out;
    return createAnswerReader({
      context: this.#context,
      ch,
      head,
      cursor: this.#cursor,
      // Any 2xx to a notification or a response means "taken", whatever its body says.
      ignoreBody: request === undefined && head.status >= 200 && head.status < 300,
      onEvent: (data, name) => this.#event(data, name),
      onTooLarge: () => this.#stop?.(tooLarge(this.#context.maxBytes)),
    });
  }

  #event(data: string, name: string | undefined): void {
    if (name === 'endpoint') {
      const message = 'The server answered with an endpoint event, so it speaks the older HTTP+SSE transport.';
      this.#stop?.({ code: 'ENDPOINT_EVENT', message });
      return;
    }
    if (name !== undefined && name !== 'message') return;
    this.#answered ||= this.#isAnswer(data);
    this.#context.message(this.#out.ch, data);
  }

  /** Matters only where a stream may be resumed, so nothing is parsed twice elsewhere. */
  #isAnswer(data: string): boolean {
    const id = this.#out.request?.id;
    if (id === undefined || this.#owner.resumeHeaders() === undefined) return false;
    if (!data.includes('"result"') && !data.includes('"error"')) return false;
    if (data.length > BIG_ANSWER) return true;
    // An error without an id is that of this request: nothing else was sent with the POST.
    return parseMessage(data).messages.some(
      (message) => message.kind === 'response' && (message.id === id || (message.id === null && message.error)),
    );
  }

  #ended(fault: HttpFault | undefined): void {
    const broken = fault === undefined || fault.code === 'ECONNRESET';
    const resume = broken && this.#end.contentType === 'text/event-stream' && this.#cursor.lastId !== undefined;
    if (!resume || this.#answered || !this.#out.request || this.#owner.resumeHeaders() === undefined) {
      this.#finish(fault);
      return;
    }
    void this.#resume();
  }

  async #resume(): Promise<void> {
    const { signal } = this.#stopped;
    const { ch } = this.#out;
    const { events, url } = this.#context;
    for (let tries = 0; tries < MAX_TRIES; ) {
      const ms = reconnectMs(this.#cursor, tries);
      const text = `The stream of ${ch} ended before the answer. Resuming after event “${this.#cursor.lastId}” in ${ms} ms.`;
      events.note({ what: 'resume', level: 'info', text, data: { ch, lastEventId: this.#cursor.lastId, ms } });
      if (!(await pause(ms, signal))) return;
      const headers = this.#owner.resumeHeaders();
      if (!headers) break;
      const before = this.#cursor.events;
      const onEvent = (data: string, name: string | undefined): void => this.#event(data, name);
      const end = await followSse(this.#context, { ch, url, headers, cursor: this.#cursor, signal, onEvent });
      if (this.#over) return;
      if (this.#answered) return this.#finish(undefined);
      if (!end.opened && end.head) {
        const message = `The stream ended before the answer, and the server did not let it be resumed (it said ${end.head.status}).`;
        return this.#finish({ code: 'STREAM_LOST', message });
      }
      tries = this.#cursor.events > before ? 0 : tries + 1;
    }
    const message = `The stream ended before the answer. Resuming it brought nothing ${MAX_TRIES} times in a row.`;
    this.#finish({ code: 'STREAM_LOST', message });
  }

  #finish(fault: HttpFault | undefined): void {
    if (this.#over) return;
    this.#over = true;
    this.#owner.onEnd(fault ? { ...this.#end, error: fault } : this.#end);
  }
}
