import { type JsonObject, objectAt } from '#shared/json.ts';
import type { LostCall } from '#shared/session.ts';
import { requestName } from './fold/row-text.ts';
import type { Intent, OperationHandle } from './operations.ts';
import type { SentCall } from './peer.ts';
import type { Clock } from './ports.ts';

/** Why the open questions of an ended session are over: sentences. */
export const SERVER_GONE = 'The server has gone.';
export const STOPPED = 'You stopped the session.';

/** Lost calls that are named; a server that dies under thousands of calls needs no longer list. */
const NAMED = 100;

/** What waits for an answer, so that the end of the server can say what was lost. */
export class UnderWay {
  readonly #clock: Clock;
  /** Requests that no person asked for. */
  readonly #own = new Set<Intent>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A request was sent; its answer is told by the returned function. */
  began(call: SentCall, request: { method: string; params: JsonObject }, operation?: OperationHandle): () => void {
    const { method, params } = request;
    const known = operation?.intent;
    if (known) {
      known.exchangeId = call.exchangeId;
      return () => undefined;
    }
    const startedAt = this.#clock.mono();
    const intent: Intent = { method, name: requestName(method, params), startedAt, exchangeId: call.exchangeId };
    if (operation) operation.intent = intent;
    else this.#own.add(intent);
    return () => this.#own.delete(intent);
  }

  /** The calls that are lost now: what these operations began with, and our own requests. `tool` finds a listed tool. */
  lost(operations: readonly OperationHandle[], tool: (name: string) => JsonObject | undefined): LostCall[] {
    const intents = [...operations.flatMap((one) => one.intent ?? []), ...this.#own];
    const now = this.#clock.mono();
    return intents.slice(0, NAMED).map(({ method, name, startedAt, exchangeId }) => ({
      method,
      ...(name === undefined ? {} : { name }),
      exchangeId,
      ranMs: Math.round((now - startedAt) / 1000),
      mayHaveActed: method === 'tools/call' && !readsOnly(name === undefined ? undefined : tool(name)),
    }));
  }
}

/** By its own word the tool changes nothing. */
function readsOnly(tool: JsonObject | undefined): boolean {
  return objectAt(tool, 'annotations')?.readOnlyHint === true;
}
