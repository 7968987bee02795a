import type { WirebenchContract } from '#shared/contract.ts';
import type { Handlers } from '#shared/rpc.ts';
import type { trialCalls } from '#shared/trials.ts';
import type { HostCore } from '../host-core.ts';

/** Calls about prompts that are tried with a model. */
export function trialHandlers({ trials }: HostCore): Pick<Handlers<WirebenchContract>, keyof typeof trialCalls> {
  return {
    'trial.start': (order) => ({ trialId: trials.start(order) }),
    'trial.stop': ({ trialId }) => trials.stop(trialId),
    'trial.follow': ({ trialId }, wake) => trials.follow(trialId, wake),
  };
}
