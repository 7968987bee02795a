import { usePage, useWirebench } from '../../store/wirebench.tsx';
import { KeptTraffic } from './kept-traffic.tsx';

/** Traffic that belongs to no workspace: a session of a server that is no longer in the list. */
export function TrafficPage() {
  const { page } = useWirebench();
  const shown = usePage((state) => state.trafficOf);
  if (shown === undefined) return null;
  return (
    <main className="ws" aria-label="Traffic of an earlier session">
      <div className="view">
        <div className="tab-view">
          <KeptTraffic
            key={shown}
            sessionId={shown}
            named
            backLabel="Close"
            onBack={() => page.getState().set({ trafficOf: undefined })}
          />
        </div>
      </div>
    </main>
  );
}
