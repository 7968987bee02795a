import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { parse as parseTomlText, TomlError } from 'smol-toml';
import { parseDocument } from 'yaml';
import type { Detection } from '#shared/candidates.ts';
import { jsonProblem } from './json-problem.ts';

export type DocumentForm = 'json' | 'toml' | 'yaml';
export type Problem = Extract<Detection, { kind: 'problem' }>;
export type Parsed = { value: unknown } | Problem;

/** Longest text that is read as a config, in characters. */
export const MAX_TEXT = 4_000_000;
/** Deeper than any config; a text nested deeper than this would exhaust the stack of a parser. */
const MAX_DEPTH = 200;

/** What a config text holds, as plain JSON values; a problem with line and column when it cannot be parsed. Never throws. */
export function parseConfig(text: string, form: DocumentForm): Parsed {
  const name = form.toUpperCase();
  if (text.length > MAX_TEXT) {
    const detail = `It has ${text.length} characters, the limit is ${MAX_TEXT}. Paste only the part that names the servers.`;
    return { kind: 'problem', title: `This ${name} is too long`, detail };
  }
  if (form !== 'toml' && nestedTooDeep(text)) return tooDeep(name);
  try {
    return form === 'json' ? parseJson(text) : form === 'toml' ? parseToml(text) : parseYaml(text);
  } catch (error) {
    if (error instanceof RangeError) return tooDeep(name);
    if (!(error instanceof Error)) throw error;
    const detail = `${firstSentence(error.message)}. Correct it, or paste only the part that names the servers.`;
    return { kind: 'problem', title: `This ${name} cannot be read`, detail };
  }
}

function tooDeep(name: string): Problem {
  return {
    kind: 'problem',
    title: `This ${name} is nested too deep`,
    detail: 'Paste only the part that names the servers.',
  };
}

/** Counts brackets wherever they stand, so a text of brackets inside quotes may be refused too; no config has that many. */
function nestedTooDeep(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** A position as a problem: `words` goes on after `line 3, `. */
function invalid(name: string, place: { line: number; column: number }, words: string): Problem {
  const { line, column } = place;
  return {
    kind: 'problem',
    title: `This is not valid ${name}: line ${line}, ${words}`,
    detail: `Correct line ${line}, column ${column}, or paste the whole config again.`,
    line,
  };
}

function parseJson(text: string): Parsed {
  const errors: ParseError[] = [];
  const options = { allowTrailingComma: true };
  const tree = parseTree(text, errors, options);
  // A piece out of the middle of a config: `"mcpServers": { … }`.
  if (errors.length > 0 && text.startsWith('"')) {
    const inner: ParseError[] = [];
    const wrapped = parseTree(`{${text}}`, inner, options);
    if (inner.length === 0) return { value: plainValue(wrapped) };
  }
  const first = errors[0];
  if (!first) return { value: plainValue(tree) };
  const { words, line, column } = jsonProblem(text, first);
  return invalid('JSON', { line, column }, words);
}

/** The value of a node. The library's own would take a key `__proto__` for the prototype of its object. */
function plainValue(node: Node | undefined): unknown {
  switch (node?.type) {
    case 'object':
      return Object.fromEntries((node.children ?? []).flatMap(memberOf));
    case 'array':
      return (node.children ?? []).map(plainValue);
    default:
      return node?.value;
  }
}

function memberOf({ children: [key, value] = [] }: Node): [string, unknown][] {
  return key && value ? [[String(key.value), plainValue(value)]] : [];
}

function parseToml(text: string): Parsed {
  try {
    // One number that is too large must not hide the servers.
    return { value: plain(parseTomlText(text, { integersAsBigInt: 'asNeeded' })) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    return invalid('TOML', error, firstSentence(error.message.replace(/^Invalid TOML document: /, '')));
  }
}

function parseYaml(text: string): Parsed {
  const document = parseDocument(text, { prettyErrors: false, logLevel: 'silent' });
  const [first] = document.errors;
  if (!first) return { value: plain(document.toJS()) };
  const before = text.slice(0, first.pos[0]).split('\n');
  return invalid(
    'YAML',
    { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 },
    firstSentence(first.message),
  );
}

function firstSentence(message: string): string {
  const [line = ''] = message.trim().split('\n');
  const words = line.replace(/[.:]$/, '').slice(0, 160);
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** Dates and other values that JSON does not have become text. */
function plain(value: unknown): unknown {
  const text = JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner));
  return text === undefined ? undefined : JSON.parse(text);
}
