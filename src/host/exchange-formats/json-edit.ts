import { applyEdits, createScanner, findNodeAtLocation, modify, type Node, parseTree } from 'jsonc-parser';

/** The keys to a place in a JSON text. */
type Path = readonly (string | number)[];

/** Sets one value of a JSON text, and makes the objects on the way. Every other character stays as it is. */
export function setIn(text: string, path: Path, value: unknown): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (!root) return text;
  const found = findNodeAtLocation(root, [...path]);
  if (found) {
    const old = text.slice(found.offset, found.offset + found.length);
    const written = old.includes('\n') ? pretty(value, layoutOf(text), indentAt(text, found.offset)) : oneLine(value);
    return text.slice(0, found.offset) + written + text.slice(found.offset + found.length);
  }
  let depth = path.length - 1;
  let parent: Node | undefined = root;
  while (depth > 0) {
    parent = findNodeAtLocation(root, path.slice(0, depth));
    if (parent) break;
    depth -= 1;
  }
  const container = depth === 0 ? root : parent;
  if (container?.type !== 'object') return text;
  const inner = path.slice(depth + 1).reduceRight<unknown>((built, key) => ({ [key]: built }), value);
  return insert(text, container, String(path[depth]), inner);
}

/** Adds one item at the end of a list of a JSON text. */
export function appendTo(text: string, path: Path, value: unknown): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const list = root && findNodeAtLocation(root, [...path]);
  return list?.type === 'array' ? insert(text, list, undefined, value) : text;
}

/** Takes one key out of a JSON text. */
export function removeFrom(text: string, path: Path): string {
  return applyEdits(text, modify(text, [...path], undefined, {}));
}

interface Layout {
  indent: string;
  eol: string;
}

function layoutOf(text: string): Layout {
  return { indent: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ', eol: text.includes('\r\n') ? '\r\n' : '\n' };
}

/** Blanks at the start of the line of an offset. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function pretty(value: unknown, { indent, eol }: Layout, base: string): string {
  return JSON.stringify(value, null, indent).replaceAll('\n', `${eol}${base}`);
}

/** As people write short values: `{ "a": 1 }`. */
function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${oneLine(inner)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Puts a member at the end of an object, or an item at the end of a list. */
function insert(text: string, container: Node, key: string | undefined, value: unknown): string {
  const layout = layoutOf(text);
  const start = container.offset + 1;
  const close = container.offset + container.length - 1;
  const name = key === undefined ? '' : `${JSON.stringify(key)}: `;
  const last = container.children?.at(-1);
  const inside = text.slice(start, close);
  if (last && !inside.includes('\n')) {
    const end = last.offset + last.length;
    return `${text.slice(0, end)}, ${name}${oneLine(value)}${text.slice(end)}`;
  }
  const outer = indentAt(text, close);
  const indent = last && inside.includes('\n') ? indentAt(text, last.offset) : outer + layout.indent;
  const member = `${layout.eol}${indent}${name}${pretty(value, layout, indent)}`;
  // Behind comments that follow the last member.
  const end = start + inside.trimEnd().length;
  const tail = inside.includes('\n') ? text.slice(end) : `${layout.eol}${outer}${text.slice(close)}`;
  if (!last) return text.slice(0, end) + member + tail;
  const lastEnd = last.offset + last.length;
  if (hasComma(text, lastEnd, close)) return `${text.slice(0, end)}${member},${tail}`;
  return `${text.slice(0, lastEnd)},${text.slice(lastEnd, end)}${member}${tail}`;
}

/** Whether a comma stands between two offsets, outside of comments. */
function hasComma(text: string, from: number, to: number): boolean {
  const scanner = createScanner(text.slice(from, to), true);
  // SyntaxKind is a const enum; 5 is its CommaToken.
  return scanner.scan() === 5;
}
