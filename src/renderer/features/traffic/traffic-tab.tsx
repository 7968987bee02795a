import { ArrowRightLeft, SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import type { TabProps } from '../../store/tab.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TabPanel } from '../../ui/tab-panel.tsx';
import { ExchangesView } from './exchanges-view.tsx';
import { WireView } from './wire-view.tsx';

type TrafficView = 'exchanges' | 'wire';

const ID_BASE = 'traffic-view';
const VIEWS = [
  { value: 'exchanges', label: 'Exchanges' },
  { value: 'wire', label: 'Wire' },
] as const;

/** S16, S17. Everything that crossed the wire of the newest session: paired as exchanges, or line by line. */
export function TrafficTab({ server, session }: TabProps) {
  const { page } = useWirebench();
  const [view, setView] = useState<TrafficView>('exchanges');
  if (!session) {
    return (
      <EmptyState icon={ArrowRightLeft} title="No traffic yet">
        Connect the server. Every message it sends or gets is shown here.
      </EmptyState>
    );
  }
  const switcher = (
    <Segmented label="Traffic view" options={VIEWS} value={view} onChange={setView} tabsIdBase={ID_BASE} />
  );
  const raw = {
    id: 'raw',
    label: 'Send a raw message…',
    icon: SquareTerminal,
    disabled: session.state.at !== 'ready',
    onSelect: () => page.getState().set({ rawFor: server.id }),
  };
  return (
    <TabPanel idBase={ID_BASE} id={view} className="traffic">
      {view === 'exchanges' ? (
        <ExchangesView
          key={session.id}
          sessionId={session.id}
          counts={session.counts}
          servers={[server.config.name]}
          pinned={session.pinned ?? false}
          actions={[raw]}
          switcher={switcher}
        />
      ) : (
        <WireView key={session.id} session={session} serverName={server.config.name} switcher={switcher} />
      )}
    </TabPanel>
  );
}
