import { HostError } from '#shared/errors.ts';

/**
 * The address as it may be handed to the system's browser. Only http and https without user info pass:
 * every other scheme could start a program. Throws HostError REFUSED.
 */
export function safeExternalUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new HostError('REFUSED', 'This is not a whole address. It was not opened.');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new HostError('REFUSED', `Addresses that begin with ${url.protocol} are not opened, only http and https.`);
  }
  if (url.username || url.password) {
    throw new HostError('REFUSED', 'This address carries a user name or password. It was not opened.');
  }
  return url.href;
}
