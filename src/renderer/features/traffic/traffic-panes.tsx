import { type ReactNode, useMemo } from 'react';
import { usePage, useWirebench } from '../../store/wirebench.tsx';
import type { MenuItem } from '../../ui/menu-items.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TabPanel } from '../../ui/tab-panel.tsx';
import { ExchangesView } from './exchanges-view.tsx';
import type { ShownSession } from './shown-session.ts';
import { WarningBar } from './warning-bar.tsx';
import { WireView } from './wire-view.tsx';

export interface TrafficPanesProps {
  readonly session: ShownSession;
  readonly server: { readonly id: string; readonly name: string };
  readonly actions?: readonly MenuItem[] | undefined;
  /** Beside the buttons that switch between the views. */
  readonly menu?: ReactNode;
  /** Above the view. */
  readonly bar?: ReactNode;
}

const ID_BASE = 'traffic-view';
const VIEWS = [
  { value: 'exchanges', label: 'Exchanges' },
  { value: 'wire', label: 'Wire' },
] as const;

/** The traffic of one session: paired as exchanges, or line by line. */
export function TrafficPanes({ session, server, actions, menu, bar }: TrafficPanesProps) {
  const { page } = useWirebench();
  const key = `${server.id}/traffic-view`;
  const view = usePage((state) => (state.selected[key] === 'wire' ? 'wire' : 'exchanges'));
  const servers = useMemo(() => [server.name], [server.name]);
  const switcher = (
    <>
      <Segmented
        label="Traffic view"
        options={VIEWS}
        value={view}
        onChange={(value) => page.getState().select(key, value)}
        tabsIdBase={ID_BASE}
      />
      {menu}
    </>
  );
  return (
    <TabPanel idBase={ID_BASE} id={view} className="traffic">
      {bar}
      {session.headersKept && (
        <WarningBar>
          Values of sign-in and cookie headers are in this log as they are. Whoever has it can sign in with them.
        </WarningBar>
      )}
      {view === 'exchanges' ? (
        <ExchangesView
          key={session.id}
          sessionId={session.id}
          counts={session.counts}
          servers={servers}
          pinned={session.pinned}
          onPinned={session.onPinned}
          headersKept={session.headersKept}
          actions={actions}
          switcher={switcher}
        />
      ) : (
        <WireView key={session.id} session={session} serverName={server.name} switcher={switcher} />
      )}
    </TabPanel>
  );
}
