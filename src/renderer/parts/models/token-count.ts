import { estimateTokenCount } from 'tokenx';
import { arrayAt, isObject, textAt } from '#shared/json.ts';

/** What providers usually count for an image of usual size, and for a sound: no text tells. */
const IMAGE_TOKENS = 765;
const AUDIO_TOKENS = 500;
/** Words around each message. */
const MESSAGE_TOKENS = 4;

/** About how many tokens a text takes. */
export function textTokens(text: string): number {
  return estimateTokenCount(text);
}

function blockTokens(block: unknown): number {
  if (!isObject(block)) return 0;
  switch (block.type) {
    case 'text':
      return textTokens(textAt(block, 'text') ?? '');
    case 'image':
      return IMAGE_TOKENS;
    case 'audio':
      return AUDIO_TOKENS;
    default:
      return textTokens(JSON.stringify(block));
  }
}

/** The blocks of a message, whose content is one block or a list of them. */
export function messageBlocks(message: unknown): unknown[] {
  const content = isObject(message) ? message.content : undefined;
  return Array.isArray(content) ? content : content === undefined ? [] : [content];
}

function messageTokens(message: unknown): number {
  return messageBlocks(message).reduce((sum: number, block) => sum + blockTokens(block), MESSAGE_TOKENS);
}

/** About how many tokens params of `sampling/createMessage` take, without the reply. */
export function requestTokens(params: Record<string, unknown>): number {
  const messages = arrayAt(params, 'messages');
  const said = messages.reduce((sum: number, one) => sum + messageTokens(one), 0);
  const tools = arrayAt(params, 'tools');
  const described = tools.length === 0 ? 0 : textTokens(JSON.stringify(tools));
  return said + described + textTokens(textAt(params, 'systemPrompt') ?? '');
}
