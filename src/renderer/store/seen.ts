import type { HostLink } from './host.ts';

/** Tells the host whether a person can see this page: it holds a stream open for as long as one can. */
export function tellSeen(link: HostLink, page: Document, signal: AbortSignal): void {
  let stop: (() => void) | undefined;
  let generation = 0;
  const look = () => {
    const now = link.state.getState();
    const seen = !signal.aborted && page.visibilityState === 'visible' && now.client !== undefined;
    if (seen && stop && generation === now.generation) return;
    stop?.();
    stop = undefined;
    generation = now.generation;
    if (seen) stop = now.client?.['watch.seen']({}, () => undefined);
  };
  page.addEventListener('visibilitychange', look, { signal });
  const forget = link.state.subscribe(look);
  signal.addEventListener('abort', () => [forget(), look()], { once: true });
  look();
}
