import type { HeaderList } from '#shared/records.ts';
import { shellWord } from '../shell-line.ts';
import { type CopySource, withPlaceholders } from './copy-source.ts';

/** Headers that curl writes itself. */
const OWN = /^(?:host|content-length|connection|accept-encoding|transfer-encoding)$/i;

const SESSION = /^mcp-session-id$/i;
const SESSION_WORDS = '. It is the header of that name in the answer to an initialize request of yours';

/** The HTTP request as a curl command; undefined when the message did not go over HTTP. Hidden values are `<NAME>`, and comments before it say what they are. */
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
  return [...hiddenLines(http.url, http.requestHeaders, platform), parts.join(' ')].join('\n');
}

/** Lines before the command that say what to put in for what the log hides. */
function hiddenLines(url: string, headers: HeaderList, platform: string): string[] {
  const said = new Map<string, string>();
  const see = (text: string, where: string) => {
    for (const [mark] of withPlaceholders(text).matchAll(/<[^<>]*>/g)) if (!said.has(mark)) said.set(mark, where);
  };
  if (/\{\{(?:secret|hidden):/.test(url)) see(url, 'the address');
  for (const [name, value] of headers) {
    if (/\{\{(?:secret|hidden):/.test(value))
      see(value, `the header ${name}${SESSION.test(name) ? SESSION_WORDS : ''}`);
  }
  const comment = platform === 'win32' ? 'rem' : '#';
  return [...said].map(([mark, where]) =>
    `${comment} Put in ${mark}: hidden in the log, part of ${where}`.replace(/[\r\n]+/g, ' '),
  );
}
