import type { PageStore } from '../store/page.ts';
import type { EntityState, EntityStore } from '../store/state.ts';

/** Asks that are missing twice in a row are those of a host that is gone, milliseconds. */
const SWEEP_MS = 60_000;

/** Whether nothing can be replied to an ask any more, nor to the others of its round. */
function isOver(id: string, now: EntityState): boolean {
  const ask = now.pending.get(id);
  // While the mirror of the host fills, an ask may be missing for a moment.
  if (!ask || ask.status === 'waiting') return false;
  const { group } = ask;
  return (
    group === undefined || ![...now.pending.values()].some((one) => one.group === group && one.status === 'waiting')
  );
}

/** Whether an ask ended without a reply while its sheet is open, where what was typed can still be copied. */
function isOpenStill(id: string, page: PageStore, { pending }: EntityState): boolean {
  return pending.get(id)?.status === 'expired' && Object.values(page.getState().selected).includes(id);
}

function keptAsks(page: PageStore): string[] {
  const { askDrafts, askTexts, askSends, heldReplies, asksAside } = page.getState();
  const ids = [askDrafts, askTexts, askSends, heldReplies].flatMap((all) => Object.keys(all));
  return [...new Set([...ids, ...asksAside])];
}

function forget(page: PageStore, ids: readonly string[]): void {
  if (ids.length === 0) return;
  const over = new Set(ids);
  const open = <T>(all: Record<string, T>) => Object.fromEntries(Object.entries(all).filter(([id]) => !over.has(id)));
  const { askDrafts, askTexts, askSends, heldReplies, asksAside, set } = page.getState();
  const kept = { askDrafts: open(askDrafts), askTexts: open(askTexts) };
  const aside = new Set([...asksAside].filter((id) => !over.has(id)));
  set({ ...kept, askSends: open(askSends), heldReplies: open(heldReplies), asksAside: aside });
}

/**
 * Forgets what was typed for asks, passwords too, as soon as they have ended, whoever answered them; where nobody did,
 * not before their open sheets are closed.
 */
export function dropEndedAsks(page: PageStore, entities: EntityStore, signal: AbortSignal): void {
  const drop = (now: EntityState) =>
    forget(
      page,
      keptAsks(page).filter((id) => isOver(id, now) && !isOpenStill(id, page, now)),
    );
  const stops = [
    entities.subscribe((now, before) => now.pending === before.pending || drop(now)),
    page.subscribe((now, before) => now.selected === before.selected || drop(entities.getState())),
  ];
  drop(entities.getState());
  let missed = new Set<string>();
  const sweep = () => {
    const { pending, loaded } = entities.getState();
    const missing = loaded ? keptAsks(page).filter((id) => !pending.has(id)) : [];
    forget(
      page,
      missing.filter((id) => missed.has(id)),
    );
    missed = new Set(missing);
  };
  const timer = setInterval(sweep, SWEEP_MS);
  const end = () => {
    for (const stop of stops) stop();
    clearInterval(timer);
  };
  signal.addEventListener('abort', end, { once: true });
}
