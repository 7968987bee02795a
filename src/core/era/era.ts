import type { JsonObject } from '#shared/json.ts';
import type { HeaderList } from '#shared/records.ts';
import type { Hello } from '#shared/session.ts';
import type { RpcFault } from '../fault.ts';

export type Params = JsonObject;
export type Result = JsonObject;

/** What this client says of itself in every session. */
export interface Profile {
  clientInfo: { name: string; version: string; title?: string };
  /** Built from the server's claims: roots, sampling, elicitation {form, url}, extensions. */
  capabilities: JsonObject;
  /** Level the person asked for; undefined sends none. */
  logLevel?: string | undefined;
}

/** One thing a server wants before it goes on. */
export interface InputRequest {
  key: string;
  method: string;
  params: Params;
}

/**
 * What a result means: finished, answers wanted first, a task to be polled, or nothing the protocol allows here.
 * `retry` gives the params to send next; undefined when the answers say that there is nothing more to send.
 */
export type Outcome =
  | { kind: 'done'; result: Result }
  | { kind: 'ask'; requests: InputRequest[]; retry(answers: Record<string, Result>): Params | undefined }
  | { kind: 'task'; taskId: string; result: Result }
  | { kind: 'invalid'; why: string };

/** A request as a feature wrote it, before it was stamped. */
export interface Call {
  method: string;
  params: Params;
  /** Exact JSON text of the params, which goes out instead of them; an empty one sends none. */
  text?: string;
}

/** Everything that differs between the two protocol eras, and nothing else (ARCHITECTURE 7). Never throws on a server's answer. */
export interface Era {
  readonly name: 'legacy' | 'modern';
  readonly version: string;
  /** The greeting request: method and params. */
  greeting(profile: Profile): { method: string; params: Params };
  /** Notification to send once the greeting was answered, if any. */
  readonly greeted?: string;
  readHello(result: Result, seq: number): Hello;
  /** Params as they go on the wire (modern: `_meta` with version, client info, capabilities, log level). */
  stamp(params: Params, profile: Profile): Params;
  /** HTTP headers for a message (modern: MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Param-*). */
  headers(message: { method: string; params: Params; tool?: JsonObject | undefined }): HeaderList;
  outcome(call: Call, result: Result): Outcome;
  /** An error that really asks for input first (legacy -32042), or undefined. */
  asksIn(call: Call, fault: RpcFault): Extract<Outcome, { kind: 'ask' }> | undefined;
  /** Whether requests from the server are answered (legacy) or are a violation (modern). */
  readonly answersRequests: boolean;
  /** How a running request is cancelled on this transport. */
  cancel(transport: 'stdio' | 'http'): 'notify' | 'abort';
  /** Log level: one request for the session, or stamped on every request. */
  readonly logLevel: 'request' | 'stamped';
  /** Change notices: subscribe calls, or one listen stream. */
  readonly listening: 'subscribe' | 'listen';
}
