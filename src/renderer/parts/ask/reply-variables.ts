import { arrayAt, isObject, type JsonObject, textAt } from '#shared/json.ts';
import { messageBlocks } from '../models/token-count.ts';

/** What `{{…}}` in a saved reply can stand for. */
export const REPLY_VARIABLES = ['{{message.last}}', '{{tool}}'] as const;

function lastText(params: JsonObject): string {
  const blocks = messageBlocks(arrayAt(params, 'messages').at(-1));
  return blocks.flatMap((block) => textAt(block, 'text') ?? []).join('\n');
}

/** A saved reply with its variables filled in: the text of the last message, and the tool whose call asks. */
export function withVariables<T>(value: T, params: JsonObject, tool: string | undefined): T {
  const fill = (part: unknown): unknown => {
    if (typeof part === 'string')
      return part.replaceAll('{{message.last}}', () => lastText(params)).replaceAll('{{tool}}', () => tool ?? '');
    if (Array.isArray(part)) return part.map(fill);
    if (isObject(part)) return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, fill(one)]));
    return part;
  };
  // Only texts inside of it changed.
  return fill(value) as T;
}
