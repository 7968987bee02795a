import type { ProviderReply } from '#shared/providers.ts';
import { isTrialOver, type Trial, type TrialOrder } from '#shared/trials.ts';
import type { LiveSession } from '../live-session.ts';
import { problemOf } from '../providers/provider-fault.ts';
import type { Providers } from '../providers/providers.ts';
import type { StatePublisher } from '../publish/state-source.ts';
import { TrialLog } from './trial-log.ts';

export interface TrialRunDeps {
  readonly id: string;
  readonly order: TrialOrder;
  readonly session: LiveSession;
  readonly state: StatePublisher;
  readonly providers: Pick<Providers, 'reply'>;
}

/** One trial from its first request to its end. */
export class TrialRun {
  readonly log = new TrialLog();
  readonly #deps: TrialRunDeps;
  readonly #ending = new AbortController();
  #trial: Trial;

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
  }

  get trial(): Trial {
    return this.#trial;
  }

  /** Goes on by itself; how it ends is told by the log. */
  begin(): void {
    this.#put({});
    void this.#go().then(
      (status) => this.#end(status),
      (error: unknown) => {
        if (this.#ending.signal.aborted) return;
        this.log.add({ kind: 'end', problem: problemOf(error) });
        this.#put({ status: 'failed', endedAt: Date.now() });
      },
    );
  }

  /** Ends it as it is. */
  readonly stop = (): void => {
    if (isTrialOver(this.#trial)) return;
    this.#end('stopped');
    this.#ending.abort('You stopped the trial.');
  };

  async #go(): Promise<Trial['status']> {
    await this.#ask(this.#deps.order.params);
    return 'done';
  }

  async #ask(params: TrialOrder['params']): Promise<ProviderReply> {
    const { provider, model } = this.#deps.order;
    this.#put({ status: 'asking', rounds: this.#trial.rounds + 1 });
    const { signal } = this.#ending;
    const onText = (text: string) => this.log.text(text);
    const reply = await this.#deps.providers.reply({ provider, model, params, signal, onText });
    signal.throwIfAborted();
    this.log.add({ kind: 'reply', reply });
    return reply;
  }

  #end(status: Trial['status']): void {
    if (isTrialOver(this.#trial)) return;
    this.log.add({ kind: 'end' });
    this.#put({ status, endedAt: Date.now() });
  }

  #put(part: Partial<Trial>): void {
    this.#trial = { ...this.#trial, ...part };
    this.#deps.state.apply({ op: 'put', topic: 'trial', id: this.#trial.id, value: this.#trial });
  }
}
