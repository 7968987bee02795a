import type { WirebenchContract } from '#shared/contract.ts';
import type { Handlers } from '#shared/rpc.ts';
import { keyOf } from '../earlier/earlier-runs.ts';
import type { HostCore } from '../host-core.ts';

type Names = 'earlier.list' | 'earlier.save' | 'earlier.remove';

/** Calls about what tools and prompts were called with before. */
export function earlierHandlers({ earlier }: HostCore): Pick<Handlers<WirebenchContract>, Names> {
  return {
    'earlier.list': ({ serverId, of, tool }) => earlier.list(serverId, keyOf(tool, of)),
    'earlier.save': ({ serverId, of, tool, ...example }) => earlier.save(serverId, keyOf(tool, of), example),
    'earlier.remove': ({ serverId, of, tool, id }) => earlier.remove(serverId, keyOf(tool, of), id),
  };
}
