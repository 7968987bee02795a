import { isObject, type JsonObject } from './json.ts';
import { itemsOf, membersOf } from './json-members.ts';

/**
 * A JSON number that no JavaScript number holds to the digit: whole numbers beyond 2^53, long fractions, 1e400. It
 * stands in a value in place of a number and is written as its text by `writeJson`.
 */
export class ExactNumber {
  /** The number as JSON writes it. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Code that knows nothing of exact numbers gets the nearest one. */
  toJSON(): number {
    return Number(this.text);
  }
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Deeper than this nobody reads numbers; a text that nests further is read like any other JSON. */
const MAX_DEPTH = 256;

/** Sign, digits and power of ten, alike for all ways to write one number. */
function normal(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] = NUMBER.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  const exponent = short === '' ? 0n : BigInt(power) - BigInt(fraction.length) + BigInt(digits.length - short.length);
  return `${sign}${short}e${exponent}`;
}

/** Whether a JSON number comes out of a JavaScript number as the number it was. */
export function isExactNumber(text: string): boolean {
  const value = Number(text);
  return Number.isFinite(value) && !Object.is(value, -0) && normal(String(value)) === normal(text);
}

/** The value of a JSON number, exact. */
export function numberOf(text: string): number | ExactNumber {
  return isExactNumber(text) ? Number(text) : new ExactNumber(text);
}

function build(text: string, depth: number): unknown {
  const known = text.trim();
  if (depth > MAX_DEPTH) return JSON.parse(known);
  if (known.startsWith('{')) {
    const entries = [...membersOf(known)].map(({ name, value }): [string, unknown] => [
      name,
      build(known.slice(value.start, value.end), depth + 1),
    ]);
    // `fromEntries` also makes an own property of a name such as __proto__.
    return Object.fromEntries(entries);
  }
  if (known.startsWith('['))
    return [...itemsOf(known)].map(({ start, end }) => build(known.slice(start, end), depth + 1));
  return NUMBER.test(known) ? numberOf(known) : JSON.parse(known);
}

/** As `JSON.parse`, with an ExactNumber where a number would lose digits. Throws the same errors. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  for (const [token] of text.matchAll(TOKENS)) {
    if (!token.startsWith('"') && !isExactNumber(token)) return build(text, 0);
  }
  return value;
}

/** Whether a value holds a number that only `writeJson` writes to the digit. */
export function hasExactNumber(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof ExactNumber) return true;
  // Asked of each request before it is sent: a list of the members would cost more than looking at them.
  for (const name in value) if (hasExactNumber((value as JsonObject)[name])) return true; // an object has members
  return false;
}

/** As `JSON.stringify(value, null, indent)`, with exact numbers written to the digit. */
export function writeJson(value: unknown, indent = 0): string {
  if (!hasExactNumber(value)) return JSON.stringify(value, null, indent);
  return write(value, indent === 0 ? undefined : ' '.repeat(indent), '');
}

function write(value: unknown, step: string | undefined, margin: string): string {
  if (value instanceof ExactNumber) return value.text;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const inner = step === undefined ? '' : margin + step;
  const join = (open: string, parts: string[], close: string) => {
    if (parts.length === 0) return open + close;
    if (step === undefined) return open + parts.join(',') + close;
    return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${margin}${close}`;
  };
  if (Array.isArray(value))
    return join(
      '[',
      value.map((item) => write(item, step, inner)),
      ']',
    );
  const colon = step === undefined ? ':' : ': ';
  const given = Object.entries(value).filter(([, item]) => item !== undefined);
  return join(
    '{',
    given.map(([key, item]) => JSON.stringify(key) + colon + write(item, step, inner)),
    '}',
  );
}

/** A copy in plain JSON values, for what crosses to another thread or process; exact numbers become the nearest one. */
export function plainJson(value: unknown): unknown {
  return hasExactNumber(value) ? JSON.parse(JSON.stringify(value)) : value;
}

/** As `isObject`, for values that may hold exact numbers: one of those is no object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value) && !(value instanceof ExactNumber);
}

/** Arguments as a call to the host takes them: exact numbers travel as text. */
export function argumentInput(args: JsonObject): { args: JsonObject; argsText?: string } {
  if (!hasExactNumber(args)) return { args };
  return { args: plainJson(args) as JsonObject, argsText: writeJson(args) }; // the copy of an object is one
}
