import type { TrafficRow } from '#shared/exchange.ts';
import { arrayAt, isObject, objectAt, textAt } from '#shared/json.ts';

export type AnswerPart = NonNullable<TrafficRow['has']>[number];

/** Blocks of one answer that are looked at. */
const BLOCKS = 500;

function isImage(block: unknown): boolean {
  if (textAt(block, 'type') === 'image') return true;
  const mime = textAt(block, 'mimeType') ?? textAt(objectAt(block, 'resource'), 'mimeType');
  return mime?.startsWith('image/') ?? false;
}

/** What a result holds beside text: `content` of a tool, `contents` of a resource, `messages` of a prompt. */
export function answerHas(result: unknown): AnswerPart[] {
  if (!isObject(result)) return [];
  const parts: AnswerPart[] = result.structuredContent === undefined ? [] : ['structured'];
  const blocks = [arrayAt(result, 'content'), arrayAt(result, 'contents')].flatMap((list) => list.slice(0, BLOCKS));
  const said = arrayAt(result, 'messages').slice(0, BLOCKS);
  if (blocks.some(isImage) || said.some((message) => isImage(objectAt(message, 'content')))) parts.push('image');
  return parts;
}
