import { nestsTooDeep } from '#core/nesting.ts';
import { hasExactNumber, parseJson, writeJson } from '#shared/exact-json.ts';
import { isObject, type JsonObject, objectAt, parsedObject, textAt } from '#shared/json.ts';
import { itemsOf, membersOf, memberText } from '#shared/json-members.ts';

/** A call of a tool within an operation. */
export interface Called {
  name: string;
  args: JsonObject;
  /** Exact text of the arguments, where `args` may not be what a server reads: digits that are lost, names that come twice. */
  text?: string | undefined;
}

const METHOD = 'tools/call';
/** Members that make a call what it is. */
const MEANT: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params', 'name', 'arguments']);

/** The call that a message is, if it is one. */
export function callOf(message: unknown): Called | undefined {
  if (!isObject(message) || message.method !== METHOD) return undefined;
  const { params } = message;
  const [name, args] = [textAt(params, 'name') ?? '', objectAt(params, 'arguments') ?? {}];
  if (!hasExactNumber(args)) return { name, args };
  const text = writeJson(args);
  return { name, args: parsedObject(text) ?? {}, text };
}

/** How often a text names the method, however its characters are written. */
function mentions(text: string): number {
  const plain = text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return [...plain.replaceAll('\\/', '/').matchAll(/tools\/call/gi)].length;
}

/** Some readers take names of members in any case, and characters that stand for a letter (Go: `ſ` for `s`). */
export const folded = (name: string): string => name.normalize('NFKC').toLowerCase();

/** Whether every reader finds the same members in the object at this place of a text. */
function isPlainObject(text: string, at: number): boolean {
  const seen = new Set<string>();
  for (const { name } of membersOf(text, at)) {
    const key = folded(name);
    if (seen.has(key) || (MEANT.has(key) && key !== name)) return false;
    seen.add(key);
  }
  return true;
}

function isPlainCall(text: string): boolean {
  const params = [...membersOf(text)].find(({ name }) => name === 'params');
  return isPlainObject(text, 0) && (params === undefined || isPlainObject(text, params.value.start));
}

/** Whether a name comes twice in one object of a text: readers differ in which of the two counts. */
function repeatsNames(text: string): boolean {
  const seen = new Set<string>();
  for (const { name, value } of membersOf(text)) {
    if (seen.has(name) || repeatsNames(text.slice(value.start, value.end))) return true;
    seen.add(name);
  }
  for (const { start, end } of itemsOf(text)) if (repeatsNames(text.slice(start, end))) return true;
  return false;
}

/**
 * The calls in a text that is sent as it is; `unclear` where the server may read one in it that is not here: text that is
 * no JSON, several messages, members that stand there twice or in another case.
 */
export function callsInText(text: string): Called[] | 'unclear' {
  const count = mentions(text);
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    // Servers take more for JSON than JSON is, and on a pipe each line is a message.
    return count > 0 || text.includes('\\') ? 'unclear' : [];
  }
  const call = callOf(value);
  if (!call) return count > 0 ? 'unclear' : [];
  if (count !== 1 || !isPlainCall(text)) return 'unclear';
  const exact = memberText(text, ['params', 'arguments']);
  return [exact !== undefined && (nestsTooDeep(exact) || repeatsNames(exact)) ? { ...call, text: exact } : call];
}
