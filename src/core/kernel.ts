import type { RunConfig } from '#shared/config.ts';
import type { Answerer, PendingKind, StateChange } from '#shared/entities.ts';
import { type JsonObject, objectAt, textAt } from '#shared/json.ts';
import type { Session } from '#shared/session.ts';
import { childOf, onAbort } from './abort.ts';
import type { Call, InputRequest, Outcome, Params } from './era/era.ts';
import { faultOf, RpcFault } from './fault.ts';
import { declined, declinedBy, gatherReplies, LeftOut, type RoundFacts } from './gather.ts';
import type { InputAsk, InputHandler, InputReply } from './inputs.ts';
import type { RpcNotification } from './messages.ts';
import type { OperationHandle, Operations } from './operations.ts';
import type { Answer } from './peer.ts';
import type { AskFacts, Pending, PendingEnd } from './pending.ts';
import type { Clock } from './ports.ts';
import { type Connection, Requests, type RequestsDeps, type SendOptions } from './requests.ts';
import { endless, RELATED_TASK, RoundRetry, refusedBegan, relatedTo, retried, roundEnded } from './rounds.ts';
import { RuleTurns } from './rule-turns.ts';
import { type RuleJudge, UNRULED } from './rules.ts';
import type { ServerRequest } from './server-request.ts';
import type { NoteDraft, Seen } from './tap.ts';

/** Rounds in which the server only hands out a new state. */
const MAX_STATE_ROUNDS = 100;
const STATE_ROUND_PAUSE_MS = 250;

export type StreamInfo = Session['streams'][number];

export interface KernelDeps extends RequestsDeps {
  sessionId: string;
  clock: Clock;
  /** Aborted when the session is closed. */
  signal: AbortSignal;
  operations: Operations;
  pending: Pending;
  publish(change: StateChange): void;
  stream(info: StreamInfo): void;
  /** Nobody looks at the app. */
  background(): boolean;
  /** Looks for a rule that answers in the place of a person. */
  judge: RuleJudge;
  /** Rounds of questions one call may have; a result in the last one counts. */
  roundLimit(): number;
}

/** A started task and the call it came from. */
export interface TaskStart {
  taskId: string;
  answer: Answer;
  call: Call;
  options: SendOptions;
}

/** What carried the questions of a round, and which one it is. */
type AskedIn = Pick<RoundFacts, 'seq' | 'round' | 'refused'>;

/** How a question ended that was not left out. */
export type AskEnd = Exclude<PendingEnd, { action: 'left-out' }>;

/** What a feature may do with a session (ARCHITECTURE 8). It names no feature. */
export class Kernel {
  readonly #deps: KernelDeps;
  readonly #requests: Requests;
  readonly #turns: RuleTurns;
  readonly #notices = new Map<string, ((params: JsonObject, seen: Seen) => void)[]>();
  readonly #inputs = new Map<string, InputHandler>();
  readonly #ready: (() => void | Promise<void>)[] = [];
  /** Rounds so far: not each one is carried by a record of its own. */
  #rounds = 0;
  #taskAnswered: ((taskId: string) => void) | undefined;
  #followTask: ((start: TaskStart) => Promise<Answer>) | undefined;

  constructor(deps: KernelDeps) {
    this.#deps = deps;
    this.#requests = new Requests(deps);
    this.#turns = new RuleTurns(deps.clock, deps.roundLimit);
  }

  get sessionId(): string {
    return this.#deps.sessionId;
  }
  get config(): RunConfig {
    return this.#deps.config;
  }
  get clock(): Clock {
    return this.#deps.clock;
  }
  get signal(): AbortSignal {
    return this.#deps.signal;
  }
  get connection(): Connection | undefined {
    return this.#deps.connection();
  }
  /** Nobody looks at the app: what can wait is asked for less often. */
  get background(): boolean {
    return this.#deps.background();
  }

  onNotice(method: string, fn: (params: JsonObject, seen: Seen) => void): void {
    this.#notices.set(method, [...(this.#notices.get(method) ?? []), fn]);
  }
  /** Claims what the server asks with this method. */
  onInput(method: string, handler: InputHandler): void {
    this.#inputs.set(method, handler);
  }
  /** Called each time a connection is ready: once, and again after the session had to be renewed. */
  onReady(fn: () => void | Promise<void>): void {
    this.#ready.push(fn);
  }
  /** `answered` is called after each answer to a question that the server asked for a task. */
  onTask(follow: (start: TaskStart) => Promise<Answer>, answered: (taskId: string) => void): void {
    this.#followTask = follow;
    this.#taskAnswered = answered;
  }

  publish(change: StateChange): void {
    this.#deps.publish(change);
  }
  note(draft: NoteDraft): void {
    this.#deps.note(draft);
  }
  stream(info: StreamInfo): void {
    this.#deps.stream(info);
  }

  /** Wall clock, milliseconds. */
  now(): number {
    return Math.round(this.#deps.clock.wall() / 1000);
  }

  /** Resolves after a while, or at once when the signal fires. */
  pause(ms: number, signal: AbortSignal = this.signal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const done = () => {
        stop();
        forget();
        resolve();
      };
      const stop = this.#deps.clock.after(ms, done);
      const forget = onAbort(signal, done);
    });
  }

  /** What the server declared under a capability, or undefined. */
  declared(capability: string): JsonObject | undefined {
    const value = this.connection?.hello.capabilities[capability];
    if (value === undefined || value === null || value === false) return undefined;
    return objectAt(this.connection?.hello.capabilities, capability) ?? {};
  }

  /** Does something of this app's own accord and shows it as an operation. */
  begin(verb: string, label: string, work: (operation: OperationHandle) => Promise<Answer | undefined>): void {
    const operation = this.#deps.operations.start(verb, label);
    work(operation).then(
      (answer) => operation.finish(answer),
      (error: unknown) => operation.fail(error),
    );
    operation.begin();
  }

  /** One request and its answer, whatever the answer means. Rejects with an RpcFault. */
  send(call: Call, options: SendOptions = {}): Promise<Answer> {
    return this.#requests.send(call, options);
  }

  /** One intent to its end: answers what the server asks, follows tasks. Rejects with an RpcFault. */
  async run(call: Call, options: SendOptions = {}): Promise<Answer> {
    let next = call;
    let again: RoundRetry | undefined;
    let [rounds, stateRounds] = [0, 0];
    for (;;) {
      const { answer, refusedIn, outcome } = await this.#step(next, call, options, again);
      if (outcome.kind === 'done') return need(answer);
      if (outcome.kind === 'invalid') throw new RpcFault('protocol', outcome.why, { seq: answer?.seq });
      if (outcome.kind === 'task') return this.#task({ taskId: outcome.taskId, answer: need(answer), call, options });
      if (outcome.requests.length === 0) {
        stateRounds += 1;
        if (stateRounds > MAX_STATE_ROUNDS) throw endless('answered with nothing but a new state', MAX_STATE_ROUNDS);
        await this.pause(STATE_ROUND_PAUSE_MS, options.operation?.signal);
      } else {
        const most = this.#deps.roundLimit();
        if (rounds >= most) throw endless('asked for more input', most);
        rounds += 1;
      }
      const from = { seq: answer?.seq ?? refusedIn, round: rounds, refused: refusedIn !== undefined };
      if (from.refused) this.note(refusedBegan(call, from.seq));
      const gathered = await this.#round(from, outcome.requests, options);
      const retry = outcome.retry(gathered.answers);
      if (!retry) throw this.#unanswered(from.seq, gathered.declinedBy);
      again = new RoundRetry(from, call, (draft) => this.note(draft));
      next = retried(call, retry);
    }
  }

  /** One round of questions. When it ends without a retry the log says so: nothing on the wire would. */
  async #round(from: AskedIn, requests: InputRequest[], options: SendOptions) {
    try {
      return await this.gather(requests, options, from);
    } catch (error) {
      this.#unanswered(from.seq, declinedBy(error));
      throw error;
    }
  }

  /** Puts on record that no retry comes, and gives the fault it is for the call. */
  #unanswered(seq: number | undefined, by: Answerer | undefined): RpcFault {
    if (seq !== undefined) this.note(roundEnded(seq, by));
    return declined(by);
  }

  /** Gets the answers of one round. `from` tells what carried the questions. */
  gather(requests: InputRequest[], options: SendOptions, from: Omit<RoundFacts, 'operation' | 'group'>) {
    const { operation } = options;
    this.#rounds += 1;
    const group = requests.length > 1 ? `${this.sessionId}/round${this.#rounds}` : undefined;
    const deps = { ask: (ask: InputAsk) => this.ask(ask), parents: [this.signal, operation?.signal, options.signal] };
    return gatherReplies(requests, { ...from, operation, group }, deps);
  }

  /** Hands a question to the feature that claims it. */
  async ask(ask: InputAsk): Promise<InputReply> {
    const handler = this.#inputs.get(ask.method);
    if (handler) return handler(ask);
    const text = `The server asked for ${ask.method}. It was refused, because this app knows no such request.`;
    this.note({ what: 'input-refused', level: 'warn', text });
    return { kind: 'refused', code: -32601, message: `Method not found: ${ask.method}` };
  }

  /** Lets a rule answer, else a person; the clocks of what waits for it stand still. */
  askPerson(kind: 'form' | 'url' | 'sampling', ask: InputAsk): Promise<AskEnd> {
    const verdict = this.#verdict(kind, ask);
    const unruled = ask.operation?.unruled === true;
    return this.#asked(kind, ask, unruled ? { ...verdict, ...UNRULED } : this.#turns.bounded(verdict, ask));
  }

  /** The answer of a rule to what no person is asked; undefined where there is none. */
  byRule(kind: 'roots', ask: InputAsk): Promise<AskEnd> | undefined {
    const verdict = this.#verdict(kind, ask);
    return verdict.answer && this.#asked(kind, ask, verdict);
  }

  #verdict(kind: PendingKind, ask: InputAsk): AskFacts {
    const intent = ask.operationCertain ? ask.operation?.intent : undefined;
    const tool = intent?.method === 'tools/call' ? intent.name : undefined;
    return { tool, ...this.#deps.judge({ kind, params: ask.params, tool }) };
  }

  async #asked(kind: PendingKind, ask: InputAsk, verdict: AskFacts): Promise<AskEnd> {
    const { operations, pending } = this.#deps;
    const own = ask.operation ? [ask.operation] : [];
    // Which of several calls waits is not known, so none of them may run out of time meanwhile.
    const stopped = ask.operationCertain ? own : operations.running();
    const resume = stopped.map((one) =>
      one.asked(one === ask.operation, one === ask.operation ? ask.exchangeId : undefined),
    );
    const goOn = () => {
      for (const go of resume.splice(0)) go();
    };
    let away: Promise<void> | undefined;
    try {
      const end = await pending.ask(kind, ask, verdict);
      if (end.action === 'left-out') throw new LeftOut();
      if (end.action !== 'accept') return end;
      away = end.away;
      if (!end.done) return end;
      // Nobody is waited for any more, but a page.
      goOn();
      await end.done;
      return ask.signal.aborted ? { action: 'expired', why: String(ask.signal.reason) } : end;
    } finally {
      // Somebody who agreed and is at the page is waited for just the same.
      if (away) void away.then(goOn);
      else goOn();
    }
  }

  /** The server says that what a person was sent to a page for is done. Unknown ids are ignored (ELIC-18). */
  pageDone(elicitationId: string): void {
    this.#deps.pending.pageDone(elicitationId);
  }

  /** Shows a question for roots that was answered by the setting. */
  rootsSent(ask: InputAsk, count: number): void {
    this.#deps.pending.answered('roots', ask, { rootsSent: count });
  }

  notify(method: string, params: Params): Promise<void> {
    return this.#requests.notify(method, params);
  }

  /** Sends text as it is; resolves with the answer when the text is one request. */
  raw(text: string, operation: OperationHandle): Promise<Answer | undefined> {
    return this.#requests.raw(text, operation);
  }

  /** A request of the server: answered by a feature in the legacy era, a violation in the modern one. Ends with its session. */
  async serverRequest(request: ServerRequest): Promise<void> {
    const { method, params, exchangeId, seq } = request;
    if (this.connection?.era.answersRequests === false) {
      const text = `The server sent the request ${method}. Version ${this.connection.era.version} does not allow that, so it gets no answer.`;
      this.note({ what: 'server-request', level: 'warn', text });
      request.withdraw('It gets no answer.');
      return;
    }
    const owner = this.#owner(request);
    const call = owner.certain ? owner.operation?.signal : undefined;
    const { controller, release } = childOf(this.signal, request.signal, call);
    const reply = await this.#answered({
      method,
      params,
      via: owner.taskId === undefined ? 'server-request' : 'task',
      operation: owner.operation,
      operationCertain: owner.certain,
      taskId: owner.taskId,
      seq,
      exchangeId,
      signal: controller.signal,
    });
    release();
    // The end of the session is no answer: the task goes on and asks again in the next one.
    if (owner.taskId !== undefined && this.signal.aborted) {
      request.withdraw('The session ended before it was answered. The task still waits.');
      return;
    }
    if (reply.kind === 'result') request.reply(relatedTo(owner.taskId, reply.result));
    else request.refuse(reply.code, reply.message);
    if (owner.taskId !== undefined) this.#taskAnswered?.(owner.taskId);
  }

  /** A notification of the server. */
  notice(message: RpcNotification, seen: Seen): void {
    if (message.method === 'notifications/message') {
      const running = this.#deps.operations.running();
      const owner = running.find((one) => this.#isHttp() && one.ownsChannel(seen.ch));
      (owner ?? (running.length === 1 ? running[0] : undefined))?.notice();
    }
    for (const fn of this.#notices.get(message.method) ?? []) fn(message.params, seen);
  }

  /** Tells the features that a connection is there. Resolves when they have done their first work. */
  async ready(): Promise<void> {
    await Promise.all(this.#ready.map((fn) => fn()));
  }

  /** As `ask`; a feature that fails is our own fault, and the server is told so (ROOT-06). */
  #answered(ask: InputAsk): Promise<InputReply> {
    return this.ask(ask).catch((error: unknown) => {
      const { message } = faultOf(error);
      this.note({ what: 'input-failed', level: 'error', text: `${ask.method} could not be answered: ${message}` });
      return { kind: 'refused', code: -32603, message: 'Internal error' };
    });
  }

  /** One round; what it means is read against the call as it began. `refusedIn` is the record of a refusal that asks. */
  async #step(
    round: Call,
    call: Call,
    options: SendOptions,
    again: RoundRetry | undefined,
  ): Promise<{ answer?: Answer; refusedIn?: number | undefined; outcome: Outcome }> {
    try {
      const answer = await this.send(round, { ...options, tellLate: true, onSending: again?.sending });
      return { answer, outcome: this.#requests.connected().era.outcome(call, answer.result) };
    } catch (error) {
      again?.failed();
      const fault = faultOf(error);
      const outcome = this.connection?.era.asksIn(call, fault);
      // A client that does not offer to open pages shows the error as it is.
      if (outcome && this.config.claims.elicitationUrl) return { refusedIn: fault.seq, outcome };
      throw fault;
    }
  }

  #task(start: TaskStart): Promise<Answer> {
    return this.#followTask?.(start) ?? Promise.resolve(start.answer);
  }

  #isHttp(): boolean {
    return this.connection?.link.transport.kind === 'http';
  }

  /** Which operation a request of the server belongs to (ARCHITECTURE 7). */
  #owner(request: ServerRequest): { operation?: OperationHandle; certain: boolean; taskId?: string } {
    const running = this.#deps.operations.running();
    const taskId = textAt(objectAt(objectAt(request.params, '_meta'), RELATED_TASK), 'taskId');
    if (taskId !== undefined) {
      const operation = running.find((one) => one.taskId === taskId);
      return { certain: true, taskId, ...(operation ? { operation } : {}) };
    }
    const byChannel = this.#isHttp() ? running.find((one) => one.ownsChannel(request.ch)) : undefined;
    const operation = byChannel ?? running.at(-1);
    if (!operation) return { certain: true };
    return { operation, certain: byChannel !== undefined || running.length === 1 };
  }
}

function need(answer: Answer | undefined): Answer {
  if (!answer) throw new RpcFault('local', 'The server gave no result.');
  return answer;
}
