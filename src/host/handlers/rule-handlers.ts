import type { WirebenchContract } from '#shared/contract.ts';
import { HostError } from '#shared/errors.ts';
import type { Handlers } from '#shared/rpc.ts';
import { askedAs } from '../ad-hoc.ts';
import type { HostCore } from '../host-core.ts';

type Names =
  | 'rule.save'
  | 'rule.remove'
  | 'rule.fromAsk'
  | 'profile.save'
  | 'profile.remove'
  | 'profile.use'
  | 'profile.export'
  | 'profile.import';

/** Calls about reply rules and their profiles. */
export function ruleHandlers({ rules, state, adHoc }: HostCore): Pick<Handlers<WirebenchContract>, Names> {
  return {
    'rule.save': (draft) => rules.save(draft),
    'rule.remove': ({ id }) => rules.remove(id),
    'rule.fromAsk': ({ pendingId, action, delayMs }) => {
      const ask = state.get('pending', pendingId);
      if (!ask) throw new HostError('NOT_FOUND', 'This request is gone: the call that asked has ended.');
      return rules.fromAsk({ ...ask, serverId: askedAs(adHoc, ask.serverId) }, action, delayMs);
    },
    'profile.save': (profile) => rules.saveProfile(profile),
    'profile.remove': ({ id }) => rules.removeProfile(id),
    'profile.use': ({ id }) => rules.use(id),
    'profile.export': ({ id }) => rules.exported(id),
    'profile.import': ({ text }) => rules.imported(text),
  };
}
