import type { ScriptAsker } from '#shared/approvals.ts';
import type { CatalogKind } from '#shared/catalog-kind.ts';
import {
  type Catalog,
  catalogId,
  isListRead,
  isOperationOver,
  type Operation,
  type OperationFault,
  type PendingInput,
} from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import type { Session } from '#shared/session.ts';
import type { Verb, VerbInput } from '#shared/verbs.ts';
import { waitsForPerson } from '#shared/waits-for-person.ts';
import { type AnswerPolicy, replyTo } from './answer-policy.ts';
import { CommandFault, EXIT } from './command-fault.ts';
import type { HeadlessHost } from './headless-host.ts';
import { oneLine } from './plain-text.ts';
import type { Terminal } from './terminal.ts';

/** How one operation ended. */
export type Outcome =
  /** `text` is the exact JSON of the result; undefined when there is none, as after a notification. */
  | { ok: true; text: string | undefined; toolError: boolean; operation: Operation }
  | { ok: false; fault: OperationFault; operation: Operation };

export interface ConnectionOptions {
  host: HeadlessHost;
  terminal: Terminal;
  policy: AnswerPolicy;
  sessionId: string;
}

/** Largest result that is taken whole. */
const MOST_BYTES = 1024 * 1024 * 1024;
const PAGE = 10_000;

/** True for a failure that is a limit of time. */
export function isLate(rule: string | undefined): boolean {
  return rule === 'dx-silent' || rule === 'dx-slow' || rule === 'dx-timeout';
}

/** What a rule answered in the place of the policies. */
function ruledWords({ method, status, rule }: PendingInput): string {
  return `The server asks (${method}), ${status} by a rule of the profile: ${oneLine(rule?.title ?? '')}.`;
}

/** One running session, driven through the contract. */
export class Connection {
  readonly sessionId: string;
  /** The script that runs operations here, where one does. */
  by: ScriptAsker | undefined;
  readonly #host: HeadlessHost;
  readonly #terminal: Terminal;
  readonly #policy: AnswerPolicy;
  readonly #answered = new Set<string>();
  readonly #running = new Set<string>();
  #held = false;

  constructor(options: ConnectionOptions) {
    this.sessionId = options.sessionId;
    this.#host = options.host;
    this.#terminal = options.terminal;
    this.#policy = options.policy;
    const answering = this.#host.state.until(() => this.#answerAll());
    // It lasts as long as the state does.
    answering.catch(() => undefined);
  }

  get client(): HeadlessHost['client'] {
    return this.#host.client;
  }

  get session(): Session | undefined {
    return this.#host.state.get('session', this.sessionId);
  }

  /** Resolves when the session is ready. Throws CommandFault with exit code 3 or 4. */
  async ready(): Promise<Session> {
    const session = await this.#host.state.until((state) => {
      const found = state.get('session', this.sessionId);
      return found && ['ready', 'authorizing', 'closed'].includes(found.state.at) ? found : undefined;
    });
    const { state } = session;
    if (state.at === 'authorizing') {
      const text = `The server wants a sign-in: HTTP ${state.status}. ${state.text} Give a token with --header-file or --header-env.`;
      throw new CommandFault(EXIT.connection, text, { status: state.status });
    }
    if (state.at === 'closed') {
      const { rule, title = 'The server ended', why = '', todo = '' } = state.failure ?? {};
      const text = [`${title}.`, why, todo].filter(Boolean).join(' ');
      throw new CommandFault(isLate(rule) ? EXIT.timeout : EXIT.connection, text, {
        ...(rule === undefined ? {} : { rule }),
      });
    }
    return session;
  }

  /** Runs one operation to its end and answers what the server asks meanwhile. */
  async run<V extends Verb>(verb: V, input: VerbInput<V>): Promise<Outcome> {
    this.#signInNeeded();
    const { sessionId, client, by } = this;
    const { operationId } = await client['operation.run']({ sessionId, verb, input, ...(by ? { by } : {}) });
    this.#running.add(operationId);
    const operation = await this.#host.state.until((state) => {
      const found = state.get('operation', operationId);
      return found && isOperationOver(found.status) ? found : undefined;
    });
    this.#running.delete(operationId);
    if (operation.fault) return { ok: false, fault: operation.fault, operation };
    const text = operation.resultSeq === undefined ? undefined : await this.#resultOf(operationId);
    return { ok: true, text, toolError: operation.toolError === true, operation };
  }

  /** A list of the server as it was read when the session began; reads it when that has not happened yet. */
  async catalog(kind: CatalogKind): Promise<{ head: Catalog; items: Record<string, unknown>[] }> {
    const { sessionId } = this;
    const head = await this.#host.state.until((state) => {
      const found = state.get('catalog', catalogId(sessionId, kind));
      if (found && isListRead(found)) return found;
      return state.get('session', sessionId)?.state.at === 'closed' ? (found ?? 'ended') : undefined;
    });
    if (head === 'ended') throw new CommandFault(EXIT.failed, 'The session ended before the list was read.');
    const items: Record<string, unknown>[] = [];
    for (let total = 1; items.length < total; ) {
      const page = await this.client['catalog.items']({ sessionId, kind, from: items.length, count: PAGE });
      total = page.items.length === 0 ? 0 : page.total;
      items.push(...page.items);
    }
    return { head, items };
  }

  /** Waits; ends early, with its error, when the command is stopped. */
  async pause(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    try {
      await Promise.race([over, this.#host.state.until(() => undefined)]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Keeps what the server asks for somebody else, or lets the policy answer it. */
  hold(on: boolean): void {
    this.#held = on;
    if (!on) this.#answerAll();
  }

  /** Takes an operation among those that are cancelled when the command is stopped. */
  started(operationId: string): void {
    this.#running.add(operationId);
  }

  /** Tells the server to stop what runs for this command. */
  async cancelAll(): Promise<void> {
    const cancels = [...this.#running].map((operationId) => this.client['operation.cancel']({ operationId }));
    await Promise.allSettled(cancels);
  }

  async stop(): Promise<void> {
    await this.client['session.stop']({ sessionId: this.sessionId });
  }

  #signInNeeded(): void {
    const { state } = this.session ?? {};
    if (state?.at !== 'authorizing') return;
    throw new CommandFault(EXIT.connection, `The server wants a sign-in: HTTP ${state.status}. ${state.text}`, {
      status: state.status,
    });
  }

  #answerAll(): undefined {
    if (this.#held) return;
    for (const pending of this.#host.state.all('pending')) {
      if (pending.sessionId !== this.sessionId || this.#answered.has(pending.id)) continue;
      const waiting = pending.status === 'waiting';
      // A rule with a delay, or that asks a provider, answers by itself.
      if (waiting ? !waitsForPerson(pending) : !pending.rule) continue;
      this.#answered.add(pending.id);
      if (waiting) this.#answer(pending);
      else this.#terminal.note(ruledWords(pending));
    }
  }

  #answer(pending: PendingInput): void {
    const reply = replyTo(pending, this.#policy);
    const { message, url } = pending.params;
    const words = [
      pending.ruleFailed === undefined ? '' : `A rule could not answer: ${oneLine(pending.ruleFailed)}`,
      pending.ruleStopped === undefined
        ? ''
        : `A rule answers no more ${pending.operationId === undefined ? 'for now' : 'in this call'}, after ${pending.ruleStopped.answers} times.`,
      `The server asks (${pending.method}), answer: ${reply.action}.`,
      typeof message === 'string' ? oneLine(message) : '',
      pending.kind === 'url' && typeof url === 'string' ? oneLine(url, 2000) : '',
    ];
    this.#terminal.note(words.filter(Boolean).join(' '));
    this.client['pending.answer']({ id: pending.id, reply, by: 'script' }).catch((error: unknown) => {
      // The server may have taken the question back in the meantime.
      this.#terminal.note(`The answer to ${pending.method} came too late. ${oneLine(messageOf(error))}`);
    });
  }

  async #resultOf(operationId: string): Promise<string> {
    return (await this.client['operation.result']({ operationId, bytes: MOST_BYTES })).text;
  }
}
