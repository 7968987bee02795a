import type OpenAI from 'openai';
import { nestsTooDeep } from '#core/nesting.ts';
import { arrayAt, isFiniteNumber, isObject, type JsonObject, parsedObject, textAt } from '#shared/json.ts';
import type { ProviderReply } from '#shared/providers.ts';
import type { ToolNames } from './tool-names.ts';

type Chunk = OpenAI.Chat.Completions.ChatCompletionChunk;

/** Characters that one reply may have. */
const MOST = 8_000_000;
/** Characters of a model's name, and of the word for how it ended. */
const LONGEST_WORD = 500;
/** What a call counts besides its characters. */
const PER_CALL = 1000;

const STOPS: Readonly<Record<string, string>> = {
  stop: 'endTurn',
  length: 'maxTokens',
  tool_calls: 'toolUse',
  function_call: 'toolUse',
  content_filter: 'contentFilter',
};

interface Call {
  readonly id: string;
  readonly name: string;
  readonly args: string;
}

const sizeOf = ({ id, name, args }: Call) => PER_CALL + id.length + name.length + args.length;

/** Why the chunks make no reply, a sentence. */
export class NoReply extends Error {}

/** Puts the chunks of a stream together into the result of `sampling/createMessage` (SAMP-10). */
export class ReplyGatherer {
  readonly #calls = new Map<number, Call>();
  #text = '';
  #size = 0;
  #model: string | undefined;
  #finish: string | undefined;
  #refused = false;
  #usage: { input: number; output: number } | undefined;
  #chunks = 0;

  /** Chunks so far that are chunks at all. */
  get chunks(): number {
    return this.#chunks;
  }

  /** Takes the next chunk; gives the text it adds. Throws NoReply when there is too much of it. */
  add(chunk: Chunk): string {
    // What a provider sends is checked as it is used: many send less than the format says.
    if (!isObject(chunk) || !Array.isArray(chunk.choices)) return '';
    this.#chunks += 1;
    if (typeof chunk.model === 'string' && chunk.model !== '') this.#model ??= chunk.model.slice(0, LONGEST_WORD);
    if (isObject(chunk.usage))
      this.#usage = { input: countOf(chunk.usage.prompt_tokens), output: countOf(chunk.usage.completion_tokens) };
    const [choice] = chunk.choices;
    if (!isObject(choice)) return '';
    this.#finish = textAt(choice, 'finish_reason')?.slice(0, LONGEST_WORD) ?? this.#finish;
    for (const call of arrayAt(choice.delta, 'tool_calls').filter(isObject)) this.#call(call);
    const refusal = textAt(choice.delta, 'refusal') ?? '';
    if (refusal !== '') this.#refused = true;
    const text = `${textAt(choice.delta, 'content') ?? ''}${refusal}`;
    this.#text += text;
    this.#grow(text.length);
    return text;
  }

  #call({ index, id, function: part }: JsonObject): void {
    const at = isFiniteNumber(index) ? index : 0;
    const known = this.#calls.get(at);
    const { id: ownId, name, args } = known ?? { id: '', name: '', args: '' };
    const call: Call = {
      id: ownId || (typeof id === 'string' ? id : ''),
      name: `${name}${textAt(part, 'name') ?? ''}`,
      args: `${args}${textAt(part, 'arguments') ?? ''}`,
    };
    this.#calls.set(at, call);
    this.#grow(sizeOf(call) - (known ? sizeOf(known) : 0));
  }

  #grow(by: number): void {
    this.#size += by;
    if (this.#size > MOST) throw new NoReply('It is larger than 8 million characters.');
  }

  /** The whole reply. Throws NoReply when the stream ended too early or gave nothing that can be sent. */
  end(names: ToolNames, model: string): Omit<ProviderReply, 'notes'> {
    if (this.#finish === undefined) throw new NoReply('The connection ended before the reply did.');
    const uses = [...this.#calls.values()].map((call, index) => toolUse(call, index, names));
    if (this.#text === '' && uses.length === 0) throw new NoReply(this.#emptyWhy());
    const text: JsonObject[] = this.#text === '' ? [] : [{ type: 'text', text: this.#text }];
    const blocks = [...text, ...uses];
    // Some providers end a turn with tool calls by `stop`.
    const stopReason = uses.length > 0 ? 'toolUse' : this.#refused ? 'refusal' : stopOf(this.#finish);
    return {
      result: {
        role: 'assistant',
        content: blocks.length === 1 ? blocks[0] : blocks,
        model: this.#model ?? model,
        stopReason,
      },
      ...(this.#usage ? { usage: this.#usage } : {}),
    };
  }

  #emptyWhy(): string {
    if (this.#finish === 'length')
      return 'It has no text: the limit of tokens was used up before the first word, as models that think first do.';
    if (this.#finish === 'content_filter') return 'The provider held its text back (content filter).';
    return 'It has no text and calls no tool.';
  }
}

/** A number of tokens; what is none counts nothing. */
const countOf = (value: unknown): number => (isFiniteNumber(value) ? value : 0);

const stopOf = (finish: string): string => (Object.hasOwn(STOPS, finish) ? (STOPS[finish] ?? finish) : finish);

function toolUse({ id, name, args }: Call, index: number, names: ToolNames): JsonObject {
  const real = names.real(name);
  const input = argumentsOf(args);
  if (!input)
    throw new NoReply(
      `The model calls the tool "${real.slice(0, 100)}" with arguments that are no JSON object, or nest too deep.`,
    );
  return { type: 'tool_use', id: id === '' ? `call_${index + 1}` : id, name: real, input };
}

function argumentsOf(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  return nestsTooDeep(text) ? undefined : parsedObject(text);
}
