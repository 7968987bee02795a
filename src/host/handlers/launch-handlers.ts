import type { WirebenchContract } from '#shared/contract.ts';
import type { Handlers } from '#shared/rpc.ts';
import type { HostCore } from '../host-core.ts';
import { processFacts } from '../launch/process-facts.ts';
import { applyFixCall } from './apply-fix-call.ts';

type Names = 'fix.apply' | 'server.stopRetrying' | 'session.processes';

/** Calls about how a server is started: fixes, retries, its processes. */
export function launchHandlers(host: HostCore): Pick<Handlers<WirebenchContract>, Names> {
  return {
    'fix.apply': (input) => applyFixCall(host, input),
    'server.stopRetrying': ({ serverId }) => host.upkeep.stopTrying(serverId),
    'session.processes': async ({ sessionId }) => {
      const { redact } = host.sessions.get(sessionId);
      const session = host.state.get('session', sessionId);
      if (session?.pid === undefined || session.state.at === 'closed') return { processes: [] };
      return { processes: redact(await processFacts(session.pid)) };
    },
  };
}
