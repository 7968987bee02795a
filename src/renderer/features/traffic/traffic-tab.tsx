import { ArrowRightLeft, Layers, SquareTerminal } from 'lucide-react';
import { ALL_SERVERS } from '#shared/exchange.ts';
import { keepsHeaderValues } from '#shared/keeps-header-values.ts';
import type { KeptSession } from '#shared/traffic.ts';
import type { TabProps } from '../../store/tab.ts';
import { useCounts, usePage, useWirebench } from '../../store/wirebench.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeptTraffic } from './kept-traffic.tsx';
import { SessionMenu } from './session-menu.tsx';
import { TrafficPanes } from './traffic-panes.tsx';

/** S16, S17. Everything that crossed the wire of the newest session of a server, or of an earlier one. */
export function TrafficTab({ server, session }: TabProps) {
  const { page } = useWirebench();
  const chosen = usePage((state) => state.earlier[server.id]);
  const counts = useCounts(session);
  const menu = (earlier?: KeptSession) => (
    <SessionMenu serverId={server.id} currentId={session?.id} earlier={earlier} />
  );
  if (chosen !== undefined && chosen !== session?.id) {
    return (
      <KeptTraffic
        key={chosen}
        sessionId={chosen}
        backLabel={session ? 'Show the current one' : 'Close'}
        onBack={() => page.getState().showEarlier(server.id, undefined)}
        menu={menu}
      />
    );
  }
  if (!session || !counts) {
    return (
      <EmptyState
        icon={ArrowRightLeft}
        title="No traffic yet"
        actions={<SessionMenu serverId={server.id} currentId={undefined} earlier={undefined} worded />}
      >
        Connect the server. Every message it sends or gets is shown here.
      </EmptyState>
    );
  }
  const raw = {
    id: 'raw',
    label: 'Send a raw message…',
    icon: SquareTerminal,
    disabled: session.state.at !== 'ready',
    onSelect: () => page.getState().set({ rawFor: server.id }),
  };
  const all = {
    id: 'all',
    label: 'Traffic of all servers',
    icon: Layers,
    onSelect: () => page.getState().showTraffic(ALL_SERVERS),
  };
  const { id, pinned = false, config } = session;
  return (
    <TrafficPanes
      session={{ id, counts, pinned, over: config.endpoint.kind, headersKept: keepsHeaderValues(config) }}
      server={{ id: server.id, name: server.config.name }}
      actions={[raw, all]}
      menu={menu()}
    />
  );
}
