import { createInterface } from 'node:readline';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import type { DemoEra } from '#demo/demo-context.ts';
import { runDemoOverStreams } from '#demo/stdio.ts';

/** Any JSON-RPC message; tests read what they need and a missing member fails their assertion. */
export interface Message {
  id?: string | number;
  method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert on members of arbitrary JSON.
  params?: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  result?: any;
  error?: { code: number; message: string; data?: unknown };
}

/** Speaks raw JSON lines over two streams and keeps all that came in. */
export class LinePeer {
  readonly received: Message[] = [];
  /** Answers requests of the server, at once or later; without it they stay open. */
  answer: ((request: Message) => unknown) | undefined;
  private nextId = 1;
  private readonly waiting = new Set<{ test: (message: Message) => boolean; resolve: (message: Message) => void }>();
  private readonly toServer: Writable;

  constructor(toServer: Writable, fromServer: Readable) {
    this.toServer = toServer;
    createInterface({ input: fromServer }).on('line', (line) => this.take(JSON.parse(line) as Message));
  }

  send(message: object): void {
    this.toServer.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  /** Sends a request and resolves with the whole answer, result or error. */
  request(method: string, params: object = {}): Promise<Message> {
    const id = this.nextId++;
    const answer = this.next((message) => message.id === id && message.method === undefined);
    this.send({ id, method, params });
    return answer;
  }

  /** Resolves with the first message, received or still to come, that passes the test. */
  next(test: (message: Message) => boolean): Promise<Message> {
    const known = this.received.find(test);
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve) => this.waiting.add({ test, resolve }));
  }

  notices(method: string): Message[] {
    return this.received.filter((message) => message.method === method);
  }

  private take(message: Message): void {
    this.received.push(message);
    if (message.id !== undefined && message.method !== undefined && this.answer !== undefined) {
      void Promise.resolve(this.answer(message)).then((result) => this.send({ id: message.id, result }));
    }
    for (const waiter of [...this.waiting]) {
      if (!waiter.test(message)) continue;
      this.waiting.delete(waiter);
      waiter.resolve(message);
    }
  }
}

/** A demo over in-memory streams, and a peer that talks to it. */
export function startDemo(era: DemoEra) {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  let log = '';
  stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const ended = runDemoOverStreams({ stdin, stdout, stderr, era });
  return { peer: new LinePeer(stdin, stdout), stdin, stdout, ended, log: () => log };
}

/** What the test's client can be asked for: forms, pages, the model with tools, roots. */
export const CAPABILITIES = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} };

/** Makes the legacy greeting. */
export async function greet(
  peer: LinePeer,
  protocolVersion = '2025-11-25',
  capabilities: object = CAPABILITIES,
): Promise<Message> {
  const clientInfo = { name: 'line-peer', version: '1' };
  const hello = await peer.request('initialize', {
    protocolVersion,
    clientInfo,
    capabilities,
  });
  peer.send({ method: 'notifications/initialized' });
  return hello;
}

/** Params of a modern request: the given ones with the envelope every request of 2026-07-28 carries. */
export function modern(params: object = {}, meta: object = {}): object {
  return {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'line-peer', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': CAPABILITIES,
      ...meta,
    },
  };
}
