import { parse } from 'tldts';
import { type IpAddress, readIpAddress } from './ip-address.ts';
import { type NamePart, type ReadName, readName } from './odd-letters.ts';
import { whyNotOpened } from './schemes.ts';
import { isWebScheme } from './web-scheme.ts';

/** What is odd about an address that may be opened. */
export type WarningCode =
  | 'user-info'
  | 'special-characters'
  | 'mixed-scripts'
  | 'ip-address'
  | 'disguised-ip'
  | 'own-network'
  | 'not-encrypted'
  | 'unusual-port'
  | 'long'
  | 'hidden-characters'
  | 'other-site-in-front'
  | 'written-differently';

/** Why an address is not opened. */
export type RefusalCode = 'no-address' | 'scheme' | 'too-long';

export interface AddressWarning {
  readonly code: WarningCode;
  readonly title: string;
  readonly why: string;
  /** How the name reads, its odd letters apart. */
  readonly reads?: readonly NamePart[];
}

/** A web address taken apart for a close look; the three parts together are exactly `href`. */
export interface ReadAddress {
  /** What would be opened. */
  readonly href: string;
  /** Scheme, user info and the names in front of the site. */
  readonly before: string;
  /** The registrable domain by the public suffix list, else the whole host. */
  readonly site: string;
  readonly after: string;
}

export type AddressVerdict =
  | { readonly open: true; readonly address: ReadAddress; readonly warnings: readonly AddressWarning[] }
  | { readonly open: false; readonly code: RefusalCode; readonly title: string; readonly why: string };

/** Longest address that is looked at, in UTF-16 units. */
const MAX_ADDRESS = 8192;
const LONG = 300;
/** Nothing of this kind belongs into an address: controls, format and bidi characters, spaces beyond the plain one, fillers. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u115f\u1160\u3164\uffa0\u2800]/gu;
const LOCAL_NAME = /(^|\.)localhost\.?$/;
/** A well-known ending in the middle of a host. Newer ones (`app`, `dev`) are ordinary names of subdomains. */
const OTHER_SITE = /(?:^|\.)([a-z0-9-]+\.(?:com|net|org|gov|edu|mil|co\.uk))(?:\.|$)/;
const PASSED_ON = 'Your browser may pass it on as a name and a password.';
const SUFFIXES = { allowPrivateDomains: true };

interface Look {
  readonly text: string;
  readonly url: URL;
  readonly ip: IpAddress | undefined;
  /** The host between scheme and path as the server wrote it, without user info and port. */
  readonly written: string;
  readonly site: string;
}

/** Whether an address that a server gave may be opened in the system's browser, and what is odd about it (ELIC-16, SEC-05). */
export function addressVerdict(given: string): AddressVerdict {
  if (given.length > MAX_ADDRESS) {
    const why = `It has ${given.length} characters, at most ${MAX_ADDRESS} are opened.`;
    return { open: false, code: 'too-long', title: 'This address is too long', why };
  }
  const text = given.trim();
  if (!URL.canParse(text)) return noAddress(text);
  const url = new URL(text);
  if (!isWebScheme(url.protocol)) {
    const title = `Addresses that begin with ${shortScheme(url.protocol)} are not opened`;
    const why = `${whyNotOpened(url.protocol)} Only http and https addresses are opened.`;
    return { open: false, code: 'scheme', title, why };
  }
  const look = lookAt(text, url);
  const warnings = [...userWarnings(look), ...nameWarnings(look), ...hostWarnings(look), ...otherWarnings(look)];
  return { open: true, address: partsOf(look), warnings };
}

function noAddress(text: string): AddressVerdict {
  const hidden = text.match(HIDDEN);
  const why =
    text === ''
      ? 'The server gave none.'
      : hidden
        ? `Its name holds hidden characters: ${namesOf(hidden)}.`
        : /^[a-z][a-z0-9+.-]*:/i.test(text)
          ? 'A part of it is written as no address may be.'
          : 'It does not begin with https:// or http://.';
  return { open: false, code: 'no-address', title: 'This is not a web address', why };
}

const shortScheme = (protocol: string) => (protocol.length > 40 ? `${protocol.slice(0, 40)}…` : protocol);

function namesOf(characters: readonly string[]): string {
  const names = [...new Set(characters)].map(
    (one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
  return names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');
}

function lookAt(text: string, url: URL): Look {
  const authority = /^[a-z]+:[\\/]*([^\\/?#]*)/i.exec(text.replace(/[\t\r\n]/g, ''))?.[1] ?? '';
  const written = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  const ip = readIpAddress(url.hostname);
  const site = ip ? url.hostname : (parse(url.hostname, SUFFIXES).domain ?? url.hostname);
  return { text, url, ip, written, site };
}

function partsOf({ url, site }: Look): ReadAddress {
  const { href, protocol, username, password, hostname } = url;
  // Counted from the front: an empty query or fragment is in the address, but in none of its parts.
  const pass = password === '' ? '' : `:${password}`;
  const user = username === '' && pass === '' ? '' : `${username}${pass}@`;
  const siteAt = `${protocol}//${user}`.length + hostname.lastIndexOf(site);
  return {
    href,
    before: href.slice(0, siteAt),
    site: href.slice(siteAt, siteAt + site.length),
    after: href.slice(siteAt + site.length),
  };
}

/** An address may carry a name and a password for the site; more often it makes another site's name look like the site. */
function userWarnings({ url: { username, password }, site }: Look): AddressWarning[] {
  if (username === '' && password === '') return [];
  const passed = password === '' ? 'Your browser may pass it on as a name to sign in with.' : PASSED_ON;
  const why = `What stands before @ is not the site. The site is ${site}. ${passed}`;
  return [{ code: 'user-info', title: 'The address contains a user name', why }];
}

function nameWarnings({ url: { hostname }, ip, site }: Look): AddressWarning[] {
  const found: AddressWarning[] = [];
  const name = ip ? undefined : readName(hostname);
  if (name) {
    const title = 'This name uses special characters';
    const why = `${lettersOf(name)}Check that this is the site you expect.`;
    found.push({ code: 'special-characters', title, why, reads: name.parts });
    if (name.mixed.length > 0) {
      const scripts = `${name.mixed.slice(0, -1).join(', ')} and ${name.mixed.at(-1)}`;
      found.push({
        code: 'mixed-scripts',
        title: 'This name mixes scripts',
        why: `Letters of ${scripts} stand together in one name. Names made to deceive are written like that.`,
      });
    }
  }
  const front = ip ? '' : hostname.slice(0, -site.length);
  const other = OTHER_SITE.exec(front)?.[1];
  if (other !== undefined) {
    const title = `This is not ${other}`;
    found.push({ code: 'other-site-in-front', title, why: `That name only stands in front. The site is ${site}.` });
  }
  return found;
}

/** `The marked letter is not a plain i. ` */
function lettersOf({ likes, looksLike }: ReadName): string {
  const plain = [...new Set(likes.map(([, like]) => like))];
  if (plain.length === 0) return '';
  if (likes.length === 1) return `The marked letter is not a plain ${plain[0]}. `;
  if (looksLike !== undefined) return `The marked letters only look like plain ones, this is not ${looksLike}. `;
  return `Of the marked letters some look like a plain ${plain.slice(0, 8).join(', ')}. `;
}

function hostWarnings({ url, ip, written }: Look): AddressWarning[] {
  const { hostname } = url;
  const found: AddressWarning[] = [];
  const disguised = ip !== undefined && written.toLowerCase() !== hostname;
  if (disguised) {
    const why = `The server wrote ${written.slice(0, 60)}, which means ${hostname}.`;
    found.push({ code: 'disguised-ip', title: 'An IP address is written in an unusual way', why });
  }
  if (ip && ip.leadsTo !== 'this-computer') {
    found.push({ code: 'ip-address', title: 'This is an IP address', why: 'A public site normally has a name.' });
  }
  const oneWord = !ip && !isLocal(url, ip) && !hostname.replace(/\.$/, '').includes('.');
  if (ip?.leadsTo === 'own-network' || oneWord || /\.(local|internal|home\.arpa)\.?$/.test(hostname)) {
    const why = 'It leads to a computer or device near you, not to a site of the internet.';
    found.push({ code: 'own-network', title: 'This address is inside your own network', why });
  }
  return found;
}

function isLocal(url: URL, ip: IpAddress | undefined): boolean {
  return ip ? ip.leadsTo === 'this-computer' : LOCAL_NAME.test(url.hostname);
}

function otherWarnings({ text, url, ip }: Look): AddressWarning[] {
  const { protocol, port, href } = url;
  const found: AddressWarning[] = [];
  const local = isLocal(url, ip);
  if (protocol === 'http:' && !local) {
    const why = 'Others on the way can read and change it.';
    found.push({ code: 'not-encrypted', title: 'The connection is not encrypted', why });
  }
  if (port !== '' && !local) {
    const why = 'Web pages normally use none.';
    found.push({ code: 'unusual-port', title: `It uses the unusual port ${port}`, why });
  }
  if (href.length > LONG) {
    const title = `The address is long, ${href.length} characters`;
    found.push({ code: 'long', title, why: 'Read it to the end before you open it.' });
  }
  const hidden = text.match(HIDDEN);
  if (hidden) {
    const why = `The server wrote ${namesOf(hidden)} into it. Shown is what your browser would open.`;
    found.push({ code: 'hidden-characters', title: 'The address holds hidden characters', why });
  } else if (!sameAddress(text, href)) {
    const why = 'Shown is what your browser would open.';
    found.push({ code: 'written-differently', title: 'The server wrote it differently', why });
  }
  return found;
}

/** Letter case of scheme and host, the slash of an empty path and the default port make no difference worth a word. */
function sameAddress(text: string, href: string): boolean {
  const front = /^([^:]+:\/\/)([^\\/?#]*@)?([^\\/?#]*)/;
  const lower = text.replace(front, (_front, scheme: string, user: string | undefined, host: string) =>
    `${scheme.toLowerCase()}${user ?? ''}${host.toLowerCase()}`.replace(/^(https:.*):443$|^(http:.*):80$/, '$1$2'),
  );
  return lower === href || `${lower}/` === href || lower.replace(/^([^:]+:\/\/[^\\/?#]+)([?#])/, '$1/$2') === href;
}
