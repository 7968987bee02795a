import { LONGEST_ASKER } from '#shared/approvals.ts';
import { catalogId, isListRead } from '#shared/entities.ts';
import { HostError } from '#shared/errors.ts';
import { arrayAt, isObject, type JsonObject, textAt } from '#shared/json.ts';
import type { ProviderProblem, ProviderReply } from '#shared/providers.ts';
import { trialTools } from '#shared/trial-tools.ts';
import { isTrialOver, MOST_ROUNDS, type Trial, type TrialOrder } from '#shared/trials.ts';
import type { Approvals } from '../approvals/approvals.ts';
import type { LiveSession } from '../live-session.ts';
import { problemOf } from '../providers/provider-fault.ts';
import type { Providers } from '../providers/providers.ts';
import type { StatePublisher } from '../publish/state-source.ts';
import { ToolCaller } from './tool-caller.ts';
import { TrialLog } from './trial-log.ts';

export interface TrialRunDeps {
  readonly id: string;
  readonly order: TrialOrder;
  readonly session: LiveSession;
  readonly state: StatePublisher;
  readonly providers: Pick<Providers, 'reply'>;
  readonly approvals: Pick<Approvals, 'ask'>;
}

/** Characters of a model's name, which the provider says. */
const LONGEST_NAME = 200;

/** Tools that one reply may run: what is always allowed runs without anybody looking (SAMP-11). */
const MOST_USES = 32;
const FULL = `This call was not made: one reply may run ${MOST_USES} tools.`;

const isToolUse = (block: unknown): block is JsonObject => isObject(block) && block.type === 'tool_use';

function toolsOf({ session, state }: TrialRunDeps): JsonObject[] {
  if (session.core.signal.aborted)
    throw new HostError(
      'REFUSED',
      'The server is not connected, so it runs no tools. Connect it, or ask without them.',
    );
  const head = state.get('catalog', catalogId(session.id, 'tools'));
  if (head === undefined || !isListRead(head))
    throw new HostError('REFUSED', 'The list of tools of this server was not read yet. Wait for it, then ask again.');
  return trialTools(session.redact(session.core.items('tools').items));
}

/** One trial from its first request to its end. */
export class TrialRun {
  readonly log = new TrialLog();
  readonly #deps: TrialRunDeps;
  readonly #ending = new AbortController();
  /** Aborted when it is over, however it ended. */
  readonly #over = new AbortController();
  /** What the model is told of; undefined where it gets none. */
  readonly #tools: JsonObject[] | undefined;
  readonly #caller: ToolCaller;
  #trial: Trial;

  /** Throws REFUSED where the model is to get tools and the server is gone, or their list was not read. */
  constructor(deps: TrialRunDeps) {
    this.#deps = deps;
    const { id, session, order } = deps;
    const { prompt, operationId, provider, model, withTools } = order;
    this.#trial = {
      id,
      sessionId: session.id,
      serverId: session.serverId,
      ...{ prompt, operationId, provider, withTools },
      ...(model === undefined ? {} : { model }),
      status: 'asking',
      rounds: 0,
      startedAt: Date.now(),
    };
    this.#tools = withTools ? toolsOf(deps) : undefined;
    this.#caller = new ToolCaller({
      ...deps,
      signal: this.#ending.signal,
      asker: () => `${this.#trial.model ?? 'A model'} of ${provider}`.slice(0, LONGEST_ASKER),
      onCall: (call) => this.log.add({ kind: 'call', call }),
    });
  }

  get trial(): Trial {
    return this.#trial;
  }

  /** Goes on by itself; how it ends is told by the log. */
  begin(): void {
    this.#put({});
    if (this.#tools) this.#endsWithServer(this.#deps.session.core.signal);
    void this.#go().then(
      (status) => this.#end(status),
      (error: unknown) => {
        if (this.#ending.signal.aborted) return;
        this.#end('failed', {}, problemOf(error));
      },
    );
  }

  /** Ends it as it is. */
  readonly stop = (): void => this.#stop('You stopped the trial.');

  /** Without its tools there is nothing that the model could go on with. */
  #endsWithServer(server: AbortSignal): void {
    const ended = () => {
      const because = `${server.reason} So the model has no tools any more, and is not asked on.`;
      this.#stop(because, { because });
    };
    server.addEventListener('abort', ended, { once: true, signal: this.#over.signal });
  }

  #stop(reason: string, told: Pick<Trial, 'because'> = {}): void {
    if (isTrialOver(this.#trial)) return;
    this.#end('stopped', told);
    this.#ending.abort(reason);
  }

  /** Asks, runs the tools that the model wants, and asks again with what they gave. */
  async #go(): Promise<Trial['status']> {
    const { params } = this.#deps.order;
    const tools = this.#tools;
    const messages = [...arrayAt(params, 'messages')];
    for (let round = 1; ; round += 1) {
      // The last one has to be an answer.
      const last = round === MOST_ROUNDS && tools !== undefined;
      const choice = last ? { toolChoice: { mode: 'none' } } : {};
      const { result } = await this.#ask({ ...params, messages, tools: tools ?? [], ...choice });
      const uses = [result.content].flat().filter(isToolUse);
      if (uses.length === 0 || !tools) return 'done';
      if (last) return 'limit';
      this.#put({ status: 'calling' });
      this.#ending.signal.throwIfAborted();
      messages.push({ role: 'assistant', content: result.content }, { role: 'user', content: await this.#run(uses) });
    }
  }

  /** One after the other, in the order the model gave. */
  async #run(uses: readonly JsonObject[]): Promise<JsonObject[]> {
    const results: JsonObject[] = [];
    const reply = this.#trial.rounds - 1;
    for (const [use, wanted] of uses.entries()) {
      const place = { reply, use };
      const result =
        use < MOST_USES ? await this.#caller.call(wanted, place) : this.#caller.refuse(wanted, place, FULL);
      results.push(result);
    }
    return results;
  }

  async #ask(params: JsonObject): Promise<ProviderReply> {
    const { provider, model } = this.#deps.order;
    this.#put({ status: 'asking', rounds: this.#trial.rounds + 1 });
    const { signal } = this.#ending;
    const onText = (text: string) => this.log.text(text);
    const reply = await this.#deps.providers.reply({ provider, model, params, signal, onText });
    signal.throwIfAborted();
    this.log.add({ kind: 'reply', reply });
    const answered = textAt(reply.result, 'model');
    if (answered !== undefined) this.#put({ model: answered.slice(0, LONGEST_NAME) });
    return reply;
  }

  #end(status: Trial['status'], told: Pick<Trial, 'because'> = {}, problem?: ProviderProblem): void {
    if (isTrialOver(this.#trial)) return;
    this.log.add({ kind: 'end', ...(problem ? { problem } : {}) });
    this.#put({ status, endedAt: Date.now(), ...told });
    this.#over.abort();
  }

  #put(part: Partial<Trial>): void {
    const { state, id } = this.#deps;
    if (this.#trial.rounds > 0 && state.get('trial', id) === undefined) {
      // Its session was forgotten, and it with it.
      this.#trial = { ...this.#trial, status: 'stopped' };
      this.#ending.abort('The server was removed or started again.');
      return;
    }
    this.#trial = { ...this.#trial, ...part };
    state.apply({ op: 'put', topic: 'trial', id, value: this.#trial });
  }
}
