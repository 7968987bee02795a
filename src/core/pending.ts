import type { PendingReply } from '#shared/contract.ts';
import type { Answerer, PendingInput, PendingKind, StateChange } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import { onAbort } from './abort.ts';
import { bounded } from './bounded.ts';
import type { InputAsk } from './inputs.ts';
import type { Clock } from './ports.ts';
import type { RuledAnswer, RuleVerdict } from './rules.ts';
import type { NoteDraft } from './tap.ts';

/** Answered ones that are kept for the inbox; older ones are dropped. */
const KEPT = 200;
/** Questions one server may have open; more are refused. */
const MOST_WAITING = 1000;
/** How long a call that nobody's hand sends again waits for its page to be done: not every server says so. Milliseconds. */
const PAGE_MS = 30_000;

export interface PendingDeps {
  sessionId: string;
  serverId: string;
  clock: Clock;
  /** Aborted when the session is closed. */
  signal: AbortSignal;
  /** A copy without secrets: cut in two, one would no longer be known as one. */
  redact<T>(value: T): T;
  publish(change: StateChange): void;
  note(draft: NoteDraft): void;
}

/** How a question ended: by a reply, or without one. */
export type PendingEnd =
  | (PendingReply & {
      by?: Answerer;
      /** Of a consent that was sent while the person is at the page: resolves when they are no longer waited for there. */
      away?: Promise<void>;
      /** Of a consent that no hand gave: resolves when the page is done, or its end is waited for no longer. */
      done?: Promise<void>;
    })
  | { action: 'expired'; why: string; by?: undefined }
  | { action: 'left-out' };

/** What is known of a question besides the question. */
export type AskFacts = RuleVerdict & { tool?: string | undefined };

interface Entry {
  entity: PendingInput;
  /** Record that carried the question. */
  seq: number | undefined;
  settle: ((end: PendingEnd) => void) | undefined;
  /** Of a request of its own: opening its page is the answer, and the question lives on until this aborts. */
  request: { over: AbortSignal | undefined } | undefined;
  /** Aborted when no answer is wanted any more. */
  wanted: AbortSignal | undefined;
  /** The call is sent again once the page is done: it was refused until then. */
  refused: boolean;
  /** Ends the waiting for the page of a consent that no hand gave. */
  pageOver?: (() => void) | undefined;
  /** Ends what a rule still does for it. */
  release?: (() => void) | undefined;
}

/** Who did it, at the beginning of a sentence. */
export const WHO: Readonly<Record<Answerer, string>> = {
  person: 'You',
  script: 'The script',
  rule: 'A rule',
  provider: 'A model provider',
};
const STATUS = {
  accept: 'accepted',
  decline: 'declined',
  cancel: 'cancelled',
  expired: 'expired',
  'left-out': 'left-out',
} as const;

/** The one queue of things a person has to answer, whatever era or way they came by. */
export class Pending {
  readonly #deps: PendingDeps;
  readonly #all = new Map<string, Entry>();
  #last = 0;

  constructor(deps: PendingDeps) {
    this.#deps = deps;
  }

  /** Puts a question and waits for a rule or a person. Never rejects. */
  ask(kind: PendingKind, ask: InputAsk, facts: AskFacts = {}): Promise<PendingEnd> {
    if (this.#waiting() >= MOST_WAITING) return Promise.resolve({ action: 'expired', why: 'Too many open questions.' });
    const request = ask.exchangeId === undefined ? undefined : { over: ask.operation?.signal };
    const entity = this.#draft(kind, ask, facts);
    const { seq, signal: wanted, refused = false } = ask;
    const entry: Entry = { entity, seq, settle: undefined, request, wanted, refused };
    this.#sayMissed(entry);
    this.#sayStopped(entry);
    return new Promise((resolve) => {
      let forget: (() => void) | undefined;
      const expire = () => this.#end(entry, { action: 'expired', why: String(wanted.reason ?? 'It ended.') });
      entry.settle = (end) => {
        entry.release?.();
        forget?.();
        resolve(end);
      };
      if (facts.answer && !wanted.aborted) this.#byRule(entry, facts.answer);
      else this.#keep(entry);
      if (entry.settle === undefined) return;
      if (wanted.aborted) expire();
      else forget = onAbort(wanted, expire);
    });
  }

  /** Shows a question that was answered without a person. */
  answered(kind: PendingKind, ask: InputAsk, facts: Pick<PendingInput, 'rootsSent'>): void {
    const at = this.#now();
    const entity = {
      ...this.#draft(kind, ask),
      ...facts,
      status: 'accepted' as const,
      answeredAt: at,
      answeredBy: 'rule' as const,
    };
    this.#keep({ entity, seq: ask.seq, settle: undefined, request: undefined, wanted: undefined, refused: false });
    this.#told(entity, ask.seq, 'rule');
  }

  /** False when there is no such question, or it is over. */
  answer(id: string, reply: PendingReply, by: Answerer = 'person'): boolean {
    const entry = this.#all.get(id);
    if (!entry?.settle) return false;
    if (entry.entity.consentedAt !== undefined) {
      // The server has its answer; all that can still be said is that the page is done.
      if (reply.action !== 'accept') return false;
      this.#back(entry);
    } else this.#end(entry, reply, by);
    return true;
  }

  /** The other replies of its round are sent without one to it. False when it is over, or alone in its round. */
  leaveOut(id: string): boolean {
    const entry = this.#all.get(id);
    if (!entry?.settle || entry.entity.group === undefined) return false;
    this.#end(entry, { action: 'left-out' });
    return true;
  }

  /**
   * The page of a question was opened in the browser; the question goes on. A server that asked by a request hears of
   * the consent now (ELIC-25). False when there is no such question.
   */
  opened(id: string): boolean {
    const entry = this.#all.get(id);
    if (entry?.entity.kind !== 'url') return false;
    entry.entity = { ...entry.entity, openedAt: this.#now() };
    this.#keep(entry);
    const { seq } = entry;
    const { key } = entry.entity;
    this.#deps.note({
      what: 'input.opened',
      level: 'debug',
      text: 'The page was opened in the browser.',
      data: seq === undefined ? {} : { seq, ...(key === undefined ? {} : { key }) },
    });
    if (entry.request && entry.entity.consentedAt === undefined) this.#consent(entry, entry.request.over);
    this.#goesOn(entry);
    return true;
  }

  /** Sends the consent, and waits on for the end of what the person does at the page. */
  #consent(entry: Entry, over: AbortSignal | undefined): void {
    const { settle } = entry;
    if (!settle) return;
    const ends = over ? [this.#deps.signal, over] : [this.#deps.signal];
    const back = () => this.#back(entry);
    const forget = ends.map((signal) => onAbort(signal, back));
    const away = new Promise<void>((resolve) => {
      entry.settle = () => {
        for (const one of forget) one();
        resolve();
      };
    });
    entry.entity = { ...entry.entity, consentedAt: this.#now() };
    this.#keep(entry);
    this.#told({ ...entry.entity, status: 'accepted' }, entry.seq, 'person');
    settle({ action: 'accept', by: 'person', away });
  }

  /** Nobody is waited for at the page any more: it is done, or the call is over. */
  #back(entry: Entry): void {
    const { settle, seq, entity } = entry;
    if (!settle) return;
    entry.settle = undefined;
    entry.entity = { ...entity, status: 'accepted', answeredAt: this.#now(), answeredBy: 'person' };
    this.#keep(entry);
    const text = 'The page is no longer waited for.';
    if (seq !== undefined) this.#deps.note({ what: 'input.back', level: 'debug', text, data: { seq } });
    settle({ action: 'accept' });
  }

  /**
   * The server says that a page has done its work. A call that waits for just that goes on by itself, where the person
   * has opened the page: nothing is sent again before they agreed (ELIC-20).
   */
  pageDone(elicitationId: string): void {
    for (const entry of this.#all.values()) {
      const { kind, params, doneAt } = entry.entity;
      if (kind !== 'url' || params.elicitationId !== elicitationId || doneAt !== undefined) continue;
      entry.entity = { ...entry.entity, doneAt: this.#now() };
      if (!this.#goesOn(entry)) this.#keep(entry);
      entry.pageOver?.();
    }
  }

  /** Resolves when the server says that the page is done, when no answer is wanted any more, or after a while. */
  #pageWork(entry: Entry): Promise<void> {
    return new Promise((resolve) => {
      const over = () => {
        stop();
        forget?.();
        entry.pageOver = undefined;
        resolve();
      };
      const stop = this.#deps.clock.after(PAGE_MS, over);
      const forget = entry.wanted && onAbort(entry.wanted, over);
      entry.pageOver = over;
    });
  }

  /** Ends the question once its page was opened and is done. */
  #goesOn(entry: Entry): boolean {
    const { doneAt, openedAt, consentedAt } = entry.entity;
    if (!entry.settle || doneAt === undefined || openedAt === undefined) return false;
    // Nothing is sent but the call itself, once more: the server had refused it until the page was done.
    if (entry.refused) this.#end(entry, { action: 'accept' });
    else if (consentedAt !== undefined) this.#back(entry);
    else return false;
    return true;
  }

  /** Lets a rule answer: at once where it can, so that nobody sees the question wait; a person may be faster. */
  #byRule(entry: Entry, answer: RuledAnswer): void {
    const { by, delayMs, reply } = answer;
    if (delayMs > 0) {
      entry.entity = { ...entry.entity, ruleDueAt: this.#now() + delayMs };
      this.#keep(entry);
      entry.release = this.#deps.clock.after(delayMs, () => this.#byRule(entry, { ...answer, delayMs: 0 }));
      return;
    }
    const stop = new AbortController();
    const failed = (error: unknown) => this.#ruleFailed(entry, error);
    entry.release = () => stop.abort();
    try {
      const given = reply(stop.signal);
      if (given instanceof Promise) {
        this.#keep(entry);
        given.then((end) => this.#end(entry, end, by), failed);
      } else this.#end(entry, given, by);
    } catch (error) {
      failed(error);
    }
  }

  /** The rule could not answer: a person is asked, and told why. */
  #ruleFailed(entry: Entry, error: unknown): void {
    const { entity, settle } = entry;
    if (!settle) return;
    const ruleFailed = messageOf(error);
    const { ruleDueAt: _due, ...rest } = entity;
    entry.entity = { ...rest, ruleFailed };
    this.#keep(entry);
    const text = `The rule “${entity.rule?.title}” could not answer ${entity.method}: ${ruleFailed}`;
    this.#deps.note({ what: 'rule.failed', level: 'warn', text, data: { seq: entry.seq, rule: entity.rule?.title } });
  }

  #sayMissed({ entity: { ruleMissed, method }, seq }: Entry): void {
    if (!ruleMissed) return;
    const text = `The rule “${ruleMissed.title}” did not answer ${method}: the schema has changed since the rule was made.`;
    this.#deps.note({ what: 'rule.missed', level: 'warn', text, data: { seq, rule: ruleMissed.title } });
  }

  #sayStopped({ entity: { ruleStopped, method, key, operationId }, seq }: Entry): void {
    if (!ruleStopped) return;
    const { title, answers } = ruleStopped;
    const within = operationId === undefined ? 'within a minute' : 'in this call';
    const text = `The rule “${title}” did not answer ${method}: it has answered ${answers} times ${within}, so a person is asked.`;
    const data = { seq, ...(key === undefined ? {} : { key }), rule: title, answers };
    this.#deps.note({ what: 'rule.stopped', level: 'warn', text, data });
  }

  #end(entry: Entry, end: PendingEnd, by: Answerer = 'person'): void {
    const { settle } = entry;
    if (!settle) return;
    entry.settle = undefined;
    entry.entity = {
      ...entry.entity,
      status: STATUS[end.action],
      answeredAt: this.#now(),
      ...(end.action === 'expired' ? { closedBecause: end.why } : { answeredBy: by }),
    };
    this.#keep(entry);
    if (end.action !== 'expired') this.#told(entry.entity, entry.seq, by);
    if (end.action === 'expired' || end.action === 'left-out') settle(end);
    else settle({ ...end, by, ...(this.#isAhead(entry, end, by) ? { done: this.#pageWork(entry) } : {}) });
  }

  /** Whether a script or a rule agrees to a page that has work to do before the call is worth sending again. */
  #isAhead(entry: Entry, { action }: PendingEnd, by: Answerer): boolean {
    const { refused, entity } = entry;
    const { doneAt, params } = entity;
    const mayBeTold = doneAt === undefined && typeof params.elicitationId === 'string';
    return refused && action === 'accept' && by !== 'person' && mayBeTold && !this.#isRefusedStill(entry);
  }

  /** Whether a page that a call was refused for was declined, so that the call ends. */
  #isRefusedStill(entry: Entry): boolean {
    const isNo = ({ refused, seq, entity: { status } }: Entry) =>
      refused && seq === entry.seq && (status === 'declined' || status === 'cancelled');
    return entry.refused && [...this.#all.values()].some(isNo);
  }

  /** Nothing on the wire tells who answered, so the log is told before the answer is sent. */
  #told({ method, key, status, rule, ruleFailed }: PendingInput, seq: number | undefined, by: Answerer): void {
    if (seq === undefined) return;
    const ruled = by === 'person' || by === 'script' || ruleFailed !== undefined ? undefined : rule?.title;
    const data = {
      seq,
      ...(key === undefined ? {} : { key }),
      by,
      status,
      ...(ruled === undefined ? {} : { rule: ruled }),
    };
    const text = `${WHO[by]} ${status} ${method}${ruled === undefined ? '' : ` (${ruled})`}.`;
    this.#deps.note({ what: 'input.answered', level: 'debug', text, data });
  }

  #draft(kind: PendingKind, ask: InputAsk, { tool, schemaHash, answer, missed, stopped }: AskFacts = {}): PendingInput {
    const { sessionId, serverId } = this.#deps;
    const { value: params, cutFrom } = bounded(this.#deps.redact(ask.params));
    this.#last += 1;
    return {
      id: `${sessionId}/in${this.#last}`,
      sessionId,
      serverId,
      kind,
      method: ask.method,
      via: ask.via,
      params,
      ...(cutFrom === undefined ? {} : { cutFrom }),
      operationCertain: ask.operationCertain,
      createdAt: this.#now(),
      status: 'waiting',
      ...(ask.key === undefined ? {} : { key: ask.key }),
      ...(ask.operation === undefined ? {} : { operationId: ask.operation.id }),
      ...(ask.taskId === undefined ? {} : { taskId: ask.taskId }),
      ...(ask.round === undefined ? {} : { round: ask.round }),
      ...(ask.group === undefined ? {} : { group: ask.group }),
      ...(tool === undefined ? {} : { tool }),
      ...(schemaHash === undefined ? {} : { schemaHash }),
      ...(answer === undefined ? {} : { rule: answer.rule }),
      ...(missed === undefined ? {} : { ruleMissed: missed }),
      ...(stopped === undefined ? {} : { ruleStopped: stopped }),
    };
  }

  #keep(entry: Entry): void {
    const { id } = entry.entity;
    this.#all.set(id, entry);
    this.#deps.publish({ op: 'put', topic: 'pending', id, value: entry.entity });
    if (this.#all.size <= KEPT + this.#waiting()) return;
    for (const [old, { settle }] of this.#all) {
      if (settle || old === id) continue;
      this.#all.delete(old);
      this.#deps.publish({ op: 'drop', topic: 'pending', id: old });
      return;
    }
  }

  #waiting(): number {
    let count = 0;
    for (const entry of this.#all.values()) if (entry.settle) count += 1;
    return count;
  }

  #now(): number {
    return Math.round(this.#deps.clock.wall() / 1000);
  }
}
