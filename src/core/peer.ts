import { ExactNumber, writeJson } from '#shared/exact-json.ts';
import { isObject, type JsonObject } from '#shared/json.ts';
import type { HeaderList } from '#shared/records.ts';
import type { Params, Result } from './era/era.ts';
import { httpFault, lostFault, RpcFault } from './fault.ts';
import { exchangeId } from './fold/exchange-id.ts';
import { byteLength, cutText } from './fold/row-text.ts';
import type { IdSource } from './id-source.ts';
import { type LateAnswer, LateAnswers } from './late-answers.ts';
import { type Limits, type TimeLeft, type TimeLimit, TimeLimits } from './limit.ts';
import {
  messageOfValue,
  parseMessage,
  type RpcId,
  type RpcNotification,
  type RpcRequest,
  type RpcResponse,
} from './messages.ts';
import { OneWay } from './one-way.ts';
import { type ChannelEnd, type Clock, type Transport, type TransportEnd, TransportError } from './ports.ts';
import { type Draft, exactDraft, requestDraft, withToken } from './request-draft.ts';
import { sendRecorded } from './send-recorded.ts';
import { ServerRequest } from './server-request.ts';
import type { Seen, Tap, TapHooks } from './tap.ts';

/** A result and where it lies. `exchangeId` is the key of the exchange in the fold. */
export interface Answer {
  result: Result;
  seq: number;
  /** Id of the request: a batch carries the answers to several. */
  rpcId: RpcId;
  exchangeId: string;
  /** Size of the message that carried it, bytes. */
  bytes: number;
  /** Keys inside `result` that lead to what was asked for; absent means the result itself. */
  path?: string[];
}

/** A request that is under way. */
export interface SentCall {
  id: RpcId;
  seq: number;
  ch: string;
  exchangeId: string;
  /** Stop and go on counting its time limit; calls nest. */
  pause(): void;
  resume(): void;
  /** What is left of its time; undefined when it has no limit. */
  left(): TimeLeft | undefined;
  /** From now on it has no limit. */
  lift(): void;
  /** Gives it up and tells the server why, by default that a person did; nothing once it is answered. */
  stop(why?: string): void;
}

export interface RequestOptions {
  headers?: HeaderList;
  signal?: AbortSignal;
  limits?: Limits;
  /** Asks for progress with a token and gets every report. */
  onProgress?: (params: JsonObject) => void;
  /** Called right before it goes out, with its id. */
  onSending?: ((id: RpcId) => void) | undefined;
  onSent?: (call: SentCall) => void;
  /** Told of the answer that comes after it was given up. */
  onLate?: (late: LateAnswer) => void;
  /** How the server is told that we gave up; `none` for greetings. */
  cancel?: 'notify' | 'abort' | 'none';
  /** The server may end it by `notifications/cancelled` too, as it may with a subscription. */
  endedByNotice?: boolean;
  /** An error without an id on stdio is taken as the answer to this request. */
  takesNullId?: boolean;
  /** Exact JSON text of the params on one line; an empty one sends none. */
  text?: string;
}

/** What the session does with what arrives. Each is called after the record was taken. */
export interface PeerHandlers {
  request(request: ServerRequest): void;
  notification(message: RpcNotification, seen: Seen): void;
  http(event: Parameters<TapHooks['http']>[0]): void;
  stderr: TapHooks['stderr'];
  started: TapHooks['started'];
  closed(end: TransportEnd): void;
}

export interface PeerDeps {
  transport: Transport;
  tap: Tap;
  clock: Clock;
  ids: IdSource;
  handlers: PeerHandlers;
  /** HTTP+SSE of 2024-11-05: answers come on another stream than the POST they belong to. */
  answersElsewhere: boolean;
}

const STOPPED = 'stopped by the user';
interface Waiting {
  method: string;
  ch: string;
  exchangeId: string;
  status: number | undefined;
  limit: TimeLimit | undefined;
  options: RequestOptions;
  resolve(answer: Answer): void;
  reject(fault: RpcFault): void;
  release: (() => void) | undefined;
}

/** JSON-RPC over one transport: ids, correlation, dispatch. Knows nothing of MCP but progress and cancellation. */
export class Peer {
  readonly #deps: PeerDeps;
  readonly #waiting = new Map<RpcId, Waiting>();
  readonly #asked = new Map<RpcId, ServerRequest>();
  readonly #late = new LateAnswers();
  readonly #limits: TimeLimits;
  readonly #oneWay: OneWay;
  #end: TransportEnd | undefined;

  constructor(deps: PeerDeps) {
    this.#deps = deps;
    this.#limits = new TimeLimits(deps.clock);
    this.#oneWay = new OneWay(deps);
  }

  /** What the tap reports to. */
  get hooks(): TapHooks {
    const { handlers } = this.#deps;
    return {
      message: (message, seen) => {
        if (message.kind === 'response') this.#answered(message, seen);
        else if (message.kind === 'notification') this.#notified(message, seen);
        else {
          const request = new ServerRequest(message, seen, (body) => this.#reply(message, body));
          this.#asked.set(message.id, request);
          handlers.request(request);
        }
      },
      http: (event) => {
        if (event.what === 'response') this.#headArrived(event.ch, event.status);
        handlers.http(event);
      },
      ended: (end) => this.#channelEnded(end),
      closed: (end) => this.#closed(end),
      stderr: (payload) => handlers.stderr(payload),
      started: (facts) => handlers.started(facts),
    };
  }

  /** How the transport ended, once it has. */
  get end(): TransportEnd | undefined {
    return this.#end;
  }

  /** Sends a request and waits for its answer. Rejects with an RpcFault, never with anything else. */
  request(method: string, params: Params, options: RequestOptions = {}): Promise<Answer> {
    const id = this.#deps.ids.next();
    if (options.text !== undefined) return this.#ask(exactDraft(id, method, options), options);
    return this.#ask(requestDraft(id, method, options.onProgress ? withToken(params, id) : params), options);
  }

  /** Sends a notification. Resolves when it was handed over; a failure is noted, not thrown. */
  async notify(method: string, params: Params, headers: HeaderList = []): Promise<void> {
    const message = { jsonrpc: '2.0', method, params };
    if (!this.#end) await this.#oneWay.send(message, headers, method);
  }

  /**
   * Sends text as it is. A text that is one request with a free id is waited for, anything else only sent. No id in it
   * is given to a later request: an answer to the text can be taken for the answer to no other one.
   */
  async raw(text: string, options: RequestOptions = {}): Promise<Answer | undefined> {
    const parsed = parseMessage(text);
    for (const message of parsed.messages) if (message.kind === 'request') this.#deps.ids.skip(message.id);
    const only = parsed.batch ? undefined : parsed.messages[0];
    if (only?.kind === 'request' && !this.#waiting.has(only.id)) {
      return this.#ask({ id: only.id, method: only.method, message: only.raw, text }, options);
    }
    if (this.#end) throw lostFault(this.#end, false);
    await this.#oneWay.hand({ text, headers: options.headers ?? [] }, parsed, 'the raw text');
    return undefined;
  }

  #ask(draft: Draft, options: RequestOptions): Promise<Answer> {
    if (this.#end) return Promise.reject(lostFault(this.#end, false));
    if (options.signal?.aborted) return Promise.reject(new RpcFault('cancelled', 'It was stopped before it was sent.'));
    const ch = this.#deps.transport.channel();
    const read = messageOfValue(draft.message);
    // The id of a raw text may be a number that no value holds.
    const request = read?.kind === 'request' && read.id !== draft.id ? { ...read, id: draft.id } : read;
    const out = { ch, text: draft.text, headers: options.headers ?? [] };
    return new Promise((resolve, reject) => {
      let entry: Waiting | undefined;
      const recorded = (seq: number): void => {
        entry = this.#enter(draft, { ch, exchangeId: exchangeId(seq) }, options, { resolve, reject });
        this.#tellSent(draft.id, seq, entry);
      };
      const parsed = { messages: request ? [request] : [], batch: false };
      options.onSending?.(draft.id);
      sendRecorded(this.#deps, { ...out, request: { id: draft.id, method: draft.method } }, parsed, recorded).catch(
        (error: unknown) => (entry ? this.#sendFailed(draft.id, entry, error) : reject(error)),
      );
    });
  }

  #tellSent(id: RpcId, seq: number, entry: Waiting): void {
    const { ch, options } = entry;
    options.onSent?.({
      id,
      seq,
      ch,
      exchangeId: entry.exchangeId,
      pause: () => entry.limit?.pause(),
      resume: () => entry.limit?.resume(),
      left: () => entry.limit?.left(),
      lift: () => entry.limit?.lift(),
      stop: (why = STOPPED) => this.#stop(id, entry, why),
    });
  }

  #enter(
    draft: Draft,
    place: { ch: string; exchangeId: string },
    options: RequestOptions,
    settle: { resolve(answer: Answer): void; reject(fault: RpcFault): void },
  ): Waiting {
    const { id } = draft;
    const { signal } = options;
    const abort = () => {
      // A greeting is stopped by the negotiation too, which says why.
      const told: unknown = options.cancel === 'none' ? signal?.reason : undefined;
      this.#stop(id, entry, typeof told === 'string' ? told : STOPPED);
    };
    // The hot path: written out, because spreads make slow objects.
    const entry: Waiting = {
      resolve: settle.resolve,
      reject: settle.reject,
      ch: place.ch,
      exchangeId: place.exchangeId,
      method: draft.method,
      status: undefined,
      options,
      limit: undefined,
      release: signal && (() => signal.removeEventListener('abort', abort)),
    };
    signal?.addEventListener('abort', abort, { once: true });
    if (options.limits) entry.limit = this.#limit(id, entry, options.limits);
    this.#waiting.set(id, entry);
    return entry;
  }

  #limit(id: RpcId, entry: Waiting, limits: Limits): TimeLimit {
    return this.#limits.start(limits, (which) => {
      const ms = which === 'idle' ? limits.idleMs : limits.totalMs;
      const told =
        entry.options.cancel === 'none' ? '' : ' The server was told to stop, it may still be working on it.';
      const total = limits.totalMs > 0 ? `, ${seconds(limits.totalMs)} in all` : '';
      const rule = `The limit is ${seconds(limits.idleMs)} between signs of life${total}.`;
      const fault = new RpcFault('timeout', `No result after ${seconds(ms)}.${told}`, {
        todo: `${rule} Give it more time or look at what the server is doing.`,
      });
      this.#giveUp(id, entry, fault, 'timed out');
    });
  }

  #stop(id: RpcId, entry: Waiting, reason: string): void {
    this.#giveUp(id, entry, new RpcFault('cancelled', 'You stopped the call.'), reason);
  }

  /** Ends the waiting on our side and tells the server in the way of the era. */
  #giveUp(id: RpcId, entry: Waiting, fault: RpcFault, reason: string): void {
    if (!this.#take(id, entry)) return;
    entry.reject(fault);
    if (this.#end) return;
    if (entry.options.onLate) this.#late.wait(id, entry.options.onLate);
    // Said before the server is told: on HTTP nothing else tells a stopped exchange from one that broke.
    const what = fault.kind === 'timeout' ? 'request.timeout' : 'request.stopped';
    const text = `No longer waiting for the answer to ${entry.method}: ${reason}.`;
    this.#deps.tap.note({ what, level: 'debug', text, data: { id } });
    const how = entry.options.cancel ?? 'notify';
    if (how === 'none') return;
    if (how === 'notify') void this.notify('notifications/cancelled', { requestId: id, reason });
    // On HTTP the response stream is closed in any case: nothing more is wanted from it.
    this.#deps.transport.abort(entry.ch);
  }

  #take(id: RpcId, entry: Waiting): boolean {
    if (this.#waiting.get(id) !== entry) return false;
    this.#waiting.delete(id);
    entry.limit?.stop();
    entry.release?.();
    return true;
  }

  #answered(message: RpcResponse, seen: Seen): void {
    const id = message.id ?? this.#ownerOfNullId(seen.ch);
    const entry = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined) return;
    if (!entry || !this.#take(id, entry)) {
      this.#late.answered(id, message, seen);
      return;
    }
    const { seq } = seen;
    if (message.error) {
      const { code, message: text, data } = message.error;
      entry.reject(new RpcFault('protocol', text, { code, data, seq, status: entry.status }));
      return;
    }
    // An empty array stands for an empty object here, as some PHP servers write it.
    const result = isObject(message.result) ? message.result : {};
    const bytes = seen.payload.body?.bytes ?? byteLength(seen.payload.text);
    entry.resolve({ result, seq, rpcId: id, exchangeId: entry.exchangeId, bytes });
  }

  /** Over HTTP the channel tells whose error it is; on a stream that all share only a request that expects this takes it. */
  #ownerOfNullId(ch: string): RpcId | undefined {
    // With HTTP+SSE answers come on one stream for all, as on stdio.
    const shared = this.#deps.transport.kind !== 'http' || this.#deps.answersElsewhere;
    if (this.#deps.transport.kind === 'http') for (const [id, entry] of this.#waiting) if (entry.ch === ch) return id;
    for (const [id, entry] of this.#waiting) if (shared && entry.options.takesNullId) return id;
    return undefined;
  }

  #notified(message: RpcNotification, seen: Seen): void {
    if (message.method === 'notifications/progress') {
      const token = message.params.progressToken;
      const entry = typeof token === 'number' || typeof token === 'string' ? this.#waiting.get(token) : undefined;
      if (entry?.options.onProgress) {
        entry.limit?.touch();
        entry.options.onProgress(message.params);
      }
    } else if (message.method === 'notifications/cancelled') {
      const id = message.params.requestId;
      if (typeof id === 'number' || typeof id === 'string') this.#cancelledByServer(id, message.params.reason);
    }
    this.#deps.handlers.notification(message, seen);
  }

  #cancelledByServer(id: RpcId, reason: unknown): void {
    const because = typeof reason === 'string' && reason !== '' ? ` It says: ${cutText(reason, 200)}` : '';
    this.#asked.get(id)?.withdraw(`The server took the question back.${because}`);
    const entry = this.#waiting.get(id);
    if (!entry?.options.endedByNotice || !this.#take(id, entry)) return;
    entry.reject(new RpcFault('local', `The server ended ${entry.method}.`));
  }

  #headArrived(ch: string, status: number | undefined): void {
    for (const entry of this.#waiting.values()) if (entry.ch === ch) entry.status = status;
  }

  #channelEnded(end: ChannelEnd): void {
    this.#oneWay.ended(end);
    for (const [id, entry] of this.#waiting) {
      if (entry.ch !== end.ch) continue;
      const accepted = end.error === undefined && end.status !== undefined && end.status < 300;
      if (this.#deps.answersElsewhere && accepted) return;
      if (this.#take(id, entry)) entry.reject(httpFault(end));
      return;
    }
  }

  #sendFailed(id: RpcId, entry: Waiting, error: unknown): void {
    if (!this.#take(id, entry)) return;
    const failure = error instanceof TransportError ? error.failure : undefined;
    const text = failure ? `${failure.title}. ${failure.why}` : error instanceof Error ? error.message : String(error);
    const kind = this.#deps.transport.kind === 'http' ? 'http' : 'lost';
    entry.reject(new RpcFault(kind, text, { failure, todo: failure?.todo }));
  }

  #closed(end: TransportEnd): void {
    if (this.#end) return;
    this.#end = end;
    for (const [id, entry] of [...this.#waiting]) {
      if (this.#take(id, entry)) entry.reject(lostFault(end, true));
    }
    this.#limits.close();
    for (const request of [...this.#asked.values()]) request.withdraw('The server has gone.');
    this.#asked.clear();
    this.#deps.handlers.closed(end);
  }

  #reply({ id, raw }: RpcRequest, body: JsonObject | undefined): void {
    this.#asked.delete(id);
    if (!body || this.#end) return;
    const what = 'the answer to its request';
    if (id === raw.id) return void this.#oneWay.send({ jsonrpc: '2.0', id, ...body }, [], what);
    // The id is a number that no value holds: it goes back by its text.
    const text = writeJson({ jsonrpc: '2.0', id: new ExactNumber(String(id)), ...body });
    void this.#oneWay.hand({ text, headers: [] }, parseMessage(text), what);
  }
}

function seconds(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`;
}
