import type { WirebenchContract } from '#shared/contract.ts';
import type { Handlers } from '#shared/rpc.ts';
import type { HostCore } from '../host-core.ts';
import { exchangeView, type FindTool, httpOfRecord } from '../publish/exchange-view.ts';

type Names = 'exchange.get' | 'exchange.http' | 'exchange.thread';

/** Calls about one request and everything around it. */
export function threadHandlers(host: HostCore): Pick<Handlers<WirebenchContract>, Names> {
  const toolsOf =
    (sessionId: string): FindTool =>
    (name) =>
      host.sessions
        .get(sessionId)
        .core.items('tools')
        .items.find((tool) => tool.name === name);
  return {
    'exchange.get': ({ sessionId, exchangeId }) => {
      const { views, log } = host.sessions.get(sessionId);
      return exchangeView(views, log, exchangeId, toolsOf(sessionId));
    },
    'exchange.http': async ({ sessionId, seq }) => ({ http: await httpOfRecord(host.sessions.get(sessionId).log, seq) }),
    'exchange.thread': () => ({ steps: [], phases: [], passed: [], found: [] }),
  };
}
