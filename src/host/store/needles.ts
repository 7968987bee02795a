/** One way a secret may be written on the wire, and what stands there instead. */
interface Needle {
  text: string;
  bytes: Buffer;
  instead: string;
}

/** All ways all secrets may be written, the longest first. */
export type Needles = readonly Needle[];

/** Shorter values would be found by chance in everything; they only count as a whole JSON string. */
const SHORTEST = 4;

/** Needles for values by name. Each value counts as it is and as JSON, JSON in JSON, ASCII-only JSON and in an address. */
export function needlesOf(names: Iterable<readonly [value: string, name: string]>): Needles {
  const found = new Map<string, Needle>();
  for (const [value, name] of names) {
    if (value === '') continue;
    const instead = `{{secret:${name}}}`;
    for (const form of value.length < SHORTEST ? [] : formsOf(value)) {
      if (!found.has(form)) found.set(form, { text: form, bytes: Buffer.from(form), instead });
    }
    if (value.length < SHORTEST) {
      const text = JSON.stringify(value);
      found.set(text, { text, bytes: Buffer.from(text), instead: JSON.stringify(instead) });
    }
  }
  return [...found.values()].sort((a, b) => b.text.length - a.text.length);
}

function formsOf(value: string): Set<string> {
  const json = inJson(value);
  const forms = new Set([value, json, inJson(json), ascii(json), inJson(ascii(json)), json.replaceAll('/', '\\/')]);
  try {
    forms.add(encodeURIComponent(value));
    forms.add(encodeURIComponent(value).replaceAll('%20', '+'));
  } catch {
    return forms; // half a character pair cannot stand in an address
  }
  return forms;
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function ascii(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything outside ASCII is meant
  return text.replace(/[^\u0000-\u007f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The text without needles; the same string when it holds none. */
export function replaceText(text: string, needles: Needles): string {
  let result = text;
  for (const { text: needle, instead } of needles) {
    if (result.includes(needle)) result = result.split(needle).join(instead);
  }
  return result;
}

/** The bytes without needles, also where one lies across chunks. */
export function* replaceBytes(chunks: Iterable<Uint8Array>, needles: Needles): Generator<Uint8Array> {
  const longest = needles.reduce((most, needle) => Math.max(most, needle.bytes.length), 1);
  let carry: Buffer = Buffer.alloc(0);
  for (const chunk of chunks) {
    const bytes = carry.length > 0 ? Buffer.concat([carry, chunk]) : asBuffer(chunk);
    // A needle that begins before this place lies whole in these bytes.
    const safe = bytes.length - (longest - 1);
    const from = yield* emit(bytes, Math.max(0, safe), needles);
    carry = Buffer.from(bytes.subarray(from));
  }
  yield* emit(carry, carry.length, needles);
}

/** Gives the bytes up to `safe` (further when a needle reaches over it); returns where it stopped. */
function* emit(bytes: Buffer, safe: number, needles: Needles): Generator<Uint8Array, number> {
  const next = needles.map((needle) => bytes.indexOf(needle.bytes));
  let from = 0;
  while (from < safe) {
    let first = -1;
    for (const [index, needle] of needles.entries()) {
      let at = next[index] ?? -1;
      if (at >= 0 && at < from) {
        at = bytes.indexOf(needle.bytes, from);
        next[index] = at;
      }
      // Longer needles come first and win where two begin at the same place.
      if (at >= 0 && at < safe && (first < 0 || at < (next[first] ?? -1))) first = index;
    }
    const needle = needles[first];
    const at = needle ? (next[first] ?? -1) : safe;
    if (at > from) yield bytes.subarray(from, at);
    from = at;
    if (!needle) break;
    yield Buffer.from(needle.instead);
    from += needle.bytes.length;
  }
  return from;
}

function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
