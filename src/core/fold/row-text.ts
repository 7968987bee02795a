import { type JsonObject, objectAt, textAt } from '#shared/json.ts';

const PREVIEW = 200;
/** Values up to this size are written by JSON.stringify, which is faster than stopping early. */
const SMALL = 2000;

/** Bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  // Nearly all texts are plain ASCII: one pass without a branch tells.
  let any = 0;
  for (let i = 0; i < text.length; i += 1) any |= text.charCodeAt(i);
  if (any < 0x80) return text.length;
  let bytes = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code < 0x80) continue;
    if (code < 0x800) bytes += 1;
    else {
      bytes += 2;
      // Both halves of a pair together are four bytes, and two units were counted already.
      if (code >= 0xd800 && code < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) i += 1;
    }
  }
  return bytes;
}

/** The first `limit` units of a text as a text of its own: a slice would keep the whole original in memory. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = (text.charCodeAt(limit - 1) & 0xfc00) === 0xd800 ? 1 : 0;
  return JSON.parse(JSON.stringify(text.slice(0, limit - half))) as string; // a text comes back as a text
}

/** A request id for a row; servers may choose any text. */
export function shortId(id: string | number): string | number {
  return typeof id === 'string' ? cutText(id, PREVIEW) : id;
}

/** One short line: no line breaks, at most 200 units. */
export function previewText(text: string): string {
  const short = cutText(text, PREVIEW);
  return short.includes('\n') || short.includes('\r') || short.includes('\t')
    ? short.replace(/\s+/g, ' ').trim()
    : short;
}

function write(value: unknown, room: number): string {
  if (typeof value === 'string') return JSON.stringify(value.length > room ? value.slice(0, room) : value);
  if (typeof value !== 'object' || value === null) return String(value);
  const list = Array.isArray(value);
  let out = '';
  // Keys are walked, not listed: a preview of a huge object must not cost its size.
  for (const key in value) {
    if (out.length >= room) break;
    if (out) out += ',';
    const item = write((value as JsonObject)[key], room - out.length); // an array reads by its index as well
    out += list ? item : `${JSON.stringify(cutText(key, PREVIEW))}:${item}`;
  }
  return list ? `[${out}]` : `{${out}}`;
}

/** One short line of any JSON value. `bytes` is a bound of its size: a large value is not written out whole. */
export function previewValue(value: unknown, bytes = Number.POSITIVE_INFINITY): string {
  if (typeof value === 'string') return previewText(value);
  return cutText(bytes < SMALL ? JSON.stringify(value) : write(value, PREVIEW), PREVIEW);
}

/** What a request is about: tool, prompt, uri, task. */
export function requestName(method: string, params: JsonObject): string | undefined {
  const ref = objectAt(params, 'ref');
  const name =
    textAt(params, 'name') ??
    textAt(params, 'uri') ??
    textAt(params, 'taskId') ??
    textAt(ref, 'name') ??
    textAt(ref, 'uri') ??
    (method === 'logging/setLevel' ? textAt(params, 'level') : undefined);
  return name === undefined ? undefined : cutText(name, PREVIEW);
}

function progressPreview(params: JsonObject): string {
  const of = params.total === undefined ? '' : ` of ${String(params.total)}`;
  const message = textAt(params, 'message');
  return previewText(`${String(params.progress)}${of}${message ? `: ${cutText(message, PREVIEW)}` : ''}`);
}

/** The short line of a notification, or undefined when it says nothing but its method. */
export function noticePreview(method: string, params: JsonObject, bytes: number): string | undefined {
  if (method === 'notifications/message')
    return params.data === undefined ? undefined : previewValue(params.data, bytes);
  if (method === 'notifications/progress') return progressPreview(params);
  const said = textAt(params, 'uri') ?? textAt(params, 'reason');
  if (said !== undefined) return previewText(said);
  const { _meta, ...rest } = params;
  for (const _ in rest) return previewValue(rest, bytes);
  return undefined;
}
