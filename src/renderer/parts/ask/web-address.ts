/** An address a server wants a person to open, taken apart for a close look. */
export interface WebAddress {
  /** What would be opened; the parts together are exactly this. */
  readonly href: string;
  readonly before: string;
  readonly host: string;
  readonly after: string;
  /** What looks odd about it: a title and why. */
  readonly warnings: readonly { readonly title: string; readonly why: string }[];
}

const LONG = 300;
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$|\.localhost$/;

function warningsOf(url: URL, text: string): { title: string; why: string }[] {
  const found: { title: string; why: string }[] = [];
  const { hostname, protocol, port, username, password, href } = url;
  const local = LOCAL.test(hostname);
  if (/(^|\.)xn--/.test(hostname)) {
    found.push({
      title: 'This name uses special characters',
      why: 'It is shown in its safe spelling. Letters of other scripts can look like plain ones, so check that this is the site you expect.',
    });
  }
  if (!local && /^(\d+\.\d+\.\d+\.\d+|\[.*\])$/.test(hostname)) {
    found.push({ title: 'This is an IP address', why: 'A public site normally has a name.' });
  }
  if (protocol === 'http:' && !local) {
    found.push({ title: 'The connection is not encrypted', why: 'Others on the way can read and change it.' });
  }
  if (username !== '' || password !== '') {
    found.push({
      title: 'The address contains a user name',
      why: 'What stands before @ is not the site. The site is in bold.',
    });
  }
  if (port !== '' && !local)
    found.push({ title: `It uses the unusual port ${port}`, why: 'Web pages normally use none.' });
  if (href.length > LONG) {
    found.push({
      title: `The address is long, ${href.length} characters`,
      why: 'Read it to the end before you open it.',
    });
  }
  if (text !== href && `${text}/` !== href) {
    found.push({ title: 'The server wrote it differently', why: 'Shown is what your browser would open.' });
  }
  return found;
}

/** Reads an address; undefined when it is no web address (http or https), which is never opened. */
export function readWebAddress(text: string): WebAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  const { href, host, pathname, search, hash } = url;
  const after = `${pathname}${search}${hash}`;
  // A lone ? or # at the end is in the address, but in none of its parts.
  const at = href.length - after.length - (href.endsWith(after) ? 0 : 1);
  const before = href.slice(0, at - host.length);
  return { href, before, host, after: href.slice(at), warnings: warningsOf(url, text) };
}
