import { patchBetween } from '#shared/merge-patch.ts';
import type { HostLink } from '../store/host.ts';
import { type PageStore, savedPart } from '../store/page.ts';

const PAUSE_MS = 500;

/**
 * Saves what is restored at the next start, half a second after the last change; what a lost link refused is saved later.
 * Only what changed since `loaded` in this window is sent, so that several windows of one host lose nothing of each other.
 */
export function keepPage(page: PageStore, link: HostLink, loaded: unknown, signal: AbortSignal): void {
  let saved = loaded;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    const [before, state] = [saved, savedPart(page.getState())];
    const patch = patchBetween(before, state);
    if (patch === undefined) return;
    saved = state;
    link
      .client()
      ['window.save']({ patch })
      .catch(() => {
        saved = before;
      });
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(save, PAUSE_MS);
  };
  const stops = [page.subscribe(later), link.state.subscribe((state) => state.status === 'open' && save())];
  // Before the page goes: at `pagehide` a WebSocket takes nothing any more.
  window.addEventListener('beforeunload', save, { signal });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  });
}
