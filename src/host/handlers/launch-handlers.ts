import type { WirebenchContract } from '#shared/contract.ts';
import { HostError } from '#shared/errors.ts';
import type { Handlers } from '#shared/rpc.ts';

type Names = 'fix.apply' | 'server.stopRetrying' | 'session.processes';

const notBuilt = () => {
  throw new HostError('REFUSED', 'This part is not built yet.');
};

/** Calls about how a server is started: fixes, retries, its processes. */
export function launchHandlers(): Pick<Handlers<WirebenchContract>, Names> {
  return {
    'fix.apply': notBuilt,
    'server.stopRetrying': notBuilt,
    'session.processes': notBuilt,
  };
}
