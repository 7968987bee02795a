import { isObject } from '#shared/json.ts';
import { RpcFault } from './fault.ts';
import { byteLength } from './fold/row-text.ts';
import type { RpcId, RpcResponse } from './messages.ts';
import type { Seen } from './tap.ts';

/** The answer to a request that was given up before. */
export interface LateAnswer {
  seq: number;
  rpcId: RpcId;
  /** Size of the message that carried it, bytes. */
  bytes: number;
  /** The result is an error by the tool's own word (`isError`). */
  toolError: boolean;
  /** Set when the server answered with an error. */
  fault?: RpcFault;
}

/** Requests that are remembered after they were given up; the oldest go first. */
const MOST = 500;

/** Requests that were given up and may still be answered: what comes is shown, and changes nothing (CANC-07). */
export class LateAnswers {
  readonly #open = new Map<RpcId, (late: LateAnswer) => void>();

  wait(id: RpcId, onLate: (late: LateAnswer) => void): void {
    this.#open.set(id, onLate);
    const [oldest] = this.#open.keys();
    if (this.#open.size > MOST && oldest !== undefined) this.#open.delete(oldest);
  }

  answered(id: RpcId, message: RpcResponse, { seq, payload }: Seen): void {
    const tell = this.#open.get(id);
    if (!tell) return;
    this.#open.delete(id);
    const { error, result } = message;
    tell({
      seq,
      rpcId: id,
      bytes: payload.body?.bytes ?? byteLength(payload.text),
      toolError: isObject(result) && result.isError === true,
      ...(error ? { fault: new RpcFault('protocol', error.message, { code: error.code, data: error.data, seq }) } : {}),
    });
  }
}
