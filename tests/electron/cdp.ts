import type { CDPSession } from 'playwright-core';
import { WebSocket } from 'ws';

/** The events of the debugging protocol that the stand-in listens to, with the fields it reads. */
export interface CdpEvents {
  'Runtime.executionContextCreated': { context: { id: number; name: string; auxData?: { frameId?: string } } };
  'Runtime.bindingCalled': { name: string; payload: string };
  'Runtime.exceptionThrown': { exceptionDetails: { text: string; exception?: { description?: string } } };
  'Page.frameNavigated': { frame: { parentId?: string; url: string; urlFragment?: string } };
  'Page.domContentEventFired': object;
  'Page.loadEventFired': object;
  'Page.javascriptDialogOpening': { type: string; message: string };
  'Inspector.targetCrashed': object;
  'Fetch.requestPaused': { requestId: string; frameId: string; redirectedRequestId?: string; request: { url: string } };
}

interface Waiting {
  method: string;
  timer: NodeJS.Timeout;
  resolve(value: unknown): void;
  reject(error: Error): void;
}
interface Incoming {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

/** Milliseconds for any one answer of the browser. */
const answerLimit = 15_000;

/** One debugging session: the browser's own, or that of a page. */
export interface CdpSession {
  send: CDPSession['send'];
  on<Name extends keyof CdpEvents>(event: Name, listener: (payload: CdpEvents[Name]) => void): void;
}

/** A connection to a browser's debugging port. */
export class Cdp {
  private readonly socket: WebSocket;
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = new Map<string, ((payload: unknown) => void)[]>();
  private count = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    // The browser sends nothing but these objects.
    socket.on('message', (data) => this.receive(JSON.parse(String(data)) as Incoming));
    socket.on('close', () => {
      for (const one of this.waiting.values())
        this.settle(one, () => one.reject(new Error(`${one.method}: the browser is gone`)));
      this.waiting.clear();
    });
  }

  static async connect(url: string): Promise<Cdp> {
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      maxPayload: 256 << 20,
      handshakeTimeout: answerLimit,
    });
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return new Cdp(socket);
  }

  session(sessionId?: string): CdpSession {
    return {
      // The protocol's own types say what each method answers.
      send: ((method: string, params: unknown = {}) =>
        this.request({ method, params, sessionId })) as CDPSession['send'],
      on: (event, listener) => {
        const key = `${sessionId ?? ''}:${event}`;
        // The key names the event, and with it the payload.
        this.listeners.set(key, [...(this.listeners.get(key) ?? []), listener as (payload: unknown) => void]);
      },
    };
  }

  private request(message: { method: string; params: unknown; sessionId: string | undefined }): Promise<unknown> {
    this.count += 1;
    const id = this.count;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        reject(new Error(`${message.method}: no answer from the browser within ${answerLimit / 1000} s`));
      }, answerLimit);
      timer.unref();
      this.waiting.set(id, { method: message.method, timer, resolve, reject });
      this.socket.send(JSON.stringify({ id, ...message }));
    });
  }

  private settle(one: Waiting, how: () => void): void {
    clearTimeout(one.timer);
    how();
  }

  private receive(message: Incoming): void {
    if (message.id === undefined) {
      for (const listener of this.listeners.get(`${message.sessionId ?? ''}:${message.method}`) ?? [])
        listener(message.params);
      return;
    }
    const one = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (!one) return;
    const { error, result } = message;
    this.settle(one, () => (error ? one.reject(new Error(`${one.method}: ${error.message}`)) : one.resolve(result)));
  }
}
