import type { HeaderList } from '#shared/records.ts';
import type { HttpContext } from './http-context.ts';
import { baseHeaders } from './http-context.ts';
import type { HttpFault } from './http-fault.ts';
import { mergeHeaders } from './http-headers.ts';
import { pause } from './pause.ts';
import { followSse, MAX_TRIES, reconnectMs } from './sse-follow.ts';
import type { SseCursor } from './sse-reader.ts';

type StreamState = 'opening' | 'open' | 'refused' | 'dropped' | 'closed';

const DELETE_MS = 2000;

/** What the legacy era adds to Streamable HTTP: version and session headers, the GET stream, the DELETE at the end. */
export class LegacySession {
  readonly #context: HttpContext;
  readonly version: string;
  readonly id: string | undefined;
  readonly #ending = new AbortController();
  #listening: Promise<void> | undefined;

  constructor(context: HttpContext, version: string, id: string | undefined) {
    this.#context = context;
    this.version = version;
    this.id = id;
  }

  /** Headers of every request after the greeting. */
  headers(): HeaderList {
    const headers: HeaderList = [['MCP-Protocol-Version', this.version]];
    if (this.id !== undefined) headers.push(['Mcp-Session-Id', this.id]);
    return headers;
  }

  /** Opens the stream for messages of the server, once. Nothing waits for it. */
  openStream(): void {
    if (!this.#ending.signal.aborted) this.#listening ??= this.#listen();
  }

  /** Ends the stream; the session itself stays on the server. Resolves when nothing more is reported about it. */
  async endStream(): Promise<void> {
    this.#ending.abort();
    await this.#listening;
  }

  /** Tells the server that the session is over. Resolves after its answer, after 2 s, or when hurried. */
  async delete(hurry: AbortSignal): Promise<void> {
    if (this.id === undefined || hurry.aborted) return;
    const headers = mergeHeaders(mergeHeaders(baseHeaders('*/*'), this.#context.configured), this.headers());
    const { url, client, channel } = this.#context;
    const done = new AbortController();
    const stop = client.start(
      { ch: channel(), method: 'DELETE', url, headers },
      { head: () => undefined, data: () => undefined, end: () => done.abort() },
    );
    await pause(DELETE_MS, AbortSignal.any([done.signal, hurry]));
    stop({ code: 'ABORTED', message: 'The server did not confirm the end of the session in time.' });
  }

  async #listen(): Promise<void> {
    const ch = this.#context.channel();
    const { signal } = this.#ending;
    const cursor: SseCursor = { events: 0 };
    for (let tries = 0; tries < MAX_TRIES; ) {
      const before = cursor.events;
      this.#tell(ch, 'opening', 'Opening the stream for messages of the server.');
      const end = await followSse(this.#context, {
        ch,
        url: this.#context.url,
        headers: this.headers(),
        cursor,
        signal,
        onOpen: () => this.#tell(ch, 'open', 'The stream for messages of the server is open.'),
        onEvent: (data, name) => {
          if (name === undefined || name === 'message') this.#context.message(ch, data);
        },
      });
      if (signal.aborted) return this.#tell(ch, 'closed', 'The stream for messages of the server was closed.');
      if (!end.opened && end.head) return this.#refused(ch, end.head);
      tries = cursor.events > before ? 0 : tries + 1;
      if (tries >= MAX_TRIES) break;
      const ms = reconnectMs(cursor, tries);
      this.#tell(
        ch,
        'dropped',
        `The stream for messages of the server ended${because(end.fault)} Trying again in ${ms} ms.`,
      );
      if (!(await pause(ms, signal)))
        return this.#tell(ch, 'closed', 'The stream for messages of the server was closed.');
    }
    this.#tell(
      ch,
      'closed',
      `The stream for messages of the server brought nothing ${MAX_TRIES} times in a row. It is not tried again.`,
    );
  }

  #refused(ch: string, head: { status: number; type: string }): void {
    const said = head.status === 200 ? `it answered with ${head.type || 'no content type'}` : `it said ${head.status}`;
    const text = `The server offers no stream for its own messages (${said}). Calls work without it.`;
    this.#context.events.note({
      what: 'stream',
      level: 'info',
      text,
      data: { ch, state: 'refused', status: head.status },
    });
  }

  #tell(ch: string, state: StreamState, text: string): void {
    const level = state === 'dropped' ? 'warn' : 'info';
    this.#context.events.note({ what: 'stream', level, text, data: { ch, state } });
  }
}

function because(fault: HttpFault | undefined): string {
  return fault ? `: ${fault.message}` : '.';
}
