import type { CatalogKind } from '#shared/catalog-kind.ts';
import { DEFAULT_ROUND_LIMIT } from '#shared/config.ts';
import type { PendingReply } from '#shared/contract.ts';
import type { StateChange } from '#shared/entities.ts';
import { HostError } from '#shared/errors.ts';
import type { JsonObject } from '#shared/json.ts';
import type { SessionState, Session as SessionValue } from '#shared/session.ts';
import { type Verb, verbs } from '#shared/verbs.ts';
import { Catalogs } from './catalogs.ts';
import { type ConnectFailure, Connector } from './connector.ts';
import { endFailure, signInFailure } from './failures.ts';
import { lostFault, RpcFault } from './fault.ts';
import type { FeatureContext, VerbTable } from './features/feature.ts';
import { features as allFeatures } from './features/index.ts';
import { IdSource } from './id-source.ts';
import { Kernel } from './kernel.ts';
import type { Link } from './link.ts';
import { labelOf, type OperationHandle, Operations, type ResultPlace } from './operations.ts';
import type { Answer, PeerHandlers } from './peer.ts';
import { Pending } from './pending.ts';
import type { TransportEnd } from './ports.ts';
import { ProfileBook, profileOf } from './profile.ts';
import { Renewal } from './renewal.ts';
import type { Connection } from './requests.ts';
import { SessionEntity } from './session-entity.ts';
import { asIs, type RunBy, type SessionOptions } from './session-options.ts';
import { StreamWatch } from './streams.ts';
import { createTap, type NoteDraft, type Tap } from './tap.ts';
import { noTaskMemory } from './task-memory.ts';
import { Tracing } from './tracing.ts';
import { SERVER_GONE, STOPPED, UnderWay } from './under-way.ts';
import { listWords, tellHttpAnswer, tellStarted } from './way-steps.ts';
import { WishBook } from './wishes.ts';

/** One run of a server from start to end. */
export class Session {
  readonly #options: SessionOptions;
  readonly #tap: Tap;
  readonly #entity: SessionEntity;
  readonly #operations: Operations;
  readonly #pending: Pending;
  readonly #underWay: UnderWay;
  readonly #kernel: Kernel;
  readonly #catalogs: Catalogs;
  readonly #wishes: WishBook;
  readonly #connector: Connector;
  readonly #renewal: Renewal;
  readonly #verbs: VerbTable;
  readonly #closed = new AbortController();
  readonly #streams = new StreamWatch();
  #connection: Connection | undefined;
  readonly #profiles: ProfileBook;
  #lastStderr = 0;
  /** The way to the end, once it is taken: by a person, or because the server has gone. */
  #stopping: Promise<void> | undefined;
  #rested: (() => void) | undefined;

  constructor(options: SessionOptions) {
    const { id, serverId, config, clock, redact = asIs } = options;
    this.#options = options;
    this.#tap = createTap(options);
    this.#profiles = new ProfileBook(config);
    const publish = (change: StateChange) => options.publish(change);
    const note = this.#tap.note;
    this.#entity = new SessionEntity({ id, serverId, config, clock, publish, note });
    this.#operations = new Operations({ sessionId: id, clock, publish, redact });
    const { signal } = this.#closed;
    const keepNote = (draft: NoteDraft) => this.note(draft);
    this.#pending = new Pending({ sessionId: id, serverId, clock, publish, signal, redact, note: keepNote });
    this.#underWay = new UnderWay(clock);
    this.#wishes = new WishBook({
      clock,
      recalled: options.wishes?.recalled,
      show: (facts) => this.#entity.set(facts),
      keep: (wishes) => options.wishes?.keep(wishes),
    });
    this.#kernel = this.#makeKernel();
    this.#catalogs = new Catalogs(this.#kernel, options.lists ?? { allPages: () => true, refresh: () => true });
    this.#connector = this.#makeConnector();
    this.#renewal = new Renewal({
      connector: this.#connector,
      clock,
      connection: () => this.#connection,
      profile: () => profileOf(config, 'legacy', this.#askedLevel),
      limitMs: config.timeouts.requestMs,
      ...{ note, redact },
      renewed: (connection) => void this.#connected(connection),
      failed: (message) => {
        this.#stopping ??= this.#serverEnded({ reason: 'lost', message });
      },
    });
    this.#verbs = this.#attach();
  }

  get state(): SessionState {
    return this.#entity.state;
  }

  /** Aborted as soon as it begins to end; its reason says why, a sentence. */
  get signal(): AbortSignal {
    return this.#closed.signal;
  }

  /** Resolves when the session is ready, waits for a sign-in, or is closed. Never rejects. */
  start(): Promise<void> {
    this.#options.publish(this.#entity.change);
    const rested = new Promise<void>((resolve) => {
      this.#rested = resolve;
    });
    void this.#connect();
    return rested;
  }

  /** Resolves when nothing of it is left. A second call skips ahead. `why`: a sentence, where no person stops it. */
  stop(why?: string): Promise<void> {
    if (this.#stopping) this.#connector.link?.transport.hurry();
    else this.#stopping = this.state.at === 'closed' ? Promise.resolve() : this.#close(why);
    return this.#stopping;
  }

  waitLonger(): void {
    this.#connector.waitLonger();
  }

  /** A sign-in is done: negotiates again, or goes on where a call was refused. */
  authorized(): void {
    if (!this.#connector.authorized()) this.#entity.move({ type: 'stepped-up' });
  }

  /**
   * Starts an operation and gives its id. Throws HostError BAD_INPUT or NOT_READY, nothing else.
   * `unruled`: whoever starts it answers what it asks, so reply rules leave that alone; the roots are sent as ever.
   * `by`: who starts it, where no person does by hand.
   */
  run(verb: Verb, input: unknown, { unruled = false, by }: RunBy = {}): string {
    const parsed = verbs[verb].safeParse(input);
    if (!parsed.success) throw new HostError('BAD_INPUT', `${verb}: ${parsed.error.issues[0]?.message ?? 'bad input'}`);
    if (this.state.at !== 'ready') {
      throw new HostError('NOT_READY', `The server is not connected, it is ${this.state.at}. Connect it first.`);
    }
    const operation = this.#operations.start(verb, labelOf(verb, parsed.data));
    Object.assign(operation, { unruled, by });
    const who = by ? `The ${by.kind} ${by.name} runs` : 'You run';
    const data = { operationId: operation.id };
    this.#tap.note({ what: 'operation', level: 'debug', text: `${who} ${verb}.`, data });
    void this.#carryOut(verb, parsed.data, operation);
    operation.begin();
    return operation.id;
  }

  /** `why`: the reason, a sentence, where no person stops it. */
  cancel(operationId: string, why?: string): void {
    this.#operation(operationId).cancel(why);
  }

  /** Takes the time limits off a running operation. */
  keepWaiting(operationId: string): void {
    const operation = this.#operation(operationId);
    if (operation.over) return;
    operation.keepWaiting();
    const text = 'You keep waiting: the call has no time limit any more.';
    this.#tap.note({ what: 'operation', level: 'info', text, data: { operationId } });
  }

  /** Where the result lies, the fault, or undefined when there is nothing to show. */
  resultOf(operationId: string): ResultPlace | undefined {
    return this.#operation(operationId).place();
  }

  answer(pendingId: string, reply: PendingReply, by: 'person' | 'script' = 'person'): void {
    if (this.#pending.answer(pendingId, reply, by)) return;
    throw new HostError('NOT_FOUND', 'This question is over. The server no longer waits for an answer.');
  }

  /** Lets the other replies of a round be sent without one to this question. */
  leaveOut(pendingId: string): void {
    if (this.#pending.leaveOut(pendingId)) return;
    throw new HostError('REFUSED', 'This question is over, or no other is asked with it: it cannot be left out.');
  }

  /** The page of a question was opened in the browser. */
  pageOpened(pendingId: string): void {
    if (this.#pending.opened(pendingId)) return;
    throw new HostError('NOT_FOUND', 'This question asks for no page.');
  }

  items(kind: CatalogKind): { rev: number; epoch: number; items: JsonObject[] } {
    return this.#catalogs.items(kind);
  }

  /** Ends the reading of a list, if one is under way. */
  stopList(kind: CatalogKind): void {
    this.#catalogs.stop(kind);
  }

  /** Row counts of the log views, as the fold knows them. */
  counts(counts: SessionValue['counts']): void {
    this.#entity.set({ counts });
  }

  /** Writes into the log what the host has to say. After the closing note the log is complete. */
  note(draft: NoteDraft): void {
    if (this.state.at !== 'closed') this.#tap.note(draft);
  }

  /** Tells a legacy server that was told of roots that they changed (ROOT-05). */
  rootsChanged(): void {
    const legacy = this.#connection?.era.name === 'legacy';
    if (legacy && this.#options.config.claims.roots) void this.#kernel.notify('notifications/roots/list_changed', {});
  }

  #makeKernel(): Kernel {
    const { id, config, clock, randomHex } = this.#options;
    return new Kernel({
      sessionId: id,
      config,
      clock,
      signal: this.#closed.signal,
      operations: this.#operations,
      pending: this.#pending,
      underWay: this.#underWay,
      tracing: new Tracing({ always: config.trace ?? false, hex: randomHex }),
      connection: () => this.#connection,
      profile: () => this.#profiles.of(this.#connection?.era.name ?? 'legacy', this.#askedLevel),
      publish: (change) => this.#options.publish(change),
      note: (draft) => this.note(draft),
      stream: (info) => this.#entity.stream(info),
      background: () => this.#options.background?.() ?? false,
      judge: this.#options.judge ?? (() => ({})),
      roundLimit: () => this.#options.roundLimit?.() ?? DEFAULT_ROUND_LIMIT,
      worked: () => this.#renewal.worked(),
      mended: (fault, call, repeatable) => this.#mended(fault, call.method, repeatable),
    });
  }

  /** The level of log messages as requests carry it. */
  get #askedLevel(): string | undefined {
    const { logLevel } = this.#wishes;
    return logLevel === 'off' ? undefined : logLevel;
  }

  #makeConnector(): Connector {
    const { config, clock, openTransport, recall, remember, redact = asIs } = this.#options;
    return new Connector({
      config,
      clock,
      openTransport,
      recall,
      ...{ remember, redact },
      tap: this.#tap,
      ids: new IdSource(),
      entity: this.#entity,
      profile: (era) => profileOf(config, era, this.#askedLevel),
      handlers: (link) => this.#handlers(link),
      lastStderr: () => this.#lastStderr,
      explain: (failure, fault) => {
        const facts = { phase: 'connecting' as const, reason: 'failed' as const, fault };
        return this.#options.explain?.(failure, facts) ?? failure;
      },
    });
  }

  #attach(): VerbTable {
    const context: FeatureContext = {
      roots: () => this.#options.roots(),
      tasks: this.#options.tasks ?? noTaskMemory,
      wishes: this.#wishes,
      catalogs: this.#catalogs,
    };
    const tables = (this.#options.features ?? allFeatures).map((feature) => feature.attach(this.#kernel, context));
    return Object.assign({}, ...tables) as VerbTable; // each of them is one
  }

  #handlers(link: () => Link): PeerHandlers {
    return {
      request: (request) => void this.#kernel.serverRequest(request),
      notification: (message, seen) => this.#kernel.notice(message, seen),
      http: (event) => {
        if (this.#connection === undefined) tellHttpAnswer(this.#entity, event);
        const stream = this.#streams.see(event);
        if (stream) this.#entity.stream(stream);
      },
      stderr: (payload) => {
        this.#lastStderr = this.#options.clock.mono();
        if (this.#connection === undefined) this.#connector.stderr(payload.text);
      },
      started: (facts) => tellStarted(this.#entity, this.#connection && facts.reached ? {} : facts),
      closed: (end) => {
        // While a person ends the session, the end of the way is no news.
        if (this.state.at === 'closing') return;
        if (link() === this.#connector.link) this.#connector.linkEnded();
        if (link() === this.#connector.link && this.#connection?.link === link())
          this.#stopping ??= this.#serverEnded(end);
      },
    };
  }

  async #connect(): Promise<void> {
    const done = await this.#connector.connect();
    if (this.#stopping) return;
    if ('era' in done) {
      this.#options.remember({ era: done.era.name, version: done.hello.version });
      await this.#connected(done);
    } else await this.#notConnected(done);
  }

  async #connected(connection: Connection): Promise<void> {
    const { era, hello, link } = connection;
    this.#connection = connection;
    link.transport.agree({ era: era.name, version: hello.version });
    if (era.greeted) void link.peer.notify(era.greeted, {});
    this.#entity.set({ hello });
    if (this.state.at === 'negotiating') this.#entity.move({ type: 'settled' });
    this.#rested?.();
    const ended = link.peer.end;
    if (ended) this.#stopping ??= this.#serverEnded(ended);
    await this.#kernel.ready();
    if (this.state.at === 'ready') this.#entity.step('lists', 'ok', listWords(this.#catalogs));
  }

  async #notConnected(failed: ConnectFailure): Promise<void> {
    const { reason, exit, end, fault } = failed;
    if (this.state.at === 'negotiating') this.#entity.move({ type: 'waiting', waitingFor: 'the server to end' });
    await this.#connector.close((text) => void this.#tap.note({ what: 'closing', text }));
    if (this.#stopping) return;
    const facts = { phase: 'connecting' as const, reason, end, fault };
    const failure = (await this.#options.explain?.(failed.failure, facts)) ?? failed.failure;
    if (this.#stopping) return;
    this.#entity.broke(failure);
    this.#finish({ type: 'closed', reason, failure, exit });
  }

  /** The server of a session that was ready is gone. */
  async #serverEnded(end: TransportEnd): Promise<void> {
    const reason = end.reason === 'exited' ? 'exited' : 'lost';
    const plain = endFailure(end);
    const explained = this.#options.explain?.(plain, { phase: 'ready', reason, end });
    const running = this.#operations.running();
    const pending = this.#underWay.lost(running, (name) => this.#catalogs.find('tools', name));
    this.#closed.abort(SERVER_GONE);
    for (const operation of running) operation.fail(lostFault(end, true), undefined, SERVER_GONE);
    this.#entity.move({ type: 'stopping', rung: 'The server has gone' });
    // A program that closed its output, or left children behind, may still run.
    await this.#connector.close((rung) => void this.#entity.move({ type: 'stopping', rung }));
    this.#finish({ type: 'closed', reason, failure: (await explained) ?? plain, exit: end.exit, pending });
  }

  async #close(reason: string | undefined): Promise<void> {
    this.#entity.move({ type: 'stopping', rung: 'asked to end' });
    const why = `${reason ?? 'You stopped the session while the call ran.'} It may have done part of the work.`;
    for (const operation of this.#operations.running()) operation.fail(new RpcFault('cancelled', why), reason, STOPPED);
    this.#closed.abort(reason ?? STOPPED);
    this.#connector.abort();
    await this.#connector.close((rung) => void this.#entity.move({ type: 'stopping', rung }));
    this.#finish({ type: 'closed', reason: 'user', exit: this.#connector.link?.peer.end?.exit });
  }

  #finish(event: Parameters<SessionEntity['move']>[0]): void {
    this.#closed.abort(SERVER_GONE);
    this.#catalogs.markAllStale();
    this.#entity.move(event);
    this.#rested?.();
  }

  async #carryOut(verb: Verb, input: unknown, operation: OperationHandle): Promise<void> {
    // The table's entry for a verb takes exactly what the schema of that verb gives.
    const handler = this.#verbs[verb] as
      | ((input: unknown, operation: OperationHandle) => Promise<Answer | undefined>)
      | undefined;
    try {
      if (!handler) throw new RpcFault('local', `Nothing in this app carries out ${verb}.`);
      operation.finish(await handler(input, operation));
    } catch (error) {
      operation.fail(error);
    }
  }

  async #mended(fault: RpcFault, method: string, repeatable: boolean): Promise<boolean> {
    const stepUp = fault.status === 401 || (fault.status === 403 && fault.end?.authenticate !== undefined);
    if (stepUp && this.state.at === 'ready') {
      const text = `The server sent HTTP ${fault.status} in answer to ${method}.`;
      const status = fault.status ?? 401;
      this.#entity.move({ type: 'unauthorized', status, text, failure: signInFailure(status, text) });
      return false;
    }
    return this.#renewal.mend(fault, repeatable);
  }

  #operation(id: string): OperationHandle {
    const operation = this.#operations.get(id);
    if (operation) return operation;
    throw new HostError('NOT_FOUND', 'There is no such operation in this session.');
  }
}

/** Makes a session; nothing runs before `start`. */
export function createSession(options: SessionOptions): Session {
  return new Session(options);
}
