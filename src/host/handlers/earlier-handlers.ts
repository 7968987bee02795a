import type { WirebenchContract } from '#shared/contract.ts';
import type { Handlers } from '#shared/rpc.ts';
import type { HostCore } from '../host-core.ts';

type Names = 'earlier.list' | 'earlier.save' | 'earlier.remove';

/** Calls about what tools were called with before. */
export function earlierHandlers({ earlier }: HostCore): Pick<Handlers<WirebenchContract>, Names> {
  return {
    'earlier.list': ({ serverId, tool }) => earlier.list(serverId, tool),
    'earlier.save': ({ serverId, ...example }) => earlier.save(serverId, example),
    'earlier.remove': ({ serverId, tool, id }) => earlier.remove(serverId, tool, id),
  };
}
