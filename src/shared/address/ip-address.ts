/** What a number for a host leads to. */
export interface IpAddress {
  /** This computer, the network it is in (private and link-local ranges), or anywhere. */
  readonly leadsTo: 'this-computer' | 'own-network' | 'internet';
}

type Bytes = readonly [number, number, number, number];

/** The four bytes of an IPv4 address in the usual notation, to which URL brings all others. */
function bytesOf(host: string): Bytes | undefined {
  const parts = /^(\d+)\.(\d+)\.(\d+)\.(\d+)\.?$/.exec(host)?.slice(1).map(Number);
  const [a, b, c, d] = parts ?? [];
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  return [a, b, c, d];
}

/** Ranges of RFC 1122, 1918, 3927 and 6598. */
function placeOf([a, b]: Bytes): IpAddress['leadsTo'] {
  if (a === 127 || a === 0) return 'this-computer';
  const own =
    a === 10 ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168) ||
    (a === 169 && b === 254) ||
    (a === 100 && b >= 64 && b < 128);
  return own ? 'own-network' : 'internet';
}

/** The eight groups of an IPv6 address as URL writes it, without brackets. */
function groupsOf(text: string): number[] {
  const [head = '', tail] = text.split('::');
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [front, back] = [read(head), read(tail ?? '')];
  return tail === undefined ? front : [...front, ...Array(8 - front.length - back.length).fill(0), ...back];
}

function placeOf6(groups: readonly number[]): IpAddress['leadsTo'] {
  const [first = 0] = groups;
  const [high = 0, low = 0] = groups.slice(6);
  const within: Bytes = [high >> 8, high & 255, low >> 8, low & 255];
  const upTo = (count: number) => groups.slice(0, count).every((group) => group === 0);
  if (upTo(7) && low <= 1) return 'this-computer';
  // An IPv4 address inside: mapped (RFC 4291) or by way of a translator (RFC 6052).
  if (upTo(5) && groups[5] === 0xffff) return placeOf(within);
  if (first === 0x64 && groups[1] === 0xff9b) return placeOf(within);
  // Unique local (RFC 4193) and link-local.
  return (first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfe80 ? 'own-network' : 'internet';
}

/** Reads the host of a parsed URL as an IP address; undefined when it is a name. */
export function readIpAddress(hostname: string): IpAddress | undefined {
  if (hostname.startsWith('[')) return { leadsTo: placeOf6(groupsOf(hostname.slice(1, -1))) };
  const bytes = bytesOf(hostname);
  return bytes && { leadsTo: placeOf(bytes) };
}
