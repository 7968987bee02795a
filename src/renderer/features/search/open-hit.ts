import type { SearchHit } from '#shared/traffic.ts';
import type { Wirebench } from '../../store/wirebench.tsx';

/** A log that takes longer to open than this is shown before its row is known: its view tells how far it is. */
const SOON_MS = 250;

/** Where a record is shown, as far as it is. */
interface Near {
  own?: number | undefined;
  row?: number | undefined;
  line?: number | undefined;
}

function later(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms);
  });
}

function showSession({ page, entities }: Wirebench, { sessionId, serverId }: SearchHit): void {
  const { select, showEarlier, openTab, showTraffic } = page.getState();
  const server = entities.getState().server.get(serverId);
  if (!server) {
    showTraffic(sessionId);
    return;
  }
  select(`${serverId}/traffic-view`, 'exchanges');
  showEarlier(serverId, server.sessionId === sessionId ? undefined : sessionId);
  openTab(serverId, 'traffic');
}

/**
 * Shows the traffic of a hit's session with its record chosen; `onShown` is called when the session is in sight. Gives
 * what is to be said about the record, if anything.
 */
export async function openHit(wirebench: Wirebench, hit: SearchHit, onShown: () => void): Promise<string | undefined> {
  const { link, page } = wirebench;
  const { sessionId, seq } = hit;
  // The same line may be wanted once more after somebody scrolled away from it.
  page.getState().set({ soughtLine: undefined });
  const near = link.client()['log.rowNear']({ sessionId, seq });
  const soon = await Promise.race([near, later(SOON_MS)]);
  const choose = ({ own, row, line }: Near) => {
    const chosen = own ?? row;
    if (chosen !== undefined) page.getState().select(`${sessionId}/traffic`, String(chosen));
    if (line === undefined) return;
    const { dock, set } = page.getState();
    set({ dock: { ...dock, open: true, tab: 'stderr' }, soughtLine: { sessionId, line } });
  };
  if (soon) choose(soon);
  showSession(wirebench, hit);
  onShown();
  const found = soon ?? (await near);
  if (!soon) choose(found);
  if (found.own !== undefined) return undefined;
  if (found.line !== undefined) return 'The line is shown in stderr, and above it what went on at that moment.';
  return 'What was found is no row of Traffic. What went on at that moment is shown.';
}
