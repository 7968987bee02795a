import { isObject, type JsonObject } from './json.ts';
import { keepMembers, readWritten, type WrittenJson, writtenMembers } from './written-json.ts';

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

  /** Code that knows nothing of exact numbers gets the nearest one; infinity would become null. */
  toJSON(): number {
    return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(this.text)));
  }
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

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

/** The nearest JavaScript number of a value that is a number. */
export function nearestNumber(value: unknown): number | undefined {
  if (value instanceof ExactNumber) return Number(value.text);
  return typeof value === 'number' ? value : undefined;
}

/** As `JSON.parse`, with an ExactNumber where a number would lose digits. Throws the same errors. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  for (const [token] of text.matchAll(TOKENS)) {
    if (!token.startsWith('"') && !isExactNumber(token)) return readWritten(text, numberOf).root[0];
  }
  return value;
}

const numberAsWritten = (text: string): unknown =>
  String(Number(text)) === text ? Number(text) : new ExactNumber(text);

/**
 * Reads JSON as `parseWritten` does and gives with it what a copy to another thread loses; `afterCopy` puts it back.
 * Throws the errors of `JSON.parse`.
 */
export function readForCopy(text: string): WrittenJson {
  JSON.parse(text);
  const read = readWritten(text, numberAsWritten);
  const twice = read.unlike.flatMap(({ members }) =>
    members.flatMap((member) =>
      member[1] instanceof ExactNumber ? [{ holder: member, key: 1, text: member[1].text }] : [],
    ),
  );
  // Of a name that came twice the last value stands at its place.
  const standing = read.kept.filter(({ holder, key, text: own }) => {
    const value: unknown = Reflect.get(holder, key);
    return value instanceof ExactNumber && value.text === own;
  });
  return { ...read, kept: [...standing, ...twice] };
}

/** The value of `readForCopy` in the thread it was copied to. */
export function afterCopy({ root, kept, unlike }: WrittenJson): unknown {
  for (const { holder, key, text } of kept) Reflect.set(holder, key, new ExactNumber(text), holder);
  keepMembers(unlike);
  return root[0];
}

/**
 * As `JSON.parse`, for what is shown or copied as it came: a number that JavaScript writes another way, such as 1.0, is
 * an ExactNumber, and `writtenMembers` knows the names that came twice. Throws the same errors.
 */
export function parseWritten(text: string): unknown {
  JSON.parse(text);
  const { root, unlike } = readWritten(text, numberAsWritten);
  keepMembers(unlike);
  return root[0];
}

/** Whether a value holds a number that only `writeJson` writes to the digit. */
export function hasExactNumber(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof ExactNumber) return true;
  // Asked of each request before it is sent: a list of the members would cost more than looking at them.
  for (const name in value) if (hasExactNumber((value as JsonObject)[name])) return true; // an object has members
  return false;
}

/** Whether `JSON.stringify` would write a value in another way than its text had it. */
function isUnlike(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof ExactNumber || writtenMembers(value) !== undefined) return true;
  for (const name in value) if (isUnlike((value as JsonObject)[name])) return true; // an object has members
  return false;
}

/** As `JSON.stringify(value, null, indent)`, with numbers to the digit and members that came twice, as they came. */
export function writeJson(value: unknown, indent = 0): string {
  if (!isUnlike(value)) return JSON.stringify(value, null, indent) ?? ''; // undefined has no text
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
  const given = (writtenMembers(value) ?? Object.entries(value)).filter(([, item]) => item !== undefined);
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
