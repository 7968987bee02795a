import { randomBytes } from 'node:crypto';
import { HostError } from '#shared/errors.ts';
import type { Source } from '#shared/rpc.ts';
import { isTrialOver, type TrialEvent, type TrialOrder } from '#shared/trials.ts';
import type { Approvals } from '../approvals/approvals.ts';
import type { Providers } from '../providers/providers.ts';
import type { StatePublisher } from '../publish/state-source.ts';
import type { Sessions } from '../sessions.ts';
import { TrialRun } from './trial-run.ts';

export interface TrialsDeps {
  readonly state: StatePublisher;
  readonly providers: Pick<Providers, 'reply'>;
  readonly approvals: Pick<Approvals, 'ask'>;
  sessions(): Pick<Sessions, 'get'>;
}

/** Trials that ended and can still be looked at. */
const KEPT = 30;

/** Prompts that are tried with a model. They go on without a page, and end with the host. */
export class Trials {
  readonly #deps: TrialsDeps;
  /** In the order they began. */
  readonly #runs = new Map<string, TrialRun>();

  constructor(deps: TrialsDeps) {
    this.#deps = deps;
  }

  /** Begins one; an earlier one of the same prompt ends. Gives its id. Throws NOT_FOUND, REFUSED. */
  start(order: TrialOrder): string {
    const { state, providers, approvals } = this.#deps;
    const session = this.#deps.sessions().get(order.sessionId);
    for (const { trial, stop } of this.#runs.values())
      if (trial.sessionId === session.id && trial.prompt === order.prompt) stop();
    const run = new TrialRun({ id: randomBytes(6).toString('hex'), order, session, state, providers, approvals });
    this.#runs.set(run.trial.id, run);
    this.#forgetOld();
    run.begin();
    return run.trial.id;
  }

  /** Does nothing where it is over, or gone. */
  stop(id: string): void {
    this.#runs.get(id)?.stop();
  }

  /** Throws NOT_FOUND. */
  follow(id: string, wake: () => void): Source<TrialEvent> {
    const run = this.#runs.get(id);
    if (!run)
      throw new HostError('NOT_FOUND', 'This trial is gone: a newer one took its place, or its server was removed.');
    return run.log.follow(wake);
  }

  close(): void {
    for (const run of this.#runs.values()) run.stop();
  }

  #forgetOld(): void {
    for (const [id, { trial }] of this.#runs) {
      const gone = this.#deps.state.get('trial', id) === undefined && isTrialOver(trial);
      if (!gone && (this.#runs.size <= KEPT || !isTrialOver(trial))) continue;
      this.#runs.delete(id);
      this.#deps.state.apply({ op: 'drop', topic: 'trial', id });
    }
  }
}
