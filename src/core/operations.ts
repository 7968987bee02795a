import type { ToolAsker } from '#shared/approvals.ts';
import { isOperationOver, type Operation, type OperationStatus, type StateChange } from '#shared/entities.ts';
import { isFiniteNumber } from '#shared/json.ts';
import type { Verb } from '#shared/verbs.ts';
import { faultOf, operationFault, RpcFault } from './fault.ts';
import type { LateAnswer } from './late-answers.ts';
import type { TimeLeft } from './limit.ts';
import type { RpcId } from './messages.ts';
import type { Answer, SentCall } from './peer.ts';
import type { Clock } from './ports.ts';

/** Finished operations that are kept; older ones are dropped, some at a time. */
const KEPT = 1000;
const DROPPED_AT_ONCE = 100;
/** Progress and notice counts reach the page at most this often, milliseconds. */
const BUSY_PUBLISH_MS = 100;

export interface OperationDeps {
  sessionId: string;
  clock: Clock;
  /** A copy without secrets. */
  redact<T>(value: T): T;
  publish(change: StateChange): void;
}

/** Where the result of an operation lies, or why there is none. */
export type ResultPlace = { seq: number; rpcId?: RpcId; path?: string[] } | { fault: NonNullable<Operation['fault']> };

/** Exchanges of one operation that are kept: a task may be polled for days. */
const EXCHANGES = 500;

/** The first stays, it is the call itself; of the others the newest. */
function withId(ids: readonly string[], id: string): string[] {
  return ids.length < EXCHANGES ? [...ids, id] : [...ids.slice(0, 1), ...ids.slice(2 - EXCHANGES), id];
}

/** Why its open questions are over: sentences. */
const ENDED = 'The call ended before you answered.';
const STOPPED = 'You stopped the call.';

/** A request whose answer is waited for, for the day the server ends before. */
export interface Intent {
  method: string;
  name: string | undefined;
  /** Monotonic, microseconds. */
  startedAt: number;
  exchangeId: string;
}

/** One user intent while it runs: its exchanges, its waiting for a person, its progress, its end. */
export class OperationHandle {
  readonly #deps: OperationDeps;
  readonly #onOver: () => void;
  readonly #calls = new Set<SentCall>();
  /** Changed in place; only copies of it leave. */
  readonly #entity: Operation;
  #asks = 0;
  #askedAt = 0;
  #cancelledAt: number | undefined;
  /** Why it was stopped, where no person did; a sentence. */
  #why: string | undefined;
  /** Why its open questions are over, where that is more than the end of the call; a sentence. */
  #asksOver: string | undefined;
  #dirty = false;
  /** What its first steps bring is published with its beginning, once. */
  #begun = false;
  #answer: Pick<Answer, 'rpcId' | 'path'> | undefined;
  /** Made when somebody asks for it: few do, and it costs more than all else of an operation. */
  #abort: AbortController | undefined;
  /** What it began with; its later requests (rounds, task polls) only move its exchange on. */
  intent: Intent | undefined;
  /** Whoever began it answers what it asks; reply rules leave that alone. */
  unruled = false;
  /** Who began it, where no person did by hand. */
  by: ToolAsker | undefined;
  /** The trace its requests belong to; false when it wants none. */
  trace: string | false | undefined;
  /** Set by a feature that ends the work in its own way (tasks). Asked a second time, the operation just stops. */
  onCancel: (() => void) | undefined;
  /** Nothing of it has a time limit any more: a person wants to wait. */
  #unlimited = false;
  /** No longer among the operations that are known; what still comes of it is told to nobody. */
  #forgotten = false;

  constructor(deps: OperationDeps, entity: Operation, onOver: () => void) {
    this.#deps = deps;
    this.#entity = entity;
    this.#onOver = onOver;
  }

  /** Shows it, after the first steps that needed no waiting. */
  begin(): void {
    this.#begun = true;
    this.#publish();
  }

  get id(): string {
    return this.#entity.id;
  }
  get taskId(): string | undefined {
    return this.#entity.taskId;
  }
  get over(): boolean {
    return isOperationOver(this.#entity.status);
  }
  /** Aborted when the operation is cancelled or over. */
  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    if (this.over) this.#abort.abort(this.#endOfAsks());
    return this.#abort.signal;
  }

  /** Takes note of a request that is under way, which ends with the operation; the answer is told by the returned function. */
  sent(call: SentCall): () => void {
    this.#calls.add(call);
    if (this.#unlimited) call.lift();
    this.#entity.exchangeIds = withId(this.#entity.exchangeIds, call.exchangeId);
    this.#publish();
    return () => this.#calls.delete(call);
  }

  /** True when one of its requests travels on this HTTP exchange. */
  ownsChannel(ch: string): boolean {
    for (const call of this.#calls) if (call.ch === ch) return true;
    return false;
  }

  /** A person is asked: clocks stand still until the returned function is called. `show` makes it `waiting`. */
  asked(show: boolean, exchangeId?: string): () => void {
    const stopped = [...this.#calls];
    for (const call of stopped) call.pause();
    const before = this.#entity.status;
    if (show) this.#askBegins(exchangeId);
    else this.#publish();
    return () => {
      for (const call of stopped) call.resume();
      if (show) this.#askEnds(before);
      else this.#publish();
    };
  }

  /** Takes the time limits off it, those of its later requests too. */
  keepWaiting(): void {
    if (this.over) return;
    this.#unlimited = true;
    for (const call of this.#calls) call.lift();
    this.#publish();
  }

  /** The answer came after the operation had been given up. */
  late({ seq, bytes, toolError, rpcId, fault }: LateAnswer): void {
    if (!this.over || this.#forgotten) return;
    if (!fault) this.#answer = { rpcId };
    this.#entity.late = {
      at: Math.round(this.#deps.clock.wall() / 1000),
      seq,
      bytes,
      ...(toolError ? { toolError } : {}),
      ...(fault ? { fault: operationFault(fault, this.#deps.redact) } : {}),
    };
    this.#publish();
  }

  forget(): void {
    this.#forgotten = true;
  }

  progress(params: { progress?: unknown; total?: unknown; message?: unknown }): void {
    const { progress: value, total, message } = params;
    const known = this.#entity.progress;
    this.#entity.progressCount += 1;
    this.#entity.progress = {
      value: isFiniteNumber(value) ? value : (known?.value ?? 0),
      ...(isFiniteNumber(total) ? { total } : {}),
      ...(typeof message === 'string' ? { message } : {}),
    };
    this.#publishSoon();
  }

  notice(): void {
    this.#entity.noticeCount += 1;
    this.#publishSoon();
  }

  /** What was read, by a print of it; told with its end. */
  contents(print: string): void {
    this.#entity.contentsPrint = print;
  }

  /** The work goes on as a task at the server. */
  polling(taskId: string): void {
    this.#set({ status: 'polling', taskId });
  }

  finish(answer: Answer | undefined): void {
    if (this.over) return;
    if (!answer) {
      this.#end('done', {});
      return;
    }
    const { rpcId, path, seq: resultSeq, bytes: resultBytes } = answer;
    this.#answer = path ? { rpcId, path } : { rpcId };
    const facts = { resultSeq, resultBytes };
    this.#end('done', answer.result.isError === true ? { ...facts, toolError: true } : facts);
  }

  /**
   * `why`: the reason, a sentence, where it is this app that ends it and no person. `asksOver`: what its open questions
   * are told, a sentence, where more ends than this call.
   */
  fail(error: unknown, why?: string, asksOver?: string): void {
    if (this.over) return;
    this.#why ??= why;
    this.#asksOver = asksOver;
    const fault = faultOf(error);
    const ours = fault.kind === 'cancelled';
    const own = this.#cancelledAt !== undefined && ours ? this.#stopped(this.#cancelledAt) : fault;
    this.#end(ours ? 'cancelled' : 'failed', {
      fault: operationFault(own, this.#deps.redact),
      ...(fault.seq === undefined ? {} : { resultSeq: fault.seq }),
    });
  }

  /** `why`: the reason, a sentence, where no person stops it. */
  cancel(why?: string): void {
    if (this.over) return;
    this.#why ??= why;
    const again = this.#cancelledAt !== undefined;
    this.#cancelledAt ??= this.#deps.clock.wall();
    if (this.onCancel && !again) {
      this.onCancel();
      this.#set({ stopping: true });
    } else this.fail(new RpcFault('cancelled', STOPPED));
  }

  place(): ResultPlace | undefined {
    const { fault, resultSeq, late } = this.#entity;
    if (late && !late.fault) return { seq: late.seq, ...this.#answer };
    if (fault) return { fault };
    if (resultSeq === undefined) return undefined;
    return { seq: resultSeq, ...this.#answer };
  }

  #endOfAsks(): string {
    return this.#why ?? this.#asksOver ?? (this.#cancelledAt === undefined ? ENDED : STOPPED);
  }

  #stopped(at: number): RpcFault {
    if (this.#why !== undefined) return new RpcFault('cancelled', `${this.#why} It may have done part of the work.`);
    const after = Math.round((at / 1000 - this.#entity.startedAt) / 100) / 10;
    return new RpcFault('cancelled', `You stopped the call after ${after} s. It may have done part of the work.`);
  }

  #askBegins(exchangeId: string | undefined): void {
    if (this.#asks === 0) this.#askedAt = this.#deps.clock.mono();
    this.#asks += 1;
    const { rounds, exchangeIds } = this.#entity;
    this.#set({
      status: 'waiting',
      rounds: rounds + 1,
      exchangeIds: exchangeId === undefined ? exchangeIds : withId(exchangeIds, exchangeId),
    });
  }

  #askEnds(before: OperationStatus): void {
    this.#asks -= 1;
    if (this.#asks > 0) return;
    const waited = (this.#deps.clock.mono() - this.#askedAt) / 1000;
    const status = this.over ? this.#entity.status : before === 'waiting' ? 'running' : before;
    this.#set({ status, waitedMs: this.#entity.waitedMs + Math.round(waited) });
  }

  #end(status: OperationStatus, facts: Partial<Operation>): void {
    facts.status = status;
    facts.endedAt = Math.round(this.#deps.clock.wall() / 1000);
    this.#set(facts);
    this.#onOver();
    // It is one reason among others on the wire and in the log, so it has no full stop.
    const why = this.#why?.replace(/\.$/, '');
    for (const call of this.#calls) call.stop(why);
    this.#abort?.abort(this.#endOfAsks());
  }

  #set(facts: Partial<Operation>): void {
    Object.assign(this.#entity, facts);
    this.#publish();
  }

  #publish(): void {
    if (!this.#begun) return;
    this.#dirty = false;
    const limit = this.#limit();
    const value = limit ? { ...this.#entity, limit } : { ...this.#entity };
    this.#deps.publish({ op: 'put', topic: 'operation', id: this.id, value });
  }

  /** The limit that strikes first. The polls of a task have limits of their own, which say nothing of the task. */
  #limit(): Operation['limit'] {
    if (this.over || this.#entity.status === 'polling') return undefined;
    let first: TimeLeft | undefined;
    for (const call of this.#calls) {
      const left = call.left();
      if (left && (!first || left.ms < first.ms)) first = left;
    }
    if (!first) return undefined;
    const { which, ms, paused } = first;
    return { which, ...(paused ? { leftMs: ms } : { endsAt: Math.round(this.#deps.clock.wall() / 1000) + ms }) };
  }

  #publishSoon(): void {
    if (this.#dirty) return;
    this.#dirty = true;
    this.#deps.clock.after(BUSY_PUBLISH_MS, () => {
      if (this.#dirty) this.#publish();
    });
  }
}

/** All operations of a session. */
export class Operations {
  readonly #deps: OperationDeps;
  readonly #all = new Map<string, OperationHandle>();
  readonly #running = new Set<OperationHandle>();
  #last = 0;

  constructor(deps: OperationDeps) {
    this.#deps = deps;
  }

  start(verb: string, label: string): OperationHandle {
    const { sessionId, clock } = this.#deps;
    this.#last += 1;
    const entity: Operation = {
      id: `${sessionId}/op${this.#last}`,
      sessionId,
      verb,
      label,
      status: 'running',
      startedAt: Math.round(clock.wall() / 1000),
      waitedMs: 0,
      exchangeIds: [],
      progressCount: 0,
      noticeCount: 0,
      rounds: 0,
    };
    const operation: OperationHandle = new OperationHandle(this.#deps, entity, () => this.#running.delete(operation));
    this.#all.set(operation.id, operation);
    this.#running.add(operation);
    this.#dropOld();
    return operation;
  }

  get(id: string): OperationHandle | undefined {
    return this.#all.get(id);
  }

  running(): OperationHandle[] {
    return [...this.#running];
  }

  #dropOld(): void {
    if (this.#all.size < KEPT + DROPPED_AT_ONCE) return;
    for (const [id, operation] of this.#all) {
      if (!operation.over) continue;
      operation.forget();
      this.#all.delete(id);
      this.#deps.publish({ op: 'drop', topic: 'operation', id });
      if (this.#all.size <= KEPT) return;
    }
  }
}

/** A short name for what is done: the tool, the address, or the verb itself. */
export function labelOf(verb: Verb, input: object): string {
  // Every verb's input is an object.
  const facts = input as { name?: unknown; uri?: unknown; taskId?: unknown; method?: unknown };
  const found = [facts.name, facts.uri, facts.taskId, facts.method].find((one) => typeof one === 'string');
  return typeof found === 'string' ? found : verb;
}
