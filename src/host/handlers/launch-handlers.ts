import type { WirebenchContract } from '#shared/contract.ts';
import { HostError } from '#shared/errors.ts';
import type { Handlers } from '#shared/rpc.ts';
import type { HostCore } from '../host-core.ts';
import { processFacts } from '../launch/process-facts.ts';

type Names = 'fix.apply' | 'server.stopRetrying' | 'session.processes';

const notBuilt = () => {
  throw new HostError('REFUSED', 'This part is not built yet.');
};

/** Calls about how a server is started: fixes, retries, its processes. */
export function launchHandlers(host: HostCore): Pick<Handlers<WirebenchContract>, Names> {
  return {
    'fix.apply': notBuilt,
    'server.stopRetrying': ({ serverId }) => host.upkeep.stopTrying(serverId),
    'session.processes': async ({ sessionId }) => {
      const { redact } = host.sessions.get(sessionId);
      const session = host.state.get('session', sessionId);
      if (session?.pid === undefined || session.state.at === 'closed') return { processes: [] };
      return { processes: redact(await processFacts(session.pid)) };
    },
  };
}
