import { type JsonObject, textAt } from '#shared/json.ts';
import { useCatalog } from '../use-catalog.ts';

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
/** Those that the specification names itself. */
const COMMON = ['http', 'https', 'file', 'git'];

const schemeOf = (uri: string) => SCHEME.exec(uri)?.[1]?.toLowerCase();

/** What is odd about the address of a link, in a sentence. `listed` are resources and templates of the server. */
export function linkDoubt(uri: string, listed: readonly JsonObject[]): string | undefined {
  if (/\{[^{}]+\}/.test(uri))
    return 'This address is a template: its variables have to be filled in before it is read.';
  const scheme = schemeOf(uri);
  if (scheme === undefined) return 'This is not a full address: it has no scheme such as file:.';
  const known = listed.flatMap((one) => schemeOf(textAt(one, 'uri') ?? textAt(one, 'uriTemplate') ?? '') ?? []);
  if (COMMON.includes(scheme) || known.length === 0 || known.includes(scheme)) return undefined;
  return `Unknown scheme: nothing this server lists begins with ${scheme.slice(0, 40)}:.`;
}

/** The same for a link of a session, by what its server has listed so far. */
export function useLinkDoubt(sessionId: string, uri: string | undefined): string | undefined {
  const resources = useCatalog(sessionId, 'resources');
  const templates = useCatalog(sessionId, 'templates');
  return uri === undefined ? undefined : linkDoubt(uri, [...resources.items, ...templates.items]);
}
