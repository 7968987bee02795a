import { isObject, type JsonObject } from '#shared/json.ts';

/** What is read first; everything else follows by name. */
const FIRST = ['name', 'uri', 'uriTemplate', 'title', 'description', 'arguments', 'inputSchema', 'outputSchema'];

/** Characters of a text that stands on one line. */
const LINE = 100;
const EMPTY_LINES = 3;
const MOST = 200_000;

/**
 * A definition to read and to compare line by line: indented JSON, but long texts stand over several lines, a sentence
 * each, so that one changed sentence is one changed line. At most 200,000 characters.
 */
export function readableDefinition(value: unknown): string {
  const text = lines(value, '', true).join('\n');
  return text.length <= MOST ? text : `${text.slice(0, MOST)}\n… cut, it has ${text.length} characters`;
}

function lines(value: unknown, indent: string, top = false): string[] {
  if (typeof value === 'string') return textLines(value, indent);
  if (Array.isArray(value))
    return block(
      '[]',
      value.map((item) => ({ head: '', item })),
      indent,
    );
  if (!isObject(value)) return [JSON.stringify(value) ?? 'null'];
  const keys = top ? inOrder(value) : Object.keys(value);
  return block(
    '{}',
    keys.map((key) => ({ head: `${JSON.stringify(key)}: `, item: value[key] })),
    indent,
  );
}

function inOrder(value: JsonObject): string[] {
  const keys = Object.keys(value);
  return [...FIRST.filter((key) => keys.includes(key)), ...keys.filter((key) => !FIRST.includes(key))];
}

interface Member {
  head: string;
  item: unknown;
}

function block([open, close]: string, members: Member[], indent: string): string[] {
  if (members.length === 0) return [`${open}${close}`];
  const inner = `${indent}  `;
  const body = members.flatMap(({ head, item }, at) => {
    const [first = '', ...rest] = lines(item, inner);
    const made = [`${inner}${head}${first}`, ...rest];
    const comma = at < members.length - 1 ? ',' : '';
    return made.with(-1, `${made.at(-1)}${comma}`);
  });
  return [`${open}`, ...body, `${indent}${close}`];
}

/** The first line has no indent: it stands behind its name. */
function textLines(text: string, indent: string): string[] {
  if (text.length <= LINE && !text.includes('\n')) return [JSON.stringify(text)];
  const parts = text.split(/\r?\n/).flatMap(sentences);
  return ['"""', ...withoutGaps(parts).map((line) => `${indent}  ${line}`), `${indent}"""`];
}

function sentences(line: string): string[] {
  if (line.length <= LINE) return [line];
  return line.split(/(?<=[.!?;:])\s+/).flatMap((part) => part.match(/.{1,500}/gsu) ?? ['']);
}

/** Emptiness must not push what follows it out of sight. */
function withoutGaps(parts: string[]): string[] {
  const kept: string[] = [];
  let empty = 0;
  const say = () => {
    if (empty > EMPTY_LINES) kept.push(`(${empty} empty lines)`);
    else kept.push(...Array.from({ length: empty }, () => ''));
    empty = 0;
  };
  for (const part of parts) {
    if (part.trim() === '') {
      empty += 1;
      continue;
    }
    say();
    kept.push(part);
  }
  say();
  return kept;
}
