import type { Wirebench } from '../store/wirebench.tsx';
import { goToPlace } from './place.ts';

/** Rows that are read at once, and how often, the newest first. */
const PAGE_ROWS = 1000;
const MOST_PAGES = 20;

/** Opens Traffic and chooses the row of an exchange; one that is very old is not looked for. */
export async function showExchange(
  { link, page, entities }: Wirebench,
  { serverId, sessionId, exchangeId }: { serverId: string; sessionId: string; exchangeId: string },
): Promise<void> {
  const host = link.client();
  const view = 'traffic' as const;
  page.getState().openTab(serverId, 'traffic');
  let { total: end } = await host['log.page']({ sessionId, view, from: 0, count: 1 });
  for (let pages = 0; pages < MOST_PAGES && end > 0; pages += 1) {
    const from = Math.max(0, end - PAGE_ROWS);
    const { traffic = [] } = await host['log.page']({ sessionId, view, from, count: end - from });
    const row = traffic.find((one) => one.exchangeId === exchangeId && one.kind !== 'ask');
    if (row) return void goToPlace({ page, entities }, { serverId, tab: 'traffic', sessionId, item: String(row.row) });
    end = from;
  }
}
