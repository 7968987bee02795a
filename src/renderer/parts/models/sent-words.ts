import { arrayAt, isObject, textAt } from '#shared/json.ts';
import type { ModelProvider } from '#shared/providers.ts';
import { plural } from '../../ui/format.ts';
import { messageBlocks, requestTokens } from './token-count.ts';

function many(params: Record<string, unknown>, type: string): number {
  const blocks = arrayAt(params, 'messages').flatMap(messageBlocks);
  return blocks.filter((block) => isObject(block) && block.type === type).length;
}

/** `the system prompt, 2 messages, 1 image and 3 tools`: what a request for a model holds. */
function partsWords(params: Record<string, unknown>): string {
  const tools = arrayAt(params, 'tools').length;
  const system = textAt(params, 'systemPrompt') ?? '';
  const parts = [
    system === '' ? undefined : 'the system prompt',
    plural(arrayAt(params, 'messages').length, 'message'),
    ...(['image', 'audio'] as const).map((type) => {
      const count = many(params, type);
      return count === 0 ? undefined : plural(count, type === 'image' ? 'image' : 'sound');
    }),
    tools === 0 ? undefined : plural(tools, 'tool'),
  ].filter((part) => part !== undefined);
  return parts.length === 1 ? `${parts[0]}` : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** `about 412 tokens`. */
export function tokenWords(tokens: number): string {
  return `about ${plural(tokens, 'token')}`;
}

/** What leaves the computer when a model is asked, in a title and a sentence. */
export function sentWords(provider: ModelProvider, params: Record<string, unknown>): { title: string; text: string } {
  const size = tokenWords(requestTokens(params));
  const parts = partsWords(params);
  if (provider.local)
    return {
      title: 'Nothing leaves this computer',
      text: `${provider.name} runs on it (${provider.host}). It gets ${parts}, ${size}.`,
    };
  const key = provider.key ? ' with your key' : '';
  return {
    title: `This leaves your computer, to ${provider.host}`,
    text: `${parts[0]?.toUpperCase()}${parts.slice(1)}, ${size}${key}. Nothing else is sent.`,
  };
}
