import type { Wirebench } from '../store/wirebench.tsx';

/** Newest rows that are looked through for one that was just made. */
const LOOKED_THROUGH = 1000;

/** Opens Traffic and chooses the row of an exchange that was just made. */
export async function showExchange(
  { link, page }: Wirebench,
  { serverId, sessionId, exchangeId }: { serverId: string; sessionId: string; exchangeId: string },
): Promise<void> {
  const host = link.client();
  const view = 'traffic' as const;
  const { total } = await host['log.page']({ sessionId, view, from: 0, count: 1 });
  const from = Math.max(0, total - LOOKED_THROUGH);
  const { traffic = [] } = await host['log.page']({ sessionId, view, from, count: LOOKED_THROUGH });
  const row = traffic.find((one) => one.exchangeId === exchangeId && one.kind !== 'ask');
  if (row) page.getState().select(`${sessionId}/traffic`, String(row.row));
  page.getState().openTab(serverId, 'traffic');
}
