import { shellWord } from '../shell-line.ts';
import { type CopySource, withPlaceholders } from './copy-source.ts';

/** Headers that curl writes itself. */
const OWN = /^(?:host|content-length|connection|accept-encoding|transfer-encoding)$/i;

/** The HTTP request as a curl command; undefined when the message did not go over HTTP. Hidden values are `<NAME>`. */
export function curlCommand({ request, http, platform }: CopySource): string | undefined {
  if (!http || !/^https?:/.test(http.url)) return undefined;
  const word = (text: string) => shellWord(withPlaceholders(text), platform);
  const parts = ['curl', '--no-buffer'];
  if (http.method !== 'POST') parts.push('--request', word(http.method));
  parts.push(word(http.url));
  for (const [name, value] of http.requestHeaders) {
    if (!OWN.test(name)) parts.push('--header', word(`${name}: ${value}`));
  }
  // Raw: a body that begins with @ is no file name.
  if (http.method === 'POST') parts.push('--data-raw', word(request));
  return parts.join(' ');
}
