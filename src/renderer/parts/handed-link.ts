import type { PageStore } from '../store/page.ts';
import { readPlace } from './place.ts';

const IN_HASH = /[#&]add=([^&]+)/;

/** A link or text handed over in the fragment of the address; it leaves the address bar, so that a reload does not repeat it. */
export function takeHandedLink(): string | undefined {
  return takeFromHash(IN_HASH);
}

/** The first group of `pattern` in the fragment of the address, which loses the whole match. */
export function takeFromHash(pattern: RegExp): string | undefined {
  const given = pattern.exec(location.hash)?.[1];
  if (given === undefined) return undefined;
  const rest = location.hash.replace(pattern, '').replace(/^&/, '#');
  history.replaceState(null, '', location.pathname + location.search + (rest === '#' ? '' : rest));
  try {
    return decodeURIComponent(given);
  } catch {
    // Not encoded as it should be: shown as it is.
    return given;
  }
}

/**
 * Follows a link somebody handed over. One to a place in the window is gone to as soon as the servers are known; any
 * other opens its review. Nothing is added or started by itself.
 */
export function followLink(page: PageStore, text: string): void {
  page.getState().set(readPlace(text) ? { wanted: text } : { review: { text, source: 'link' } });
}
