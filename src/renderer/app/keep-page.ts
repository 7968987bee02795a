import type { HostLink } from '../store/host.ts';
import { type PageStore, savedPart } from '../store/page.ts';

const PAUSE_MS = 500;

/** Saves what is restored at the next start, half a second after the last change; what a lost link refused is saved later. */
export function keepPage(page: PageStore, link: HostLink, signal: AbortSignal): void {
  let saved = JSON.stringify(savedPart(page.getState()));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    const state = savedPart(page.getState());
    const text = JSON.stringify(state);
    if (text === saved) return;
    saved = text;
    link
      .client()
      ['window.save']({ state })
      .catch(() => {
        saved = '';
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
