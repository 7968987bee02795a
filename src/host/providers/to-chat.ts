import type OpenAI from 'openai';
import { HostError } from '#shared/errors.ts';
import { arrayAt, isObject, type JsonObject, objectAt, textAt } from '#shared/json.ts';
import { ToolNames } from './tool-names.ts';
import { toolResultText } from './tool-result-text.ts';

type Message = OpenAI.Chat.Completions.ChatCompletionMessageParam;
type Part = OpenAI.Chat.Completions.ChatCompletionContentPart;
type ToolCall = OpenAI.Chat.Completions.ChatCompletionMessageFunctionToolCall;
export type ChatBody = OpenAI.Chat.Completions.ChatCompletionCreateParamsStreaming;

/** A request in the provider's format, with what it takes to read the answer back. */
export interface ChatRequest {
  readonly body: ChatBody;
  readonly names: ToolNames;
  /** What is not sent as it stands in the params, sentences. */
  readonly notes: readonly string[];
}

/** Formats of audio that chat completions know. */
const AUDIO: Readonly<Record<string, 'wav' | 'mp3'>> = {
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
};

function bad(text: string): never {
  throw new HostError('BAD_INPUT', text);
}

/** The blocks of a message, whose content is one block or a list of them. */
export function blocksOf(message: unknown): JsonObject[] {
  const content = isObject(message) ? message.content : undefined;
  return (Array.isArray(content) ? content : [content]).filter(isObject);
}

function image(block: JsonObject): Part {
  const url = `data:${textAt(block, 'mimeType') ?? 'image/png'};base64,${textAt(block, 'data') ?? ''}`;
  return { type: 'image_url', image_url: { url } };
}

function audio(block: JsonObject): Part {
  const mime = textAt(block, 'mimeType') ?? 'no type';
  const known = mime.toLowerCase();
  const format = Object.hasOwn(AUDIO, known) ? AUDIO[known] : undefined;
  if (!format)
    bad(
      `A message holds audio of type ${mime}, and providers of this kind take only wav and mp3. Take it out, or write the reply by hand.`,
    );
  return { type: 'input_audio', input_audio: { data: textAt(block, 'data') ?? '', format } };
}

function resource(block: JsonObject): Part {
  const inner = objectAt(block, 'resource') ?? {};
  const uri = textAt(inner, 'uri') ?? 'a resource';
  const text = textAt(inner, 'text');
  if (text !== undefined) return { type: 'text', text: `Contents of ${uri}:\n${text}` };
  const mimeType = textAt(inner, 'mimeType') ?? 'no type';
  if (mimeType.startsWith('image/')) return image({ mimeType, data: textAt(inner, 'blob') });
  return bad(`A message holds ${uri} of type ${mimeType}, which a provider of this kind cannot take. Take it out.`);
}

function partOf(block: JsonObject): Part {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: textAt(block, 'text') ?? '' };
    case 'image':
      return image(block);
    case 'audio':
      return audio(block);
    case 'resource':
      return resource(block);
    case 'resource_link':
      return { type: 'text', text: `Resource ${textAt(block, 'name') ?? ''}: ${textAt(block, 'uri') ?? ''}` };
    default:
      return bad(
        `A message holds a block of type ${String(block.type).slice(0, 40)}, which cannot be sent to a model. Take it out.`,
      );
  }
}

/** Text alone goes as a string, which every provider takes. */
function contentOf(parts: Part[]): string | Part[] {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.length === parts.length && texts.length === 1 ? texts.join('') : parts;
}

/** Results of tools are messages of their own; images in them follow as a message of the user. */
function fromUser(blocks: JsonObject[]): Message[] {
  const messages: Message[] = [];
  const parts: Part[] = [];
  for (const block of blocks) {
    if (block.type !== 'tool_result') {
      parts.push(partOf(block));
      continue;
    }
    const { text, media } = toolResultText(block);
    messages.push({ role: 'tool', tool_call_id: textAt(block, 'toolUseId') ?? '', content: text });
    parts.push(...media.map(partOf));
  }
  if (parts.length > 0) messages.push({ role: 'user', content: contentOf(parts) });
  return messages;
}

function fromAssistant(blocks: JsonObject[], names: ToolNames): Message {
  const texts: string[] = [];
  const calls: ToolCall[] = [];
  for (const block of blocks) {
    if (block.type === 'tool_use') {
      const call = { name: names.wire(textAt(block, 'name') ?? ''), arguments: JSON.stringify(block.input ?? {}) };
      calls.push({ id: textAt(block, 'id') ?? '', type: 'function', function: call });
    } else {
      const part = partOf(block);
      if (part.type !== 'text')
        bad(
          'A message of the assistant holds an image or audio, and providers of this kind take those only from the user. Take it out.',
        );
      texts.push(part.text);
    }
  }
  return {
    role: 'assistant',
    content: texts.length === 0 ? null : texts.join('\n'),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function messagesOf(params: JsonObject, names: ToolNames): Message[] {
  const system = textAt(params, 'systemPrompt');
  const all: Message[] = system === undefined || system === '' ? [] : [{ role: 'system', content: system }];
  for (const message of arrayAt(params, 'messages')) {
    const blocks = blocksOf(message);
    if (textAt(message, 'role') === 'assistant') all.push(fromAssistant(blocks, names));
    else all.push(...fromUser(blocks));
  }
  return all.length === 0 ? bad('There is no message to send. Write one at the left.') : all;
}

function toolsOf(params: JsonObject, names: ToolNames): Partial<ChatBody> {
  const tools = arrayAt(params, 'tools').filter(isObject);
  if (tools.length === 0) return {};
  const mode = textAt(objectAt(params, 'toolChoice'), 'mode');
  return {
    tools: tools.map((tool) => {
      const description = textAt(tool, 'description');
      const parameters = objectAt(tool, 'inputSchema') ?? { type: 'object' };
      return {
        type: 'function',
        function: {
          name: names.wire(textAt(tool, 'name') ?? ''),
          ...(description === undefined ? {} : { description }),
          parameters,
        },
      };
    }),
    ...(mode === 'auto' || mode === 'required' || mode === 'none' ? { tool_choice: mode } : {}),
  };
}

function notesOf(params: JsonObject, names: ToolNames): string[] {
  const context = textAt(params, 'includeContext');
  return [
    ...(context === undefined || context === 'none'
      ? []
      : [`includeContext "${context}" was not followed: only these messages were sent.`]),
    ...(objectAt(params, 'metadata') ? ['The metadata of the request were not sent.'] : []),
    ...names
      .changed()
      .map(
        ([name, wire]) =>
          `The tool "${name}" was sent as "${wire}", because providers allow only letters, digits, _ and -.`,
      ),
  ];
}

/** Params of `sampling/createMessage` as a request for chat completions (SAMP-03, SAMP-12). Throws BAD_INPUT. */
export function toChat(params: JsonObject, model: string): ChatRequest {
  const names = new ToolNames();
  const tools = toolsOf(params, names);
  const { maxTokens, temperature } = params;
  const stop = arrayAt(params, 'stopSequences').filter((one): one is string => typeof one === 'string' && one !== '');
  const body: ChatBody = {
    model,
    messages: messagesOf(params, names),
    ...tools,
    ...(typeof maxTokens === 'number' ? { max_tokens: maxTokens } : {}),
    ...(typeof temperature === 'number' ? { temperature } : {}),
    ...(stop.length === 0 ? {} : { stop }),
    stream: true,
    stream_options: { include_usage: true },
  };
  return { body, names, notes: notesOf(params, names) };
}
