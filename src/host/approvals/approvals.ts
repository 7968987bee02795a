import { childOf } from '#core/abort.ts';
import { bounded } from '#core/bounded.ts';
import { type ApprovalFacts, saysDestructive, type ToolAsker } from '#shared/approvals.ts';
import type { PendingReply } from '#shared/contract.ts';
import type { Answerer, PendingInput } from '#shared/entities.ts';
import { HostError } from '#shared/errors.ts';
import { type JsonObject, textAt } from '#shared/json.ts';
import type { LiveSession } from '../live-session.ts';
import type { StatePublisher } from '../publish/state-source.ts';
import { type AllowedList, hashOfEndpoint, hashOfTool } from './allowed-list.ts';
import { toolNamed } from './tool-named.ts';

export interface ApprovalsDeps {
  readonly state: StatePublisher;
  readonly allowed: AllowedList;
  /** Whether anything is remembered of a server: not of one that is in no list. */
  keeps(serverId: string): boolean;
  /** Told of each question that a person has to answer, and of its end. */
  saw(ask: PendingInput): void;
}

/** A call that somebody wants to make. */
export interface WantedCall {
  readonly session: LiveSession;
  /** The tool as the server lists it; no more than its name where it does not. */
  readonly tool: JsonObject;
  /** `tool` only describes what is wanted: no listed definition belongs to it, so none can change meanwhile. */
  readonly standsIn?: boolean;
  readonly args: JsonObject;
  /** Exact JSON text of the arguments, where numbers of `args` may have lost digits. */
  readonly argsText?: string | undefined;
  readonly asker: ToolAsker;
  /** Withdraws the question, as the end of its session does; its reason says why, a sentence. */
  readonly signal?: AbortSignal | undefined;
  /** Told the id of the question as soon as there is one. */
  onAsked?(pendingId: string): void;
}

/** `changed`: it was allowed, and in the meantime the server defines the tool in another way. */
export type Approval = 'allowed' | 'denied' | 'withdrawn' | 'changed';

interface Waiting {
  readonly wanted: WantedCall;
  settle(reply: PendingReply['action'] | 'withdrawn', by: Answerer, why?: string): void;
}

/** Answered questions that are kept for the inbox. */
const KEPT = 100;
const STATUS = { accept: 'accepted', decline: 'declined', cancel: 'cancelled', withdrawn: 'expired' } as const;

/** Asks a person before a tool runs that no person started (DESIGN S27). Nothing runs without its `allowed`. */
export class Approvals {
  readonly #deps: ApprovalsDeps;
  readonly #waiting = new Map<string, Waiting>();
  readonly #over: string[] = [];
  #last = 0;

  constructor(deps: ApprovalsDeps) {
    this.#deps = deps;
  }

  /** Resolves when it is decided. Never rejects. */
  async ask(wanted: WantedCall): Promise<Approval> {
    const { session, tool, signal } = wanted;
    const hash = hashOfTool(tool);
    const mayRemember = this.#mayRemember(wanted);
    const name = textAt(tool, 'name') ?? '';
    const standing = mayRemember
      ? this.#deps.allowed.standing({ config: session.config, tool: name, hash })
      : undefined;
    const lapsed = standing === 'lapsed' ? { lapsed: true as const } : {};
    const entity = this.#draft(wanted, { asker: wanted.asker, mayRemember, ...lapsed });
    if (standing === 'allowed') {
      this.#ended(session, { ...entity, status: 'accepted', answeredAt: Date.now(), answeredBy: 'rule' });
      wanted.onAsked?.(entity.id);
      return 'allowed';
    }
    if (standing === 'lapsed') session.core.note({ what: 'approval', text: lapsedWords(name) });
    const unwanted = childOf(session.core.signal, signal);
    const approval = await this.#decided(entity, wanted, unwanted.controller.signal);
    unwanted.release();
    if (approval !== 'allowed') return approval;
    return wanted.standsIn || isStill(session, tool, hash) ? 'allowed' : 'changed';
  }

  #decided(entity: PendingInput, wanted: WantedCall, signal: AbortSignal): Promise<Approval> {
    return new Promise((resolve) => {
      const withdraw = () =>
        this.#waiting.get(entity.id)?.settle('withdrawn', 'person', String(signal.reason ?? 'It ended.'));
      const settle: Waiting['settle'] = (action, answeredBy, why) => {
        if (!this.#waiting.delete(entity.id)) return;
        signal.removeEventListener('abort', withdraw);
        const end = { status: STATUS[action], answeredAt: Date.now() };
        this.#ended(wanted.session, {
          ...entity,
          ...end,
          ...(action === 'withdrawn' ? {} : { answeredBy }),
          ...(why === undefined ? {} : { closedBecause: why }),
        });
        resolve(action === 'accept' ? 'allowed' : action === 'withdrawn' ? 'withdrawn' : 'denied');
      };
      this.#waiting.set(entity.id, { wanted, settle });
      this.#put(entity);
      wanted.onAsked?.(entity.id);
      if (signal.aborted) withdraw();
      else signal.addEventListener('abort', withdraw, { once: true });
    });
  }

  /** Whether this is, or was, the id of a question of here. */
  has(id: string): boolean {
    return this.#waiting.has(id) || this.#over.includes(id);
  }

  /**
   * A person decides. With `{ always: true }` as its content, acceptance is remembered. Throws NOT_FOUND where it is
   * over, REFUSED where somebody else than a person answers or it may not be remembered, IO.
   */
  async answer(id: string, reply: PendingReply, by: Answerer = 'person'): Promise<void> {
    if (by !== 'person') throw new HostError('REFUSED', 'Only a person can allow a call.');
    const waiting = this.#waiting.get(id);
    if (!waiting) throw over();
    const always = reply.action === 'accept' && reply.content?.always === true;
    if (always) await this.#remember(id, waiting.wanted);
    waiting.settle(reply.action, by);
  }

  /** Takes it back where the question ended while it was written down. */
  async #remember(id: string, wanted: WantedCall): Promise<void> {
    if (!this.#mayRemember(wanted))
      throw new HostError('REFUSED', 'This tool is asked for each time: it says that it may destroy something.');
    const { session, tool } = wanted;
    const name = textAt(tool, 'name') ?? '';
    const { serverId, config } = session;
    const prints = { hash: hashOfTool(tool), endpoint: hashOfEndpoint(config) };
    await this.#deps.allowed.add({ serverId, tool: name, ...prints, at: Date.now() });
    if (this.#waiting.has(id)) return;
    await this.#deps.allowed.forget({ serverId, tool: name });
    throw over();
  }

  /** Never for what may destroy something, and not for scripts, which are asked about nothing else. */
  #mayRemember({ session: { serverId }, tool, asker: { kind } }: WantedCall): boolean {
    return kind === 'model' && !saysDestructive(tool) && this.#deps.keeps(serverId);
  }

  #draft({ session, tool, args, argsText }: WantedCall, approval: ApprovalFacts): PendingInput {
    this.#last += 1;
    const name = textAt(tool, 'name') ?? '';
    const { annotations, title } = session.redact(tool);
    const { value: shown, cutFrom } = bounded({
      arguments: session.redact(args),
      ...(argsText === undefined ? {} : { argumentsText: session.redact(argsText) }),
    });
    return {
      id: `${session.id}/approval${this.#last}`,
      sessionId: session.id,
      serverId: session.serverId,
      kind: 'approval',
      method: 'tools/call',
      via: 'app',
      params: {
        name,
        ...shown,
        ...(title === undefined ? {} : { title }),
        ...(annotations === undefined ? {} : { annotations }),
      },
      ...(cutFrom === undefined ? {} : { cutFrom }),
      operationCertain: true,
      createdAt: Date.now(),
      status: 'waiting',
      tool: name,
      approval,
    };
  }

  #put(ask: PendingInput): void {
    this.#deps.state.apply({ op: 'put', topic: 'pending', id: ask.id, value: ask });
    this.#deps.saw(ask);
  }

  /** Puts its end on record: what runs without a person's hand can be told from the rest afterwards. */
  #ended({ core }: LiveSession, ask: PendingInput): void {
    this.#put(ask);
    const { id, tool = '', approval, status, answeredBy } = ask;
    const end = answeredBy === 'rule' ? 'always allowed' : WORDS[status];
    const who = approval?.asker.kind === 'script' ? `the script ${approval.asker.name}` : approval?.asker.name;
    core.note({ what: 'approval', text: `A call of ${tool.slice(0, 200)} for ${who ?? 'nobody'}: ${end}.` });
    this.#over.push(id);
    const old = this.#over.length > KEPT ? this.#over.shift() : undefined;
    if (old !== undefined) this.#deps.state.apply({ op: 'drop', topic: 'pending', id: old });
  }
}

function over(): HostError {
  return new HostError('NOT_FOUND', 'This question is over: the call was decided, or nobody wants it now.');
}

function lapsedWords(tool: string): string {
  return `${tool.slice(0, 200)} was always allowed, but not for the command or address that the server has now. It is asked about again.`;
}

/** How a question ended. */
const WORDS: Readonly<Record<PendingInput['status'], string>> = {
  waiting: 'asked',
  accepted: 'you allowed it',
  declined: 'you denied it',
  cancelled: 'taken back',
  'left-out': 'taken back',
  expired: 'taken back',
};

/** Whether the server still lists the tool as a person saw it, or still does not list it. */
function isStill({ core }: LiveSession, tool: JsonObject, hash: string): boolean {
  const name = textAt(tool, 'name') ?? '';
  return hashOfTool(toolNamed(core.items('tools').items, name) ?? { name }) === hash;
}
