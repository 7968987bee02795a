import type { ReactNode } from 'react';
import { ALL_SERVERS } from '#shared/exchange.ts';
import { usePage, useWirebench } from '../../store/wirebench.tsx';
import { useFocusOnOpen } from '../../ui/use-focus-on-open.ts';
import { AllTraffic } from './all-traffic.tsx';
import { KeptTraffic } from './kept-traffic.tsx';

export interface TrafficPageProps {
  /** What the session's logs are shown in, below its traffic. */
  readonly logs?: ((sessionId: string) => ReactNode) | undefined;
}

/** Traffic that belongs to no workspace: of all servers, or a session of a server that is no longer in the list. */
export function TrafficPage({ logs }: TrafficPageProps) {
  // What was chosen in the palette or a menu is gone by now; the next key belongs to this view.
  const view = useFocusOnOpen();
  const { page } = useWirebench();
  const shown = usePage((state) => state.trafficOf);
  const covered = usePage((state) => state.compare !== undefined);
  if (shown === undefined) return null;
  if (shown === ALL_SERVERS) {
    return (
      <main className="ws single" aria-label="Traffic of all servers" inert={covered} {...view}>
        <div className="view">
          <div className="tab-view">
            <AllTraffic />
          </div>
        </div>
      </main>
    );
  }
  return (
    <main className="ws single" aria-label="Traffic of an earlier session" inert={covered} {...view}>
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
      {logs?.(shown)}
    </main>
  );
}
