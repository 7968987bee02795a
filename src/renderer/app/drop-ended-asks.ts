import type { PageStore } from '../store/page.ts';
import type { EntityState, EntityStore } from '../store/state.ts';

/** Whether nothing can be replied to an ask any more, nor to the others of its round. */
function isOver(id: string, now: EntityState, before: EntityState): boolean {
  const ask = now.pending.get(id);
  // After the link was lost an ask may be missing for a moment.
  if (!ask) return !before.pending.has(id);
  if (ask.status === 'waiting') return false;
  const { group } = ask;
  return (
    group === undefined || ![...now.pending.values()].some((one) => one.group === group && one.status === 'waiting')
  );
}

/** Forgets what was typed for asks, passwords too, as soon as they have ended, whoever answered them. */
export function dropEndedAsks(page: PageStore, entities: EntityStore, signal: AbortSignal): void {
  const stop = entities.subscribe((now, before) => {
    if (now.pending === before.pending || !now.loaded) return;
    const { askDrafts, heldReplies, set } = page.getState();
    const ids = [...Object.keys(askDrafts), ...Object.keys(heldReplies)];
    const over = new Set(ids.filter((id) => isOver(id, now, before)));
    if (over.size === 0) return;
    const open = <T>(all: Record<string, T>) => Object.fromEntries(Object.entries(all).filter(([id]) => !over.has(id)));
    set({ askDrafts: open(askDrafts), heldReplies: open(heldReplies) });
  });
  signal.addEventListener('abort', stop, { once: true });
}
