import type { ToolAsker } from '#shared/approvals.ts';
import type { RunConfig } from '#shared/config.ts';
import type { JsonObject } from '#shared/json.ts';
import type { Hello } from '#shared/session.ts';
import { type CallOptions, limitsOf, withHeaders, withLogLevel } from './call-options.ts';
import type { Call, Era, Params, Profile } from './era/era.ts';
import { faultOf, RpcFault } from './fault.ts';
import type { LateAnswer } from './late-answers.ts';
import type { Link } from './link.ts';
import { parseMessage, type RpcId, type RpcRequest } from './messages.ts';
import type { OperationHandle } from './operations.ts';
import type { Answer, SentCall } from './peer.ts';
import type { NoteDraft } from './tap.ts';
import type { Tracing } from './tracing.ts';
import type { UnderWay } from './under-way.ts';
import { writeCall } from './write-call.ts';

/** What was agreed on, and the way that is used now. */
export interface Connection {
  era: Era;
  hello: Hello;
  link: Link;
}

export interface RequestsDeps {
  config: RunConfig;
  underWay: UnderWay;
  tracing: Tracing;
  connection(): Connection | undefined;
  profile(): Profile;
  note(draft: NoteDraft): void;
  /** A request was answered. */
  worked(): void;
  /** Called with each fault of a request; true when the way was renewed and the call may be sent once more. */
  mended(fault: RpcFault, call: Call, safe: boolean): Promise<boolean>;
}

export interface SendOptions extends CallOptions {
  operation?: OperationHandle | undefined;
  /** The operation is told of an answer that comes when it is over. */
  tellLate?: boolean | undefined;
  /** The tool that is called, for headers that mirror arguments. */
  tool?: JsonObject | undefined;
  signal?: AbortSignal | undefined;
  /** True when sending it twice does no harm, whatever the method. */
  repeatable?: boolean | undefined;
  /** The server may end it by `notifications/cancelled` too. */
  endedByNotice?: boolean | undefined;
  /** With or without a `traceparent`; absent means as its operation began, else as the server's settings say. */
  trace?: boolean | undefined;
  /** Params that are a text get the envelope of this session. */
  ownEnvelope?: boolean | undefined;
  /** Called right before it goes out, with its id. */
  onSending?: ((id: RpcId) => void) | undefined;
  onSent?: (call: SentCall) => void;
}

/** Sends what this app asks and says, each request tied to the operation it is for. Answers are not interpreted here. */
export class Requests {
  readonly #deps: RequestsDeps;

  constructor(deps: RequestsDeps) {
    this.#deps = deps;
  }

  /** Throws an RpcFault where there is none. */
  connected(): Connection {
    const connection = this.#deps.connection();
    if (!connection) throw new RpcFault('local', 'There is no connection to the server yet.');
    return connection;
  }

  /** One request and its answer, whatever the answer means. Rejects with an RpcFault. */
  async send(call: Call, options: SendOptions): Promise<Answer> {
    try {
      const answer = await this.#sendOnce(call, options);
      this.#deps.worked();
      return answer;
    } catch (error) {
      const fault = faultOf(error);
      if (!(await this.#deps.mended(fault, call, options.repeatable ?? call.method !== 'tools/call'))) throw fault;
      return this.#sendOnce(call, options);
    }
  }

  async notify(method: string, params: Params): Promise<void> {
    const { era, link } = this.connected();
    const stamped = era.stamp(params, this.#deps.profile());
    await link.peer.notify(method, stamped, era.headers({ method, params: stamped }));
  }

  /** Sends text as it is; resolves with the answer when the text is one request. */
  async raw(text: string, operation: OperationHandle): Promise<Answer | undefined> {
    const { era, link } = this.connected();
    const { timeouts } = this.#deps.config;
    const { messages } = parseMessage(text);
    const message = messages[0];
    const headers = message && message.kind !== 'response' ? era.headers(message) : [];
    const call = message?.kind === 'request' ? message : undefined;
    const answer = await this.#tracked(call, { operation }, (signal, onSent) =>
      link.peer.raw(text, { headers, ...(signal ? { signal } : {}), onSent, limits: limitsOf(timeouts, {}) }),
    );
    // A batch is only sent: nothing waits for its answers.
    if (!answer) for (const one of messages) if (one.kind === 'request') this.#sayBy(operation.by, one);
    return answer;
  }

  #sendOnce(call: Call, options: SendOptions): Promise<Answer> {
    const { era, link } = this.connected();
    const { operation } = options;
    const traceparent = this.#deps.tracing.next(operation, options.trace);
    const written = writeCall(call, era, {
      profile: withLogLevel(this.#deps.profile(), options.logLevel),
      http: link.transport.kind === 'http',
      traceparent,
      options,
    });
    const { method, params } = call;
    const { text } = written;
    const reports = options.progress !== false && (text === undefined || written.hasToken);
    const progress = reports ? operation : undefined;
    const late = options.tellLate ? operation : undefined;
    // A stream that the server may end is no call whose loss tells anything.
    return this.#tracked(options.endedByNotice ? undefined : { method, params }, options, (signal, onSent) =>
      link.peer.request(method, written.params, {
        headers: withHeaders(written.headers, options.headers),
        ...(text === undefined ? {} : { text }),
        ...(signal ? { signal } : {}),
        limits: limitsOf(this.#deps.config.timeouts, options),
        cancel: era.cancel(link.transport.kind),
        ...(progress ? { onProgress: (report: JsonObject) => progress.progress(report) } : {}),
        onSending: options.onSending,
        onSent,
        ...(late ? { onLate: (answer: LateAnswer) => late.late(answer) } : {}),
        ...(options.endedByNotice ? { endedByNotice: true } : {}),
      }),
    );
  }

  /** Ties a request to its operation, which stops it, and to a signal that does. */
  async #tracked<T>(
    request: { method: string; params: JsonObject } | undefined,
    { operation, signal, onSent }: SendOptions,
    go: (signal: AbortSignal | undefined, onSent: (call: SentCall) => void) => Promise<T>,
  ): Promise<T> {
    if (operation?.over) throw new RpcFault('cancelled', 'It was stopped before it was sent.');
    let answered: (() => void) | undefined;
    let over: (() => void) | undefined;
    try {
      return await go(signal, (call) => {
        answered = operation?.sent(call);
        over = request && this.#deps.underWay.began(call, request, operation);
        this.#sayBy(operation?.by, { id: call.id, method: request?.method ?? '' });
        onSent?.(call);
      });
    } finally {
      answered?.();
      over?.();
    }
  }

  /** Puts on record that no person started a request: nothing on the wire would tell. */
  #sayBy(by: ToolAsker | undefined, { id, method }: Pick<RpcRequest, 'id' | 'method'>): void {
    if (!by) return;
    const who = by.kind === 'script' ? `The script ${by.name}` : `The model ${by.name}`;
    this.#deps.note({ what: 'request.by', level: 'debug', text: `${who} started ${method}.`, data: { id, by } });
  }
}
