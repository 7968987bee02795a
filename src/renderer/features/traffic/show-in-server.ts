import { ArrowRightLeft } from 'lucide-react';
import type { TrafficRow } from '#shared/exchange.ts';
import type { Wirebench } from '../../store/wirebench.tsx';
import type { MenuItem } from '../../ui/menu-items.tsx';

/** The entry of the menu that leads from a row of the view of all servers to its own server. */
export function showItem(wirebench: Wirebench, row: TrafficRow | undefined): MenuItem {
  return {
    id: 'show',
    label: row?.server === undefined ? 'Show in its server' : `Show in ${row.server.slice(0, 40)}`,
    icon: ArrowRightLeft,
    disabled: row === undefined,
    ...(row === undefined ? { note: 'Choose a row first.' } : {}),
    onSelect: () => {
      if (row) showInServer(wirebench, row).catch(() => undefined); // the view says what is wrong with the link
    },
  };
}

/** Opens the Traffic of the server that a row of the view of all servers is of, with the same row chosen. */
async function showInServer({ link, page, entities }: Wirebench, row: TrafficRow): Promise<void> {
  const { sessionId = '', seq } = row;
  const serverId = entities.getState().session.get(sessionId)?.serverId;
  if (serverId === undefined) return;
  const { own, row: near } = await link.client()['log.rowNear']({ sessionId, seq });
  const chosen = own ?? near;
  const { select, showEarlier, openTab } = page.getState();
  if (chosen !== undefined) select(`${sessionId}/traffic`, String(chosen));
  select(`${serverId}/traffic-view`, 'exchanges');
  showEarlier(serverId, undefined);
  openTab(serverId, 'traffic');
}
