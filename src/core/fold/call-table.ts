import type { RpcId } from '#core/messages.ts';
import type { Exchange, ExchangeStatus, TrafficRow } from '#shared/exchange.ts';
import type { JsonObject } from '#shared/json.ts';
import type { HeaderList } from '#shared/records.ts';
import { RecentMap } from './recent-map.ts';

/** Answered requests that are still known, so that a second answer or late progress finds them. */
const RECENT = 2_000;
/** Closed exchanges kept for `exchange.get`; older ones are folded again from the log. */
const KEPT = 20_000;

/** A request on its way, or lately ended. */
export interface Call {
  exchange: Exchange;
  row: TrafficRow;
  /** Its own envelope says that it is of the modern era. */
  modern: boolean;
  person: boolean;
  token?: RpcId;
  taskId?: string;
  /** Set on the request of a page after the first. */
  laterPage?: boolean;
  /** Modern: the log messages that the request asks for. */
  logLevel?: string;
  lastProgress: number;
  /** Monotonic time of the request, and of the moment this app stopped waiting. */
  startM: number;
  endM?: number;
  /** Asks below it that wait for a person, and since when. */
  asks: number;
  waitFrom: number;
  waitedUs: number;
  /** Subscriptions only: the kinds of notice that were asked for, and whether the server has acknowledged it. */
  listen?: { asked: JsonObject; acknowledged: boolean };
  /** The first request of several rounds. */
  root?: Call;
  /** Set on that first request: its row is of the whole call then, `own` is of its round alone. */
  whole?: Whole;
  own?: TrafficRow;
  /** First progress notification, and how many came. */
  progress?: { row: TrafficRow; count: number };
  /** HTTP headers that have to say what the body says, until they were compared. */
  mirror?: HeaderList;
  /** Monotonic time at which its HTTP request was begun. */
  httpM?: number;
  /** Status and reason of the HTTP response that carries the answer. */
  http?: string;
  /** In words, when the answer is neither JSON nor events by its content type. */
  oddType?: string;
}

/** Rounds of a call taken together: the newest one, and sums over those before it. */
export interface Whole {
  last: Call;
  rounds: number;
  bytesOut: number;
  bytesIn: number;
  tookUs: number;
  /** Also between the rounds. */
  waitedUs: number;
  /** How it ended when the last question got no answer. */
  over?: string;
}

/** One question of an `input_required` result, until the retry answers it. */
export interface RoundAsk {
  key: string;
  row: TrafficRow;
  m: number;
}
export interface Round {
  call: Call;
  state: string | undefined;
  asks: RoundAsk[];
  /** Of a call that was refused until pages were visited: it is sent again now, as it was. */
  again?: SentAgain;
}

/** The request that a refused call is sent again by: its id, or in older logs the record of the note right before it. */
export type SentAgain = { id: RpcId } | { behind: number };

/** Everything the fold knows about requests: by id, progress token, task and channel. All of it is bounded. */
export class CallTable {
  readonly client = new Map<RpcId, Call>();
  readonly server = new Map<RpcId, Call>();
  readonly rounds: Round[] = [];
  readonly #recent = new RecentMap<RpcId, Call>(RECENT);
  readonly #tokens = new RecentMap<RpcId, Call>(RECENT);
  readonly #tasks = new RecentMap<string, Call>(RECENT);
  readonly #channels = new RecentMap<string, TrafficRow>(RECENT);
  readonly #channelCalls = new RecentMap<string, Call>(RECENT);
  readonly #exchanges = new RecentMap<string, Exchange>(KEPT);

  open(call: Call): void {
    const { exchange } = call;
    (exchange.origin === 'client' ? this.client : this.server).set(exchange.rpcId, call);
    if (call.token !== undefined) this.#tokens.set(call.token, call);
    if (exchange.ch !== 'stdio' && exchange.origin === 'client') {
      this.#channelCalls.set(exchange.ch, call);
    }
  }

  /** Moves a call from the open ones to the lately ended ones. */
  end(call: Call, status: ExchangeStatus): void {
    const { exchange } = call;
    exchange.status = status;
    const open = exchange.origin === 'client' ? this.client : this.server;
    if (open.get(exchange.rpcId) === call) open.delete(exchange.rpcId);
    if (exchange.origin === 'client') {
      this.#recent.set(exchange.rpcId, call);
    }
    if (call.taskId !== undefined) this.#tasks.set(call.taskId, call);
    this.#exchanges.set(exchange.id, exchange);
  }

  forgetEnded(): void {
    for (const known of [
      this.#recent,
      this.#tokens,
      this.#tasks,
      this.#channels,
      this.#channelCalls,
      this.#exchanges,
    ]) {
      known.clear();
    }
  }

  recent(id: RpcId): Call | undefined {
    return this.#recent.get(id);
  }

  byToken(token: RpcId): Call | undefined {
    return this.#tokens.get(token);
  }

  byTask(id: string): Call | undefined {
    return this.#tasks.get(id);
  }

  onChannel(ch: string): Call | undefined {
    return this.#channelCalls.get(ch);
  }

  /** The row a channel's HTTP records belong to. */
  channelRow(ch: string): TrafficRow | undefined {
    return this.#channels.get(ch);
  }

  setChannelRow(ch: string, row: TrafficRow): void {
    if (ch !== 'stdio') this.#channels.set(ch, row);
  }

  exchange(id: string): Exchange | undefined {
    const closed = this.#exchanges.get(id);
    if (closed) return closed;
    for (const open of [this.client, this.server]) {
      for (const call of open.values()) if (call.exchange.id === id) return call.exchange;
    }
    return undefined;
  }

  /** Open client requests that a server may be working on: no streams, no polls, no pings. */
  working(): Call[] {
    const found: Call[] = [];
    for (const call of this.client.values()) {
      const { method } = call.exchange;
      if (method !== 'subscriptions/listen' && method !== 'ping' && method !== 'tasks/get') found.push(call);
    }
    return found;
  }
}
