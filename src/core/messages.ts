import { isExactNumber } from '#shared/exact-json.ts';
import { isFiniteNumber, isObject, type JsonObject } from '#shared/json.ts';
import { itemsOf, memberText } from '#shared/json-members.ts';
import { nestsTooDeep } from './nesting.ts';

export type RpcId = string | number;

export interface RpcRequest {
  kind: 'request';
  id: RpcId;
  method: string;
  params: JsonObject;
  raw: JsonObject;
}
export interface RpcNotification {
  kind: 'notification';
  method: string;
  params: JsonObject;
  raw: JsonObject;
}
export interface RpcResponse {
  kind: 'response';
  /** Null when the server could not read the id of the request. */
  id: RpcId | null;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
  raw: JsonObject;
}
export type RpcMessage = (RpcRequest | RpcNotification | RpcResponse) & {
  /** Of a message in a batch: its own text, as it came. */
  written?: () => string | undefined;
};

/** What one line, event or body turned out to be. A batch array gives several messages. */
export interface Parsed {
  messages: RpcMessage[];
  batch: boolean;
  /** Why it is no message at all; `messages` is empty then. */
  noise?: 'blank' | 'not-json' | 'not-rpc' | 'too-deep';
}

function isId(value: unknown): value is RpcId {
  return typeof value === 'string' || isFiniteNumber(value);
}

function errorOf(value: unknown): { code: number; message: string; data?: unknown } {
  if (!isObject(value)) return { code: 0, message: typeof value === 'string' ? value : JSON.stringify(value) };
  const code = typeof value.code === 'number' ? value.code : Number(value.code);
  const message = typeof value.message === 'string' ? value.message : JSON.stringify(value.message ?? value);
  return { code: Number.isFinite(code) ? code : 0, message, ...('data' in value ? { data: value.data } : {}) };
}

/** Reads one JSON value as a JSON-RPC message, leniently: unknown keys and a missing `jsonrpc` do not matter here. */
export function messageOfValue(value: unknown): RpcMessage | undefined {
  if (!isObject(value)) return undefined;
  if (typeof value.method === 'string') {
    const params = isObject(value.params) ? value.params : {};
    if (isId(value.id)) return { kind: 'request', id: value.id, method: value.method, params, raw: value };
    return { kind: 'notification', method: value.method, params, raw: value };
  }
  const answers = 'result' in value || 'error' in value;
  if (!answers || !('id' in value) || !(value.id === null || isId(value.id))) return undefined;
  const response: RpcResponse = { kind: 'response', id: value.id, raw: value };
  if ('error' in value && value.error !== null && value.error !== undefined) response.error = errorOf(value.error);
  else response.result = value.result;
  return response;
}

/**
 * A message whose id is no number that JavaScript holds to the digit has the text of the number as its id: another one
 * that is near it is another id (RPC-18).
 */
function withExactId(message: RpcMessage | undefined, textOf: () => string | undefined): RpcMessage | undefined {
  if (!message || message.kind === 'notification') return message;
  const { id } = message;
  if (typeof id !== 'number' || Number.isSafeInteger(id)) return message;
  const whole = textOf();
  const written = whole === undefined ? undefined : memberText(whole, ['id']);
  return written === undefined || isExactNumber(written) ? message : { ...message, id: written };
}

/** Reads one line, event or body. Never throws. */
export function parseMessage(text: string): Parsed {
  const trimmed = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (trimmed.trim() === '') return { messages: [], batch: false, noise: 'blank' };
  if (nestsTooDeep(trimmed)) return { messages: [], batch: false, noise: 'too-deep' };
  let value: unknown;
  try {
    value = JSON.parse(trimmed);
  } catch {
    return { messages: [], batch: false, noise: 'not-json' };
  }
  if (!Array.isArray(value)) {
    const message = withExactId(messageOfValue(value), () => trimmed);
    return message ? { messages: [message], batch: false } : { messages: [], batch: false, noise: 'not-rpc' };
  }
  const batch = true;
  let items: string[] | undefined;
  const textOf = (at: number) => {
    items ??= [...itemsOf(trimmed)].map(({ start, end }) => trimmed.slice(start, end));
    return items[at];
  };
  const messages = (value as unknown[]) // checked just above
    .map((item, at) => {
      const written = () => textOf(at);
      const message = withExactId(messageOfValue(item), written);
      return message && { ...message, written };
    })
    .filter((m) => m !== undefined);
  return messages.length > 0 ? { messages, batch } : { messages, batch, noise: 'not-rpc' };
}

const MEMBERS = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error']);

/** A log line can have an id, a method or a result too; without `jsonrpc` other members give it away. */
function isLogLine({ raw }: RpcMessage): boolean {
  return raw.jsonrpc === undefined && Object.keys(raw).some((key) => !MEMBERS.has(key));
}

/** As `parseMessage`, for what a server wrote: objects that only look like a message are noise. */
export function parseInbound(text: string): Parsed {
  const parsed = parseMessage(text);
  if (!parsed.messages.some(isLogLine)) return parsed;
  const messages = parsed.messages.filter((message) => !isLogLine(message));
  return messages.length > 0 ? { ...parsed, messages } : { messages, batch: parsed.batch, noise: 'not-rpc' };
}
