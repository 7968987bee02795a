import { type ParseErrorCode, visit } from 'jsonc-parser';

/** A JSON value that keeps what JSON.parse drops: the digits of its numbers. */
export type JsonValue =
  | { kind: 'object'; members: Map<string, JsonValue> }
  | { kind: 'array'; items: JsonValue[] }
  | { kind: 'string'; text: string }
  /** As it was written. */
  | { kind: 'number'; raw: string }
  | { kind: 'literal'; raw: string };

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

/** Puts values where they belong while the text is read. */
class Builder {
  root: JsonValue | undefined;
  readonly #open: JsonValue[] = [];
  readonly #keys: string[] = [];

  key(name: string): void {
    this.#keys[this.#open.length] = name;
  }

  put(value: JsonValue): void {
    const parent = this.#open.at(-1);
    if (!parent) this.root = value;
    else if (parent.kind === 'array') parent.items.push(value);
    // Of two equal keys the last counts, at the place of the first.
    else if (parent.kind === 'object') parent.members.set(this.#keys[this.#open.length] ?? '', value);
  }

  open(value: JsonValue): void {
    this.put(value);
    this.#open.push(value);
  }

  close(): void {
    this.#open.pop();
  }
}

/** Reads a JSON text; a byte order mark before it does not matter. Throws SyntaxError. */
export function parseExact(text: string): JsonValue {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const builder = new Builder();
  let fault: { code: ParseErrorCode; at: number } | undefined;
  visit(
    source,
    {
      onObjectBegin: () => builder.open({ kind: 'object', members: new Map() }),
      onObjectProperty: (name) => builder.key(name),
      onObjectEnd: () => builder.close(),
      onArrayBegin: () => builder.open({ kind: 'array', items: [] }),
      onArrayEnd: () => builder.close(),
      onLiteralValue: (value: unknown, offset, length) => {
        if (typeof value === 'string') builder.put({ kind: 'string', text: value });
        else {
          const raw = source.slice(offset, offset + length);
          builder.put({ kind: typeof value === 'number' ? 'number' : 'literal', raw });
        }
      },
      onError: (code, at) => {
        fault ??= { code, at };
      },
    },
    STRICT,
  );
  if (fault || !builder.root) throw new SyntaxError(`no JSON at character ${fault?.at ?? 0}`);
  return builder.root;
}

/** Digits up to which a double holds every decimal number exactly. */
const EXACT_DIGITS = 15;

/**
 * The same for two spellings of one number as far as a double holds them exactly; beyond that every spelling is a number
 * of its own.
 */
function numberPrint(raw: string): string {
  const digits = raw
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '');
  const value = Number(raw);
  const exact = digits.length <= EXACT_DIGITS && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  // 1e-400 reads as 0, which it is not; -0 is written otherwise than 0.
  if (!exact || (value === 0 && digits !== '') || Object.is(value, -0)) return `'${raw}`;
  return String(value);
}

/** Whether two values say the same: keys in any order, numbers by value as far as they are exact, else by text. */
export function sameValue(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (a.kind === 'object') {
    if (b.kind !== 'object' || a.members.size !== b.members.size) return false;
    for (const [key, value] of a.members) {
      const other = b.members.get(key);
      if (!other || !sameValue(value, other)) return false;
    }
    return true;
  }
  if (a.kind === 'array') {
    if (b.kind !== 'array' || a.items.length !== b.items.length) return false;
    return a.items.every((item, at) => {
      const other = b.items[at];
      return other !== undefined && sameValue(item, other);
    });
  }
  if (a.kind === 'string') return b.kind === 'string' && a.text === b.text;
  if (a.kind === 'number') return b.kind === 'number' && (a.raw === b.raw || numberPrint(a.raw) === numberPrint(b.raw));
  return b.kind === 'literal' && a.raw === b.raw;
}

/** A text that two values share exactly when `sameValue` says so. */
export function printOf(value: JsonValue): string {
  switch (value.kind) {
    case 'object': {
      const members = [...value.members].map(([key, member]) => `${JSON.stringify(key)}:${printOf(member)}`);
      return `{${members.sort().join(',')}}`;
    }
    case 'array':
      return `[${value.items.map(printOf).join(',')}]`;
    case 'string':
      return JSON.stringify(value.text);
    case 'number':
      return numberPrint(value.raw);
    default:
      return value.raw;
  }
}

/** The value as JSON text without blanks, numbers as they were written. */
export function valueText(value: JsonValue): string {
  switch (value.kind) {
    case 'object': {
      const members = [...value.members].map(([key, member]) => `${JSON.stringify(key)}:${valueText(member)}`);
      return `{${members.join(',')}}`;
    }
    case 'array':
      return `[${value.items.map(valueText).join(',')}]`;
    case 'string':
      return JSON.stringify(value.text);
    default:
      return value.raw;
  }
}

/** The member of an object; undefined when it is none or has no such key. */
export function memberOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return value?.kind === 'object' ? value.members.get(key) : undefined;
}

/** An object of the members that are there. */
export function objectOf(members: Record<string, JsonValue | undefined>): JsonValue {
  const there = Object.entries(members).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined);
  return { kind: 'object', members: new Map(there) };
}
