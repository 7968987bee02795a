import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect } from 'vitest';
import type { ChannelEnd, Payload, ReachedStep, Transport, TransportEnd, TransportEvents } from '#core/ports.ts';
import { createHttpTransport } from '#host/transport/http.ts';
import type { HttpTransportOptions } from '#host/transport/http-context.ts';
import { createSseTransport } from '#host/transport/sse.ts';
import type { HttpEndpoint } from '#shared/config.ts';
import type { HeaderList } from '#shared/records.ts';

/** A request as the test server saw it. */
export interface Got {
  method: string;
  path: string;
  raw: HeaderList;
  headers: IncomingMessage['headers'];
  body: string;
  at: number;
}

type Answer = (got: Got, response: ServerResponse, request: IncomingMessage) => void;

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** A loopback server that answers as the test says and keeps every request. It ends with the test. */
export async function serve(
  answer: Answer,
  host = '127.0.0.1',
): Promise<{ origin: string; port: number; got: Got[]; server: Server }> {
  const got: Got[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw: HeaderList = [];
      for (let at = 0; at < request.rawHeaders.length; at += 2) {
        raw.push([request.rawHeaders[at] ?? '', request.rawHeaders[at + 1] ?? '']);
      }
      const seen: Got = {
        method: request.method ?? '',
        path: request.url ?? '',
        raw,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        at: Date.now(),
      };
      got.push(seen);
      answer(seen, response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  cleanups.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo; // a listening TCP server has one
  return { origin: `http://${host.includes(':') ? `[${host}]` : host}:${port}`, port, got, server };
}

type HttpEvent = Parameters<TransportEvents['http']>[0];
type NoteEvent = Parameters<TransportEvents['note']>[0];

/** Everything a transport reported, in order, and ways to wait for a part of it. */
export class Recorder implements TransportEvents {
  readonly messages: { ch: string; payload: Payload }[] = [];
  readonly https: HttpEvent[] = [];
  readonly notes: NoteEvent[] = [];
  readonly ends: ChannelEnd[] = [];
  readonly closes: TransportEnd[] = [];
  readonly order: string[] = [];
  readonly reached: ReachedStep[] = [];
  #waiters: (() => void)[] = [];

  message(ch: string, payload: Payload): void {
    this.messages.push({ ch, payload });
    this.#told('message');
  }
  stderr(): void {
    throw new Error('HTTP has no stderr.');
  }
  http(event: HttpEvent): void {
    this.https.push(event);
    this.#told(`http ${event.what}`);
  }
  note(note: NoteEvent): void {
    this.notes.push(note);
    this.#told(`note ${note.what}`);
  }
  /** Beside the order of the messages: connections are made and used again as they come. */
  started({ reached }: Parameters<TransportEvents['started']>[0]): void {
    if (reached) this.reached.push(reached);
  }
  ended(end: ChannelEnd): void {
    this.ends.push(end);
    this.#told('ended');
  }
  closed(end: TransportEnd): void {
    this.closes.push(end);
    this.#told('closed');
  }

  /** Resolves when the condition holds, which is asked after each report. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  async endOf(ch: string): Promise<ChannelEnd> {
    await this.until(() => this.ends.some((end) => end.ch === ch));
    const ends = this.ends.filter((end) => end.ch === ch);
    expect(ends).toHaveLength(1);
    return ends[0] ?? { ch };
  }

  texts(): string[] {
    return this.messages.map(({ payload }) => payload.text);
  }

  /** States the GET stream told, in order. */
  streamStates(): unknown[] {
    return this.notes.filter((note) => note.what === 'stream').map((note) => (note.data as { state: string }).state); // the transport's own shape
  }

  #told(what: string): void {
    this.order.push(what);
    for (const wake of this.#waiters.splice(0)) wake();
  }
}

export interface Opened {
  transport: Transport;
  events: Recorder;
  /** Sends one message on a channel of its own and gives its channel. */
  send(message: object, headers?: HeaderList): Promise<string>;
  /** Sends a request and waits for the end of its POST. */
  call(method: string, id?: number): Promise<ChannelEnd>;
  stored: Buffer[];
}

interface OpenOptions {
  kind?: 'http' | 'sse';
  headers?: HttpEndpoint['headers'];
  secrets?: Record<string, string>;
  maxBytes?: number;
}

/** The transport for an address, made but not opened. It is closed with the test. */
export function make(url: string, options: OpenOptions = {}): Opened {
  const stored: Buffer[] = [];
  const settings: HttpTransportOptions = {
    url,
    headers: options.headers ?? [],
    maxBytes: options.maxBytes ?? 256 * 1024 * 1024,
    bodies: {
      put: (chunks) => {
        const bytes = Buffer.concat(chunks);
        stored.push(bytes);
        return { file: `bodies/${stored.length}`, bytes: bytes.length, sha256: '' };
      },
    },
    secrets: { get: async (name) => options.secrets?.[name] },
  };
  const transport = options.kind === 'sse' ? createSseTransport(settings) : createHttpTransport(settings);
  const events = new Recorder();
  cleanups.push(() => transport.close(() => undefined));
  const send = async (message: object, headers: HeaderList = []): Promise<string> => {
    const ch = transport.channel();
    const { id, method } = message as { id?: number; method?: string }; // messages written in the tests
    const request = id === undefined || method === undefined ? {} : { request: { id, method } };
    await transport.send({ ch, text: JSON.stringify({ jsonrpc: '2.0', ...message }), headers, ...request });
    return ch;
  };
  const call = async (method: string, id = 1): Promise<ChannelEnd> => events.endOf(await send({ id, method }));
  return { transport, events, send, call, stored };
}

export async function open(url: string, options: OpenOptions = {}): Promise<Opened> {
  const opened = make(url, options);
  await opened.transport.open(opened.events);
  return opened;
}

/** A JSON-RPC result as text. */
export function result(id: number, value: unknown = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result: value });
}

export function json(response: ServerResponse, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'Content-Type': 'application/json', ...headers });
  response.end(body);
}

export function sse(response: ServerResponse, headers: Record<string, string> = {}): ServerResponse {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', ...headers });
  response.flushHeaders();
  return response;
}

/** Greets in the legacy era: initialize, agree, initialized. */
export async function greetLegacy({ transport, call, send, events }: Opened): Promise<void> {
  await call('initialize', 0);
  transport.agree({ era: 'legacy', version: '2025-11-25' });
  await events.endOf(await send({ method: 'notifications/initialized' }));
}
