import type { WirebenchContract } from '#shared/contract.ts';
import type { Handlers } from '#shared/rpc.ts';
import type { Trial, TrialEvent, TrialOrder, trialCalls } from '#shared/trials.ts';
import { START } from './samples.ts';

/** A trial that is under way. */
export interface FakeTrial {
  readonly id: string;
  readonly order: TrialOrder;
  /** Lets something happen in it. */
  tell(event: TrialEvent): void;
  /** Changes its entity. */
  set(part: Partial<Trial>): void;
}

/** Trials of the fake host; the test says what happens in them. */
export class FakeTrials {
  /** Every one that was begun, in order. */
  readonly all: FakeTrial[] = [];
  readonly #events = new Map<string, { past: TrialEvent[]; wakes: Set<() => void> }>();
  readonly #put: (trial: Trial) => void;

  constructor(put: (trial: Trial) => void) {
    this.#put = put;
  }

  #start(order: TrialOrder): string {
    const id = `trial-${this.all.length + 1}`;
    const log = { past: [] as TrialEvent[], wakes: new Set<() => void>() };
    this.#events.set(id, log);
    const { sessionId, prompt, operationId, provider, withTools } = order;
    let trial: Trial = {
      ...{ id, sessionId, serverId: 'srv1', prompt, operationId, provider, withTools },
      status: 'asking',
      rounds: 1,
      startedAt: START,
    };
    const set = (part: Partial<Trial>) => {
      trial = { ...trial, ...part };
      this.#put(trial);
    };
    set({});
    const tell = (event: TrialEvent) => {
      log.past.push(event);
      for (const wake of log.wakes) wake();
    };
    this.all.push({ id, order, tell, set });
    return id;
  }

  handlers() {
    return {
      'trial.start': (order) => ({ trialId: this.#start(order) }),
      'trial.stop': ({ trialId }) => {
        const trial = this.all.find(({ id }) => id === trialId);
        trial?.tell({ kind: 'end' });
        trial?.set({ status: 'stopped' });
      },
      'trial.follow': ({ trialId }, wake) => {
        const log = this.#events.get(trialId);
        log?.wakes.add(wake);
        let at = 0;
        return {
          take: () => {
            const fresh = log?.past.slice(at) ?? [];
            at += fresh.length;
            return fresh;
          },
          close: () => void log?.wakes.delete(wake),
        };
      },
    } satisfies Pick<Handlers<WirebenchContract>, keyof typeof trialCalls>;
  }
}
