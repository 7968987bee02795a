import type { JsonObject } from '#shared/json.ts';
import { exchangeId } from './fold/exchange-id.ts';
import type { RpcId, RpcRequest } from './messages.ts';
import type { Seen } from './tap.ts';

/** A request of the server to us. It is answered at most once, and never after it was withdrawn. */
export class ServerRequest {
  readonly id: RpcId;
  readonly method: string;
  readonly params: JsonObject;
  readonly seq: number;
  readonly ch: string;
  /** Key of the exchange in the fold. */
  readonly exchangeId: string;
  readonly #withdrawn = new AbortController();
  readonly #send: (body: JsonObject | undefined) => void;
  #done = false;

  constructor(message: RpcRequest, seen: Seen, send: (body: JsonObject | undefined) => void) {
    this.id = message.id;
    this.method = message.method;
    this.params = message.params;
    this.seq = seen.seq;
    this.ch = seen.ch;
    this.exchangeId = exchangeId(seen.seq, seen.index);
    this.#send = send;
  }

  /** Aborted when the server took it back or is gone. */
  get signal(): AbortSignal {
    return this.#withdrawn.signal;
  }

  reply(result: JsonObject): void {
    this.#end({ result });
  }

  refuse(code: number, message: string, data?: unknown): void {
    this.#end({ error: { code, message, ...(data === undefined ? {} : { data }) } });
  }

  /** Ends it without a word: the server no longer wants an answer, or may not have one. */
  withdraw(why: string): void {
    if (this.#done) return;
    this.#end(undefined);
    this.#withdrawn.abort(why);
  }

  #end(body: JsonObject | undefined): void {
    if (this.#done) return;
    this.#done = true;
    this.#send(body);
  }
}
