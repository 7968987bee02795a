import { takeFromHash } from './handed-link.ts';
import { type Place, placeLink } from './place.ts';

const IN_HASH = /[#&]place=([^&]+)/;
const SIZE = 'popup,width=1200,height=800';

/** Opens a further window on the same host at a place. False when the browser did not let it. */
export function openPlaceWindow(place: Place, here: Location = location): boolean {
  // It has this one as its opener, which gives it the host's token.
  const address = `${here.pathname}${here.search}#place=${encodeURIComponent(placeLink(place))}`;
  return window.open(address, '_blank', SIZE) !== null;
}

/** The link of the place that this window was opened for; it leaves the address bar. */
export function takePlaceLink(): string | undefined {
  return takeFromHash(IN_HASH);
}
