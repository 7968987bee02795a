import type { PageStore } from '../store/page.ts';

const IN_HASH = /[#&]add=([^&]+)/;

/** A link or text handed over in the fragment of the address; it leaves the address bar, so that a reload does not repeat it. */
export function takeHandedLink(): string | undefined {
  const given = IN_HASH.exec(location.hash)?.[1];
  if (given === undefined) return undefined;
  const rest = location.hash.replace(IN_HASH, '').replace(/^&/, '#');
  history.replaceState(null, '', location.pathname + location.search + (rest === '#' ? '' : rest));
  try {
    return decodeURIComponent(given);
  } catch {
    // Not encoded as it should be: shown as it is.
    return given;
  }
}

/** Opens the review of a link somebody handed over. It is never added or started by itself. */
export function reviewLink(page: PageStore, text: string): void {
  page.getState().set({ review: { text, source: 'link' } });
}
