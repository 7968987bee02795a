import type { WirebenchContract } from '#shared/contract.ts';
import type { Handlers } from '#shared/rpc.ts';
import type { HostCore } from '../host-core.ts';

/** Calls about definitions that are not as they were accepted. */
export function driftHandlers({ drift }: HostCore): Pick<Handlers<WirebenchContract>, 'drift.get' | 'drift.accept'> {
  return {
    'drift.get': ({ serverId, only }) => drift.get(serverId, only),
    'drift.accept': ({ serverId, items }) => drift.accept(serverId, items),
  };
}
