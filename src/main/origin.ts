/** Scheme and address the page is served under; nothing else is ever loaded into a window. */
export const SCHEME = 'wirebench-app';
export const HOST_NAME = 'bundle';
export const ORIGIN = `${SCHEME}://${HOST_NAME}`;
export const PAGE_URL = `${ORIGIN}/index.html`;

/** Whether an address is that of a window with only the logs of a server. */
export function isDockUrl(url: string): boolean {
  return url.startsWith(`${PAGE_URL}#dock=`);
}

/** Whether an address is that of a further window at a place of its own. */
export function isPlaceUrl(url: string): boolean {
  return url.startsWith(`${PAGE_URL}#place=`);
}

/** Whether an address is that of the window with a presenter's notes. */
export function isNotesUrl(url: string): boolean {
  return url === `${PAGE_URL}#demo-notes`;
}

/** Whether an address is part of the page. */
export function isOwnUrl(url: string): boolean {
  return url.startsWith(`${ORIGIN}/`);
}
