import type { OperationHandle } from './operations.ts';

export interface TracingOptions {
  /** Every request is traced unless it says otherwise. */
  always: boolean;
  /** Random bytes in hexadecimal. */
  hex(bytes: number): string;
}

/** Makes a `traceparent` for each request that wants one (W3C Trace Context; MCP carries it in `_meta`, SEP-414). */
export class Tracing {
  readonly #options: TracingOptions;

  constructor(options: TracingOptions) {
    this.#options = options;
  }

  /** The next one, undefined when none is wanted. All requests of an operation, its rounds and polls, share a trace. */
  next(operation: OperationHandle | undefined, wanted: boolean | undefined): string | undefined {
    const { always, hex } = this.#options;
    const known = operation?.trace;
    if (wanted === undefined && known === undefined && !always) return undefined;
    const on = wanted ?? known !== false;
    const traceId = on && (known || hex(16));
    if (operation) operation.trace = traceId;
    return traceId === false ? undefined : `00-${traceId}-${hex(8)}-01`;
  }
}
