import { JsonPlace, liesInString } from './json-place.ts';

/** One way a secret may be written on the wire, and what stands there instead. */
interface Needle {
  text: string;
  bytes: Buffer;
  instead: string;
  /** What it means where it stands in JSON text but in no string. */
  bare: 'value' | 'number' | 'syntax' | 'none';
}

/** All ways all secrets may be written, the longest first. */
export type Needles = readonly Needle[];

/** Shorter values would be found by chance in everything; they only count as a whole JSON string. */
const SHORTEST = 4;
const LONG_NUMBER = 8;

/** Needles for values by name. Each value counts as it is and as JSON, JSON in JSON, ASCII-only JSON and in an address. */
export function needlesOf(names: Iterable<readonly [value: string, name: string]>): Needles {
  const found = new Map<string, Needle>();
  for (const [value, name] of names) {
    if (value === '') continue;
    const instead = `{{secret:${name}}}`;
    for (const form of value.length < SHORTEST ? [] : formsOf(value)) {
      if (!found.has(form)) found.set(form, needleOf(form, instead));
    }
    if (value.length < SHORTEST) {
      const text = JSON.stringify(value);
      found.set(text, needleOf(text, JSON.stringify(instead)));
    }
  }
  return [...found.values()].sort((a, b) => b.text.length - a.text.length);
}

function needleOf(text: string, instead: string): Needle {
  return { text, bytes: Buffer.from(text), instead, bare: bareOf(text) };
}

/** Pieces of JSON text outside strings: of numbers, of the three words, and what stands between values. */
const SYNTAX = /^(?:[-+.\deE]+|t?rue?|n?ull?|f?alse?|f?als|[{}[\],:\s])+$/;

function bareOf(text: string): Needle['bare'] {
  const kind = jsonKind(text);
  if (kind === 'object' || kind === 'string') return 'value';
  // A shorter number is an id, a count or a code far more often than the secret.
  if (kind === 'number' && text.length >= LONG_NUMBER && text.trim() === text) return 'number';
  return text.includes('"') || SYNTAX.test(text) ? 'syntax' : 'none';
}

/** `object` for arrays too; undefined when the text is no JSON, or one of the three words. */
function jsonKind(text: string): 'object' | 'string' | 'number' | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string' || typeof value === 'number') return typeof value as 'string' | 'number'; // as tested
    return typeof value === 'object' && value !== null ? 'object' : undefined;
  } catch {
    return undefined; // most secrets are no JSON
  }
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

/** The same for the text of a message: what was JSON is JSON afterwards, with the same values beside the secrets. */
export function replaceMessage(text: string, needles: Needles): string {
  if (!needles.some((one) => text.includes(one.text))) return text;
  try {
    JSON.parse(text);
  } catch {
    return replaceText(text, needles); // broken before, so there is nothing to keep whole
  }
  return Buffer.concat([...replaceBody([Buffer.from(text)], needles)]).toString('utf8');
}

/** The bytes without needles, also where one lies across chunks. */
export function replaceBytes(chunks: Iterable<Uint8Array>, needles: Needles): Generator<Uint8Array> {
  return replacing(chunks, needles, () => false);
}

/**
 * The same for a whole body or line. One that begins as JSON is taken for it: there a needle counts in strings, and
 * outside them only as a whole value, so that it stays JSON.
 */
export function replaceBody(chunks: Iterable<Uint8Array>, needles: Needles): Generator<Uint8Array> {
  return replacing(chunks, needles, (first) => /^\s*[{[]/.test(first.toString('latin1', 0, 64)));
}

function* replacing(
  chunks: Iterable<Uint8Array>,
  needles: Needles,
  isJson: (first: Buffer) => boolean,
): Generator<Uint8Array> {
  const longest = needles.reduce((most, one) => Math.max(most, one.bytes.length), 1);
  let carry: Buffer = Buffer.alloc(0);
  let finder: Finder | undefined;
  for (const chunk of chunks) {
    const bytes = carry.length > 0 ? Buffer.concat([carry, chunk]) : asBuffer(chunk);
    finder ??= new Finder(needles, isJson(bytes));
    // A needle that begins before this place lies whole in these bytes, with the byte behind it.
    const safe = bytes.length - longest;
    const from = yield* emit(bytes, Math.max(0, safe), finder);
    carry = Buffer.from(bytes.subarray(from));
  }
  if (finder) yield* emit(carry, carry.length, finder);
}

/** Gives the bytes up to `safe` (further when a needle reaches over it); returns where it stopped. */
function* emit(bytes: Buffer, safe: number, finder: Finder): Generator<Uint8Array, number> {
  finder.begin(bytes);
  let from = 0;
  while (from < safe) {
    const found = finder.next(from, safe);
    const at = found?.at ?? safe;
    if (at > from) yield bytes.subarray(from, at);
    from = at;
    if (!found) break;
    yield Buffer.from(found.instead);
    from += found.length;
  }
  finder.end(from);
  return from;
}

interface Found {
  at: number;
  length: number;
  instead: string;
}

/** Finds needles in bytes that come piece by piece. */
class Finder {
  readonly #needles: Needles;
  /** Of the byte at `#placed`; undefined where the text is no JSON. */
  readonly #place: JsonPlace | undefined;
  #placed = 0;
  #last = 0;
  #bytes: Buffer = Buffer.alloc(0);
  #next: number[] = [];

  constructor(needles: Needles, json: boolean) {
    this.#needles = needles;
    this.#place = json ? new JsonPlace() : undefined;
  }

  begin(bytes: Buffer): void {
    this.#bytes = bytes;
    this.#placed = 0;
    this.#next = this.#needles.map((one) => bytes.indexOf(one.bytes));
  }

  /** The bytes before `to` are done with. */
  end(to: number): void {
    this.#passTo(to);
    if (to > 0) this.#last = this.#bytes[to - 1] ?? 0;
  }

  /** The first needle at or after `from`, before `safe`. */
  next(from: number, safe: number): Found | undefined {
    for (let start = from; start < safe; ) {
      const { at, which } = this.#first(start, safe);
      if (which.length === 0) return undefined;
      for (const one of which) {
        const instead = this.#instead(one, at);
        if (instead !== undefined) return { at, length: one.bytes.length, instead };
      }
      start = at + 1;
    }
    return undefined;
  }

  /** The needles that begin at the first place where one does, the longest first. */
  #first(from: number, safe: number): { at: number; which: Needle[] } {
    let first = safe;
    let which: Needle[] = [];
    for (const [index, one] of this.#needles.entries()) {
      let at = this.#next[index] ?? -1;
      if (at >= 0 && at < from) {
        at = this.#bytes.indexOf(one.bytes, from);
        this.#next[index] = at;
      }
      if (at < 0 || at > first || at >= safe) continue;
      which = at === first ? [...which, one] : [one];
      first = at;
    }
    return { at: first, which };
  }

  /** What stands for the needle at this place; undefined when it must stay. */
  #instead({ bytes, instead, bare }: Needle, at: number): string | undefined {
    if (!this.#place) return instead;
    this.#passTo(at);
    if (this.#place.inString) return liesInString(this.#place, bytes) ? instead : undefined;
    const whole = bare === 'value' || (bare === 'number' && this.#isAlone(at, bytes.length));
    if (whole) return instead.startsWith('"') ? instead : JSON.stringify(instead);
    // What can stand in no JSON shows that the text only began like it.
    return bare === 'none' ? instead : undefined;
  }

  #isAlone(at: number, length: number): boolean {
    const before = at > 0 ? (this.#bytes[at - 1] ?? 0) : this.#last;
    const after = this.#bytes[at + length] ?? 0;
    return ![before, after].some((byte) => /[-+.\w]/.test(String.fromCharCode(byte)));
  }

  #passTo(to: number): void {
    this.#place?.pass(this.#bytes, this.#placed, to);
    this.#placed = Math.max(this.#placed, to);
  }
}

function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
