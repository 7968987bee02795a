import { isObject, type JsonObject, objectAt } from '#shared/json.ts';
import type { FakeServer, FakeTransport, Got } from './fake-transport.ts';

/** An error a fake server answers with. */
export class Wrong extends Error {
  readonly code: number;
  readonly data: unknown;
  readonly status: number | undefined;
  constructor(code: number, message: string, facts: { data?: unknown; status?: number } = {}) {
    super(message);
    this.code = code;
    this.data = facts.data;
    this.status = facts.status;
  }
}

/** An HTTP answer that is no message. */
export class HttpAnswer extends Error {
  readonly status: number;
  readonly facts: { body?: string; contentType?: string; authenticate?: string };
  constructor(status: number, facts: { body?: string; contentType?: string; authenticate?: string } = {}) {
    super(`HTTP ${status}`);
    this.status = status;
    this.facts = facts;
  }
}

export interface Call {
  id: unknown;
  ch: string;
  params: JsonObject;
  wire: FakeTransport;
  got: Got;
  /** Sends a request to the client and gives its answer. */
  ask(method: string, params: JsonObject): Promise<JsonObject>;
  notify(method: string, params: JsonObject): void;
}

/** Gives a result, throws Wrong or HttpAnswer, or gives undefined to stay silent. */
export type Handlers = Record<string, (call: Call) => unknown>;

export const MODERN = '2026-07-28';

/** A server of the legacy era with one capability per kind of list. */
export function legacyHandlers(more: Handlers = {}, capabilities: JsonObject = { tools: {} }): Handlers {
  return {
    initialize: ({ params }) => ({
      protocolVersion: params.protocolVersion,
      capabilities,
      serverInfo: { name: 'old', version: '1' },
    }),
    'notifications/initialized': () => undefined,
    'notifications/cancelled': () => undefined,
    ping: () => ({}),
    'tools/list': () => ({ tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }),
    ...more,
  };
}

/** A server of the modern era. */
export function modernHandlers(more: Handlers = {}, capabilities: JsonObject = { tools: {} }): Handlers {
  return {
    'server/discover': () => ({
      resultType: 'complete',
      supportedVersions: [MODERN],
      capabilities,
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'new', version: '2' } },
    }),
    'notifications/cancelled': () => undefined,
    'tools/list': () => ({ resultType: 'complete', tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }),
    ...more,
  };
}

/** Answers by method; what it does not know gets -32601. */
export function fakeServer(handlers: Handlers): FakeServer {
  const asked = new Map<unknown, (answer: JsonObject) => void>();
  let last = 0;
  return (got, wire) => {
    const { message, ch } = got;
    if (message.method === undefined) {
      asked.get(message.id)?.(message);
      asked.delete(message.id);
      if (wire.kind === 'http') wire.ended({ ch, status: 202 });
      return;
    }
    const call: Call = {
      id: message.id,
      ch,
      wire,
      got,
      params: objectAt(message, 'params') ?? {},
      ask: (method, params) => {
        last += 1;
        const id = `srv-${last}`;
        wire.say({ jsonrpc: '2.0', id, method, params }, ch);
        return new Promise((resolve) => asked.set(id, resolve));
      },
      notify: (method, params) => wire.say({ jsonrpc: '2.0', method, params }, ch),
    };
    void carryOut(handlers, call, message);
  };
}

async function carryOut(handlers: Handlers, call: Call, message: JsonObject): Promise<void> {
  const { wire, ch, id } = call;
  const http = wire.kind === 'http';
  try {
    const handler = handlers[String(message.method)];
    if (!handler) throw new Wrong(-32601, `Method not found: ${String(message.method)}`, { status: 404 });
    const result = await handler(call);
    if (id === undefined) {
      if (http) wire.ended({ ch, status: 202 });
      return;
    }
    if (result === undefined || wire.isClosed) return;
    if (http) wire.head(ch, 200);
    wire.say(isObject(result) && 'jsonrpc' in result ? result : { jsonrpc: '2.0', id, result }, ch);
    if (http) wire.ended({ ch, status: 200, contentType: 'application/json' });
  } catch (error) {
    refuse(error, call);
  }
}

function refuse(error: unknown, { wire, ch, id }: Call): void {
  if (error instanceof HttpAnswer) {
    wire.head(ch, error.status);
    wire.ended({ ch, status: error.status, ...error.facts });
    return;
  }
  if (!(error instanceof Wrong)) throw error;
  const status = error.status ?? 200;
  if (id === undefined) return;
  if (wire.kind === 'http') wire.head(ch, status);
  const { code, message, data } = error;
  wire.say({ jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } }, ch);
  if (wire.kind === 'http') wire.ended({ ch, status, contentType: 'application/json' });
}
