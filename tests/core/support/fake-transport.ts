import type { ChannelEnd, Outgoing, Transport, TransportEnd, TransportEvents } from '#core/ports.ts';
import { TransportError } from '#core/ports.ts';
import type { JsonObject } from '#shared/json.ts';
import type { Failure } from '#shared/session.ts';

/** A message as a fake server sees it. */
export interface Got {
  ch: string;
  text: string;
  message: JsonObject;
  headers: Outgoing['headers'];
}

/** What a fake server does with what it gets; it talks back through the transport. */
export type FakeServer = (got: Got, wire: FakeTransport) => void;

export class FakeTransport implements Transport {
  readonly kind: 'stdio' | 'http';
  readonly got: Got[] = [];
  readonly aborted: string[] = [];
  readonly rungs: string[];
  agreement: { era: string; version: string } | undefined;
  hurried = 0;
  openFailure: Failure | undefined;
  sendFailure: Failure | undefined;
  /** Set to keep `close` waiting until the test lets it end. */
  holdClose: Promise<void> | undefined;
  readonly #server: FakeServer;
  #events: TransportEvents | undefined;
  #channels = 0;
  #closed = false;

  constructor(kind: 'stdio' | 'http', server: FakeServer, rungs: string[] = ['stdin closed']) {
    this.kind = kind;
    this.#server = server;
    this.rungs = rungs;
  }

  get events(): TransportEvents {
    if (!this.#events) throw new Error('not open');
    return this.#events;
  }
  get isClosed(): boolean {
    return this.#closed;
  }

  async open(events: TransportEvents): Promise<void> {
    if (this.openFailure) throw new TransportError(this.openFailure);
    this.#events = events;
    if (this.kind === 'stdio') {
      events.started({ pid: 4242, launch: { command: ['/bin/server'], cwd: '/home/me', env: [] } });
    }
  }
  channel(): string {
    if (this.kind === 'stdio') return 'stdio';
    this.#channels += 1;
    return `h${this.#channels}`;
  }
  async send(out: Outgoing): Promise<void> {
    if (this.sendFailure) throw new TransportError(this.sendFailure);
    const parsed = parse(out.text);
    const got = { ch: out.ch, text: out.text, message: parsed, headers: out.headers };
    this.got.push(got);
    // The server answers later, never inside the call that sends.
    queueMicrotask(() => {
      if (!this.#closed) this.#server(got, this);
    });
  }
  abort(ch: string): void {
    this.aborted.push(ch);
  }
  agree(agreement: { era: string; version: string }): void {
    this.agreement = agreement;
  }
  async close(onRung: (rung: string) => void): Promise<void> {
    for (const rung of this.rungs) onRung(rung);
    await this.holdClose;
    this.end({ reason: 'closed' });
  }
  hurry(): void {
    this.hurried += 1;
  }

  /** The server writes a message; over HTTP into the exchange `ch`. */
  say(message: unknown, ch = 'stdio'): void {
    this.events.message(ch, { text: typeof message === 'string' ? message : JSON.stringify(message) });
  }
  stderr(text: string): void {
    this.events.stderr({ text });
  }
  head(ch: string, status: number): void {
    this.events.http({ ch, what: 'response', status });
  }
  ended(end: ChannelEnd): void {
    this.events.ended(end);
  }
  end(end: TransportEnd): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#events?.closed(end);
  }
  /** Methods that were sent, in order. */
  methods(): unknown[] {
    return this.got.map(({ message }) => message.method ?? `answer ${String(message.id)}`);
  }
  /** The newest message with this method. */
  last(method: string): JsonObject {
    const found = this.got.findLast(({ message }) => message.method === method);
    if (!found) throw new Error(`${method} was not sent`);
    return found.message;
  }
}

function parse(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject; // tests only send objects
  } catch {
    return {};
  }
}
