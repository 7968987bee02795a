import { useEffect, useRef } from 'react';
import { ALL_SERVERS } from '#shared/exchange.ts';
import { usePage, useWirebench } from '../../store/wirebench.tsx';
import { AllTraffic } from './all-traffic.tsx';
import { KeptTraffic } from './kept-traffic.tsx';

/** The view as a whole takes the focus when it opens. */
const FOCUSABLE = { tabIndex: -1 };

/** Traffic that belongs to no workspace: of all servers, or a session of a server that is no longer in the list. */
export function TrafficPage() {
  const view = useRef<HTMLElement>(null);
  const { page } = useWirebench();
  const shown = usePage((state) => state.trafficOf);
  const covered = usePage((state) => state.compare !== undefined);
  // What was chosen in the palette or a menu is gone by now; the next key belongs to this view.
  useEffect(() => view.current?.focus(), []);
  if (shown === undefined) return null;
  if (shown === ALL_SERVERS) {
    return (
      <main className="ws single" aria-label="Traffic of all servers" inert={covered} ref={view} {...FOCUSABLE}>
        <div className="view">
          <div className="tab-view">
            <AllTraffic />
          </div>
        </div>
      </main>
    );
  }
  return (
    <main className="ws single" aria-label="Traffic of an earlier session" inert={covered} ref={view} {...FOCUSABLE}>
      <div className="view">
        <div className="tab-view">
          <KeptTraffic
            key={shown}
            sessionId={shown}
            named
            backLabel="Close"
            onBack={() => page.getState().showTraffic(undefined)}
          />
        </div>
      </div>
    </main>
  );
}
