import type { ScriptAsker } from '../approvals.ts';
import type { CompareSide } from '../compare.ts';
import type { WirebenchContract } from '../contract.ts';
import {
  catalogId,
  type EntityOf,
  isListRead,
  isOperationOver,
  type Operation,
  type PendingInput,
  type Topic,
} from '../entities.ts';
import { messageOf } from '../errors.ts';
import { textAt } from '../json.ts';
import type { Client } from '../rpc.ts';
import { unreachable } from '../unreachable.ts';
import type { Verb, VerbInput } from '../verbs.ts';
import type { StepEnd } from './expectation.ts';
import { answerFits, scriptReply, waitsOnCall } from './script-reply.ts';
import type { FlowStep, Next } from './script-steps.ts';

/** The mirror of the host's state that a script looks at. */
export interface ScriptState {
  get<T extends Topic>(topic: T, id: string): EntityOf<T> | undefined;
  all<T extends Topic>(topic: T): EntityOf<T>[];
}

/** What a script plays in: a host, and what it tells. */
export interface ScriptRoom {
  readonly client: Client<WirebenchContract>;
  /** Resolves as soon as `find` gives something. Rejects when nobody waits any more. */
  until<R>(find: (state: ScriptState) => R | undefined): Promise<R>;
  /** Whether questions are kept for the script, or whoever else answers may do so. */
  hold(on: boolean): void;
  /** Resolves when an answer has waited long enough for its question. Absent where a person may answer what else is asked. */
  patience?(): Promise<void>;
  /** Largest result that is taken whole, bytes. */
  readonly mostBytes: number;
  /** Who runs what the script says. */
  readonly by: ScriptAsker;
}

/** How a step of a script ended, and what there is to look at. */
export interface StepOutcome extends StepEnd {
  operation?: Operation;
  /** The question it ended with. */
  ask?: PendingInput;
}

/** An operation that a step is. */
export interface ScriptCall<V extends Verb> {
  sessionId: string;
  verb: V;
  input: VerbInput<V>;
  /** Whether its result gets a number; by default that of a call, of a resource and of a prompt does. */
  numbered?: boolean;
}

/** A result that later steps call by its number: where it is found, and how the step ended. */
export interface ScriptResult {
  side: CompareSide;
  end: StepOutcome;
}

interface Open {
  sessionId: string;
  operationId: string;
}

const NUMBERED: ReadonlySet<string> = new Set(['tools.call', 'resources.read', 'prompts.get']);

const bad = (problem: string): StepOutcome => ({ ok: false, json: JSON.stringify({ error: problem }), problem });
const good = (value: unknown): StepOutcome => ({ ok: true, json: JSON.stringify(value) });

/** The steps of a script that belong together: a call that is left open, its answers, its stop, results side by side. */
export class ScriptFlow {
  readonly #room: ScriptRoom;
  #open: Open | undefined;
  readonly #answered = new Set<string>();
  /** The question that was found last. */
  #asked: string | undefined;
  readonly #results: ScriptResult[];

  /** `results`: those of the whole script, in order, which the flows of its servers share. */
  constructor(room: ScriptRoom, results: ScriptResult[]) {
    this.#room = room;
    this.#results = results;
  }

  /** The call that was begun and not waited for to its end. */
  get open(): Open | undefined {
    return this.#open;
  }

  /** Starts an operation and waits for its end, or for what the next step goes on with. */
  async run<V extends Verb>(
    call: ScriptCall<V>,
    next: Next,
    onStarted?: (operationId: string) => void,
  ): Promise<StepOutcome> {
    const { sessionId, verb, input, numbered = NUMBERED.has(verb) } = call;
    this.#room.hold(next === 'answer');
    const by = { ...this.#room.by, answers: next === 'answer' };
    const wanted = { sessionId, verb, input, by };
    const { operationId } = await this.#room.client['operation.run'](wanted).catch((error: unknown) => {
      this.#room.hold(false);
      throw error;
    });
    this.#open = { sessionId, operationId };
    onStarted?.(operationId);
    return this.#goOn(this.#open, next, numbered);
  }

  /** A step that goes on with what was begun. */
  perform(step: FlowStep, sessionId: string, next: Next): Promise<StepOutcome> {
    switch (step.do) {
      case 'answer':
        return this.#answer(step, next);
      case 'stop':
        return this.#stop(step.with.progress);
      case 'compare':
        return this.#compare(step);
      case 'show':
        return this.#show(step, sessionId);
      default:
        return unreachable(step);
    }
  }

  async #goOn(open: Open, next: Next, numbered = true): Promise<StepOutcome> {
    const { operationId } = open;
    const found = await this.#room.until((state) => {
      const operation = state.get('operation', operationId);
      if (!operation || isOperationOver(operation.status)) return operation && { operation };
      if (next === 'stop') return { operation };
      const ask = next === 'answer' ? this.#askOf(state, open) : undefined;
      return ask && { operation, ask };
    });
    const { operation } = found;
    if (!isOperationOver(operation.status)) {
      const { ask } = found as { ask?: PendingInput }; // absent where the next step stops it
      this.#asked = ask?.id;
      return {
        ...good(ask ? { asked: ask.method, params: ask.params } : { running: true }),
        operation,
        ...(ask ? { ask } : {}),
      };
    }
    this.#over();
    const end = await this.#endOf(operation);
    const exchangeId = operation.exchangeIds.at(-1);
    if (numbered && exchangeId !== undefined)
      this.#results.push({ side: { of: 'exchange', sessionId: operation.sessionId, exchangeId }, end });
    if (next === 'answer') return { ...end, ok: false, problem: end.problem ?? 'The call ended without a question.' };
    return end;
  }

  /** The call ended: what is asked from now on is not for this script, until a step says so. */
  #over(): void {
    this.#open = undefined;
    this.#room.hold(false);
  }

  /** The oldest question of a call that this script has not answered yet. */
  #askOf(state: ScriptState, open: Open, fits?: (ask: PendingInput) => boolean) {
    return state
      .all('pending')
      .filter((ask) => waitsOnCall(ask, open) && !this.#answered.has(ask.id) && (fits?.(ask) ?? true))
      .toSorted((a, b) => a.createdAt - b.createdAt)[0];
  }

  async #answer(step: Extract<FlowStep, { do: 'answer' }>, next: Next): Promise<StepOutcome> {
    const open = this.#open;
    if (!open) return bad('Nothing waits for an answer: no call is open.');
    const ask = await this.#askFor(step, open);
    if (ask === 'over') {
      this.#over();
      return bad('The call ended and asks nothing more.');
    }
    if (ask === 'other') {
      this.#room.hold(false);
      return bad('The server asks something else than this answer is for: its kind or key fits no open question.');
    }
    this.#answered.add(ask.id);
    // Somebody was faster: the script goes on from what was replied.
    if (ask.status !== 'waiting') {
      this.#room.hold(next === 'answer');
      return this.#goOn(open, next);
    }
    try {
      await this.#room.client['pending.answer']({ id: ask.id, reply: scriptReply(ask, step.with), by: 'script' });
    } catch (error) {
      this.#room.hold(false);
      return { ...bad(messageOf(error)), ask };
    }
    // Nobody else shall answer it while the state does not know yet.
    await this.#room.until((state) => (state.get('pending', ask.id)?.status === 'waiting' ? undefined : true));
    this.#room.hold(next === 'answer');
    return this.#goOn(open, next);
  }

  /** The question that an answer is for; `other` where only others wait, and nobody else answers them. */
  async #askFor(step: Extract<FlowStep, { do: 'answer' }>, open: Open): Promise<PendingInput | 'over' | 'other'> {
    const find = (state: ScriptState): PendingInput | 'over' | undefined => {
      const asked = state.get('pending', this.#asked ?? '');
      if (asked && asked.status !== 'waiting' && !this.#answered.has(asked.id)) return asked;
      const operation = state.get('operation', open.operationId);
      if (operation && isOperationOver(operation.status)) return 'over';
      return this.#askOf(state, open, (one) => answerFits(step.with, one));
    };
    const { patience } = this.#room;
    if (!patience) return this.#room.until(find);
    const first = await this.#room.until((state) => find(state) ?? (this.#askOf(state, open) && 'other'));
    if (first !== 'other') return first;
    // Questions that are asked at the same time come one by one.
    return Promise.race([this.#room.until(find), patience().then(() => 'other' as const)]);
  }

  async #stop(progress: number): Promise<StepOutcome> {
    const open = this.#open;
    if (!open) return bad('There is nothing to stop: no call is open.');
    const find = (enough: (operation: Operation) => boolean) => (state: ScriptState) => {
      const operation = state.get('operation', open.operationId);
      return operation && (isOperationOver(operation.status) || enough(operation)) ? operation : undefined;
    };
    const running = await this.#room.until(find(({ progressCount }) => progressCount >= progress));
    if (!isOperationOver(running.status))
      await this.#room.client['operation.cancel']({ operationId: open.operationId });
    const operation = await this.#room.until(find(() => false));
    this.#open = undefined;
    if (operation.status === 'cancelled') return { ...good({ stopped: true }), operation };
    return { ...bad('It ended before it could be stopped.'), operation };
  }

  async #compare({ with: { a, b, ignore } }: Extract<FlowStep, { do: 'compare' }>): Promise<StepOutcome> {
    const last = this.#results.length;
    const [one, other] = [this.#results[(a ?? last - 1) - 1], this.#results[(b ?? last) - 1]];
    if (!one || !other) return bad(`There are ${last} results so far, so these two cannot be compared.`);
    const found = await this.#room.client['compare.run']({ a: one.side, b: other.side, ignore });
    const differences = found.differences.map(({ path, change, a: from, b: to }) => ({ path, change, a: from, b: to }));
    return good({ equal: found.total === 0, total: found.total, part: found.part, differences });
  }

  async #show({ with: what }: Extract<FlowStep, { do: 'show' }>, sessionId: string): Promise<StepOutcome> {
    if ('text' in what) return good({ text: what.text });
    if ('result' in what) return this.#results[what.result - 1]?.end ?? bad(`There is no result ${what.result} yet.`);
    await this.#room.until((state) => {
      const head = state.get('catalog', catalogId(sessionId, 'tools'));
      return head && isListRead(head) ? true : undefined;
    });
    const { items } = await this.#room.client['catalog.items']({ sessionId, kind: 'tools' });
    const tool = items.find((item) => textAt(item, 'name') === what.tool);
    return tool ? good(tool) : bad(`The server has no tool "${what.tool}".`);
  }

  async #endOf(operation: Operation): Promise<StepOutcome> {
    const { fault, resultSeq } = operation;
    if (fault) {
      const json = JSON.stringify({
        error: { ...(fault.code === undefined ? {} : { code: fault.code }), message: fault.message },
      });
      const code = fault.code === undefined ? {} : { code: fault.code };
      return { ok: false, json, ...code, problem: [fault.message, fault.todo].filter(Boolean).join(' '), operation };
    }
    if (resultSeq === undefined) return { ok: true, json: 'null', operation };
    const bytes = this.#room.mostBytes;
    const { text, more } = await this.#room.client['operation.result']({ operationId: operation.id, bytes });
    const json = more ? JSON.stringify({ tooLarge: operation.resultBytes }) : text;
    if (operation.toolError) return { ok: false, json, problem: 'The tool says that it failed (isError).', operation };
    return { ok: true, json, operation };
  }
}
