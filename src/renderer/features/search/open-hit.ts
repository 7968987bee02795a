import type { SearchHit } from '#shared/traffic.ts';
import type { Wirebench } from '../../store/wirebench.tsx';

/** Shows the traffic of a hit's session with its record chosen; gives what is to be said about that, if anything. */
export async function openHit({ link, page, entities }: Wirebench, hit: SearchHit): Promise<string | undefined> {
  const { sessionId, serverId } = hit;
  const { own, row } = await link.client()['log.rowNear']({ sessionId, seq: hit.seq });
  const chosen = own ?? row;
  const { select, showEarlier, openTab, showTraffic } = page.getState();
  if (chosen !== undefined) select(`${sessionId}/traffic`, String(chosen));
  const server = entities.getState().server.get(serverId);
  if (server) {
    select(`${serverId}/traffic-view`, 'exchanges');
    showEarlier(serverId, server.sessionId === sessionId ? undefined : sessionId);
    openTab(serverId, 'traffic');
  } else showTraffic(sessionId);
  if (own !== undefined) return undefined;
  const what = hit.k === 'stderr' ? 'A line of stderr' : 'What was found';
  return `${what} is no row of Traffic. What went on at that moment is shown.`;
}
