import type { HeaderList } from '#shared/records.ts';
import type { HttpFault } from './http-fault.ts';
import { headerValue } from './http-headers.ts';

const MAX_HOPS = 5;

/** Where to go next, or why not. */
export type Redirect = { to: URL; fault?: undefined } | { to?: undefined; fault: HttpFault };

/** What was asked and what came back. `hops` counts the redirects followed so far. */
export interface Redirected {
  method: string;
  url: URL;
  status: number;
  hops: number;
}

function refused(message: string): Redirect {
  return { fault: { code: 'REDIRECT', message } };
}

/**
 * Reads a redirect; undefined when the answer is none. Only the same origin is followed, and a body is only
 * sent again by 307 and 308: the others would turn a message into an empty GET.
 */
export function redirectOf({ method, url, status, hops }: Redirected, headers: HeaderList): Redirect | undefined {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined;
  const location = headerValue(headers, 'location');
  if (location === undefined) return undefined;
  const to = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
  if (!to) return refused(`The server redirects to “${location.slice(0, 200)}”, which is no address.`);
  if (to.origin !== url.origin) {
    return refused(
      `The server redirects to ${to.href}, another origin than ${url.origin}. It was not followed, so nothing was sent there. If that address is right, use it as the address of this server.`,
    );
  }
  if (method !== 'GET' && status !== 307 && status !== 308) {
    return refused(
      `The server redirects to ${to.href} with status ${status}, which would send the message as an empty GET. Use ${to.href} as the address of this server.`,
    );
  }
  if (hops >= MAX_HOPS)
    return refused(`The server redirected ${MAX_HOPS} times in a row. The last address was ${to.href}.`);
  return { to };
}
