import { arrayAt, isObject, objectAt, textAt } from '#shared/json.ts';
import { oneLine, plainText } from './plain-text.ts';

type Strong = (text: string) => string;

/** Any JSON value, indented. */
export function jsonText(value: unknown): string {
  return plainText(JSON.stringify(value, null, 2));
}

/** Bytes behind base64 text, roughly. */
function sizeOf(base64: string | undefined): string {
  return `${Math.floor(((base64 ?? '').length * 3) / 4)} bytes`;
}

function contentText(block: unknown): string {
  const mime = textAt(block, 'mimeType') ?? 'unknown type';
  switch (textAt(block, 'type')) {
    case 'text':
      return textAt(block, 'text') ?? '';
    case 'image':
    case 'audio':
      return `[${textAt(block, 'type')}, ${mime}, ${sizeOf(textAt(block, 'data'))}]`;
    case 'resource':
      return resourceText(objectAt(block, 'resource'));
    case 'resource_link':
      return `[link to ${textAt(block, 'uri') ?? '?'}]`;
    default:
      return jsonText(block);
  }
}

function resourceText(contents: unknown): string {
  const text = textAt(contents, 'text');
  if (text !== undefined) return text;
  return `[${textAt(contents, 'uri') ?? '?'}, ${textAt(contents, 'mimeType') ?? 'unknown type'}, ${sizeOf(textAt(contents, 'blob'))}]`;
}

/** A CallToolResult for a person: its blocks, or its structured content when there are none. */
export function callText(result: unknown): string {
  const blocks = arrayAt(result, 'content');
  if (blocks.length > 0) return plainText(blocks.map(contentText).join('\n'));
  return isObject(result) && result.structuredContent !== undefined
    ? jsonText(result.structuredContent)
    : jsonText(result);
}

export function readText(result: unknown): string {
  const contents = arrayAt(result, 'contents');
  return contents.length > 0 ? plainText(contents.map(resourceText).join('\n')) : jsonText(result);
}

export function promptText(result: unknown, strong: Strong): string {
  const messages = arrayAt(result, 'messages');
  if (messages.length === 0) return jsonText(result);
  return messages
    .map((one) => `${strong(oneLine(textAt(one, 'role') ?? '?'))}: ${plainText(contentText(objectAt(one, 'content')))}`)
    .join('\n\n');
}

export function completeText(result: unknown): string {
  return plainText(arrayAt(objectAt(result, 'completion'), 'values').map(String).join('\n'));
}

export function tasksText(result: unknown): string {
  const row = (task: unknown) =>
    ['taskId', 'status', 'statusMessage']
      .map((key) => oneLine(textAt(task, key) ?? ''))
      .join('  ')
      .trimEnd();
  const tasks = arrayAt(result, 'tasks');
  if (tasks.length > 0) return tasks.map(row).join('\n');
  return isObject(result) && typeof result.status === 'string' ? row(result) : 'There are no tasks.';
}

/** One line for each item: its name or address, and what it says of itself. */
export function listText(items: readonly unknown[], strong: Strong): string {
  return items
    .map((item) => {
      const name = textAt(item, 'uri') ?? textAt(item, 'uriTemplate') ?? textAt(item, 'name') ?? '?';
      const about = textAt(item, 'description') ?? textAt(item, 'title') ?? '';
      return `${strong(oneLine(name, 300))}${about === '' ? '' : `  ${oneLine(about, 100)}`}`;
    })
    .join('\n');
}
