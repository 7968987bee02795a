import { isObject, type JsonObject } from '#shared/json.ts';
import type { HeaderList } from '#shared/records.ts';

const ANNOTATION = 'x-mcp-header';
/** A header name as RFC 9110 allows it. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const PLAIN = /^[\x20-\x7e\t]+$/;
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Schema keywords that hold schemas no value can be mirrored from, because they may not apply. */
const CONDITIONAL = [
  ...['items', 'prefixItems', 'contains', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems'],
  ...['propertyNames', 'oneOf', 'anyOf', 'allOf', 'not', 'if', 'then', 'else'],
];
const CONDITIONAL_MAPS = ['patternProperties', 'dependentSchemas', '$defs', 'definitions'];

/** The member of the params that `Mcp-Name` repeats, by method (2026-07-28, Streamable HTTP). */
export const NAME_AT: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

/** An argument that is mirrored into `Mcp-Param-<name>`; `path` leads to it through objects. */
export interface MirroredParam {
  path: string[];
  name: string;
}

/** The mirrored arguments of a tool, or why its annotations break the rules (2026-07-28, Streamable HTTP). */
export type MirrorScan = { params: MirroredParam[] } | { reason: string };

/** A header value as it may travel: plain ASCII as it is, everything else in the base64 wrapping. */
export function encodeHeaderValue(value: string): string {
  const looksWrapped = value.startsWith('=?base64?') && value.endsWith('?=');
  if (PLAIN.test(value) && value === value.trim() && !looksWrapped) return value;
  return `=?base64?${base64(utf8(value))}?=`;
}

/** Reads the `x-mcp-header` annotations of an input schema. */
export function scanMirrors(schema: unknown): MirrorScan {
  const params: MirroredParam[] = [];
  const reason = visit(schema, { path: [], reachable: true, params, depth: 0 });
  return reason === undefined ? { params } : { reason };
}

/** The `Mcp-Param-*` headers of a call. Null, missing and non-primitive values get none. */
export function mirrorHeaders(params: MirroredParam[], args: unknown): HeaderList {
  const headers: HeaderList = [];
  for (const { path, name } of params) {
    const text = primitiveText(path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), args));
    if (text !== undefined) headers.push([`Mcp-Param-${name}`, encodeHeaderValue(text)]);
  }
  return headers;
}

interface Visit {
  path: string[];
  reachable: boolean;
  params: MirroredParam[];
  depth: number;
}

function visit(node: unknown, at: Visit): string | undefined {
  if (!isObject(node)) return undefined;
  // A schema that nests deeper than this is no tool's argument list.
  if (at.depth > 64) return 'the schema nests deeper than 64 levels';
  const own = ANNOTATION in node ? annotationFault(node, at) : undefined;
  if (own !== undefined) return own;
  const depth = at.depth + 1;
  for (const [key, child] of Object.entries(isObject(node.properties) ? node.properties : {})) {
    const fault = visit(child, { ...at, path: [...at.path, key], depth });
    if (fault !== undefined) return fault;
  }
  for (const child of conditionalSchemas(node)) {
    const fault = visit(child, { ...at, reachable: false, depth });
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function annotationFault(node: JsonObject, at: Visit): string | undefined {
  const where = at.path.length === 0 ? 'the root of the schema' : at.path.join('.');
  const name = node[ANNOTATION];
  if (!at.reachable || at.path.length === 0) {
    return `${where}: ${ANNOTATION} is only allowed on properties reached through "properties" alone`;
  }
  if (typeof name !== 'string' || name === '') return `${where}: ${ANNOTATION} is empty or no text`;
  if (!TOKEN.test(name)) return `${where}: ${ANNOTATION} "${name}" is no valid header name`;
  if (node.type !== 'string' && node.type !== 'integer' && node.type !== 'boolean') {
    return `${where}: ${ANNOTATION} is only allowed on string, integer and boolean`;
  }
  if (at.params.some((known) => known.name.toLowerCase() === name.toLowerCase())) {
    return `${where}: ${ANNOTATION} "${name}" is used twice`;
  }
  at.params.push({ path: at.path, name });
  return undefined;
}

function conditionalSchemas(node: JsonObject): unknown[] {
  const found = CONDITIONAL.flatMap((key) => {
    const value = node[key];
    return Array.isArray(value) ? value : [value];
  });
  for (const key of CONDITIONAL_MAPS) if (isObject(node[key])) found.push(...Object.values(node[key]));
  return found;
}

function primitiveText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined;
}

function utf8(text: string): number[] {
  const bytes: number[] = [];
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    // A lone half of a surrogate pair has no UTF-8 form.
    const point = code >= 0xd800 && code <= 0xdfff ? 0xfffd : code;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 63));
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
    else {
      bytes.push(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
    }
  }
  return bytes;
}

function base64(bytes: number[]): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.slice(at, at + 3);
    const bits = (a << 16) | (b << 8) | c;
    const chars = [18, 12, 6, 0].map((shift) => BASE64.charAt((bits >> shift) & 63)).join('');
    const left = bytes.length - at;
    text += left >= 3 ? chars : chars.slice(0, left + 1).padEnd(4, '=');
  }
  return text;
}
