import type { WirebenchContract } from '#shared/contract.ts';
import type { Handlers } from '#shared/rpc.ts';
import type { HostCore } from '../host-core.ts';
import { exchangeView, type FindTool, httpOfRecord } from '../publish/exchange-view.ts';
import { threadReport } from '../publish/thread-report.ts';

type Names = 'exchange.get' | 'exchange.http' | 'exchange.thread';

/** Calls about one request and everything around it. */
export function threadHandlers(host: HostCore): Pick<Handlers<WirebenchContract>, Names> {
  /** Tools as the server of a session lists them; a session that an earlier run left has no list. */
  const toolsOf =
    (sessionId: string): FindTool =>
    (name) =>
      host.sessions
        .find(sessionId)
        ?.core.items('tools')
        .items.find((tool) => tool.name === name);
  const isRunning = (sessionId: string) => {
    const session = host.state.get('session', sessionId);
    return session !== undefined && session.state.at !== 'closed';
  };
  const countedTo = (exchangeId: string, sessionId: string) => {
    const own = host.state.all('operation').filter((one) => one.sessionId === sessionId);
    return new Set(own.flatMap(({ exchangeIds }) => (exchangeIds.includes(exchangeId) ? exchangeIds : [])));
  };
  return {
    'exchange.get': ({ sessionId, exchangeId }) =>
      host.reader.use(sessionId, ({ views, log }) => exchangeView(views, log, exchangeId, toolsOf(sessionId))),
    'exchange.http': ({ sessionId, seq }) =>
      host.reader.use(sessionId, async ({ log }) => ({ http: await httpOfRecord(log, seq) })),
    'exchange.thread': ({ sessionId, exchangeId }) =>
      host.reader.use(sessionId, ({ views, log }) =>
        threadReport({
          views,
          log,
          exchangeId,
          counted: countedTo(exchangeId, sessionId),
          running: isRunning(sessionId),
          tool: toolsOf(sessionId),
          messages: host.messages,
        }),
      ),
  };
}
