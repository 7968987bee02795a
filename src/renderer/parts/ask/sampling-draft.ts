import { z } from 'zod';
import { plainJson } from '#shared/exact-json.ts';
import { isObject, type JsonObject, textAt } from '#shared/json.ts';
import type { FormState } from '../schema-form/form-state.ts';
import { mayBeSecret } from './draft-secrets.ts';
import { type DraftKind, useDraft } from './use-draft.ts';

export type ReplySource = 'write' | 'saved' | 'model' | 'json';
export type BlockType = 'text' | 'image' | 'audio' | 'tool_use';

/** One block of a reply as it is being written; what its type has no use for waits for another type. */
export interface ReplyBlock {
  readonly type: BlockType;
  readonly text: string;
  /** Base64, of an image or sound. */
  readonly data: string;
  readonly mimeType: string;
  readonly toolId: string;
  readonly tool: string;
  readonly input: FormState;
}

/** What a person does with a request for a model's reply. */
export interface SamplingDraft {
  readonly source: ReplySource;
  readonly blocks: readonly ReplyBlock[];
  readonly model: string;
  readonly stopReason: string;
  /** The result as it was changed by hand; undefined while it follows the fields. */
  readonly json: string | undefined;
  /** Members of the request as they were changed for a model; null is one that was taken out. */
  readonly changed: JsonObject;
  readonly provider: string;
  /** Empty: the one that is suggested. */
  readonly askModel: string;
  /** What stood in the editor before a model or a saved reply took its place. */
  readonly before: ReplyFields | undefined;
  /** What stands in the editor is the beginning of what a model writes. */
  readonly streaming?: boolean | undefined;
}

export type ReplyFields = Pick<SamplingDraft, 'blocks' | 'model' | 'stopReason' | 'json'>;

const BY_HAND = 'written-by-hand';

export function emptyBlock(type: BlockType, at = 0): ReplyBlock {
  const toolId = `call_${at + 1}`;
  return { type, text: '', data: '', mimeType: '', toolId, tool: '', input: { value: {}, texts: {} } };
}

const START: SamplingDraft = {
  source: 'write',
  blocks: [emptyBlock('text')],
  model: BY_HAND,
  stopReason: 'endTurn',
  json: undefined,
  changed: {},
  provider: '',
  askModel: '',
  before: undefined,
};

const KeptBlock = z.object({
  type: z.enum(['text', 'image', 'audio', 'tool_use']),
  text: z.string(),
  data: z.string(),
  mimeType: z.string(),
  toolId: z.string(),
  tool: z.string(),
  input: z.object({
    value: z.unknown(),
    texts: z.record(z.string(), z.object({ kind: z.enum(['number', 'json']), text: z.string(), value: z.unknown() })),
  }),
});
const KeptFields = z.object({
  blocks: z.array(KeptBlock),
  model: z.string(),
  stopReason: z.string(),
  json: z.string().optional(),
});
const KeptDraft = KeptFields.extend({
  source: z.enum(['write', 'saved', 'model', 'json']),
  changed: z.record(z.string(), z.unknown()),
  provider: z.string(),
  askModel: z.string(),
  before: KeptFields.optional(),
}).partial();

/** Characters of images and sounds that are saved with a draft. */
const MOST_DATA = 50_000;

function isSavable(draft: Partial<SamplingDraft>): boolean {
  const all = [...(draft.blocks ?? []), ...(draft.before?.blocks ?? [])];
  return all.reduce((sum, { data }) => sum + data.length, 0) <= MOST_DATA && !mayBeSecret(draft);
}

/** What may outlive the page: the beginning of a reply could be taken for a whole one, so what stood there before it is. */
function lasting({ streaming, ...draft }: Partial<SamplingDraft>): Partial<SamplingDraft> {
  return streaming ? { ...draft, ...draft.before, before: undefined } : draft;
}

/** How the draft of a model's reply is kept. */
export const SAMPLING_KIND: DraftKind<Partial<SamplingDraft>> = {
  start: () => ({}),
  write: (draft) => (isSavable(draft) ? lasting(draft) : undefined),
  read: (saved) => KeptDraft.safeParse(saved).data as Partial<SamplingDraft> | undefined,
};

export type ChangeDraft = (part: Partial<SamplingDraft>) => void;

/** The draft of an ask, which scripts fill in in part; it stays while the ask is put aside. Changes go onto the newest one, however fast they come. */
export function useSamplingDraft(askId: string): [SamplingDraft, ChangeDraft] {
  const [kept, change] = useDraft(askId, SAMPLING_KIND);
  return [{ ...START, ...kept }, (part) => change({ streaming: undefined, ...part })];
}

function blockOf({ type, text, data, mimeType, toolId, tool, input }: ReplyBlock): JsonObject {
  switch (type) {
    case 'text':
      return { type, text };
    case 'image':
    case 'audio':
      return { type, data, mimeType };
    case 'tool_use':
      return { type, id: toolId, name: tool, input: plainJson(input.value) };
  }
}

/** The result of `sampling/createMessage` that the fields stand for. */
export function resultOf({ blocks, model, stopReason }: ReplyFields): JsonObject {
  const content = blocks.map(blockOf);
  return {
    role: 'assistant',
    content: content.length === 1 ? content[0] : content,
    model,
    ...(stopReason === '' ? {} : { stopReason }),
  };
}

const ONLY: Readonly<Record<BlockType, readonly string[]>> = {
  text: ['type', 'text'],
  image: ['type', 'data', 'mimeType'],
  audio: ['type', 'data', 'mimeType'],
  tool_use: ['type', 'id', 'name', 'input'],
};

/** A block of a result as fields; undefined when the fields would lose a part of it. */
function fieldsOf(block: unknown, at: number): ReplyBlock | undefined {
  if (!isObject(block)) return undefined;
  const type = (['text', 'image', 'audio', 'tool_use'] as const).find((one) => one === block.type);
  if (!type || Object.keys(block).some((key) => !ONLY[type].includes(key))) return undefined;
  const start = emptyBlock(type, at);
  if (type === 'text') return { ...start, text: textAt(block, 'text') ?? '' };
  if (type !== 'tool_use')
    return { ...start, data: textAt(block, 'data') ?? '', mimeType: textAt(block, 'mimeType') ?? '' };
  const value = isObject(block.input) ? block.input : {};
  return {
    ...start,
    toolId: textAt(block, 'id') ?? '',
    tool: textAt(block, 'name') ?? '',
    input: { value, texts: {} },
  };
}

/** A whole result in the editor: as fields where they can hold it, else as JSON. */
export function replyFields(result: JsonObject): ReplyFields {
  const { role: _role, content, model, stopReason, ...others } = result;
  const list = Array.isArray(content) ? content : [content];
  const blocks = list.map(fieldsOf);
  const fits = blocks.length > 0 && Object.keys(others).length === 0;
  const held = blocks.filter((block) => block !== undefined);
  const plain = fits && held.length === blocks.length && (result.role ?? 'assistant') === 'assistant';
  return {
    blocks: plain ? held : START.blocks,
    model: typeof model === 'string' ? model : '',
    stopReason: typeof stopReason === 'string' ? stopReason : '',
    json: plain ? undefined : JSON.stringify(result, null, 2),
  };
}

function isWritten({ blocks, json }: ReplyFields): boolean {
  return (
    json !== undefined ||
    blocks.length > 1 ||
    blocks.some(({ type, text, data, tool }) => type !== 'text' || text + data + tool !== '')
  );
}

/** What stands in the editor and could be lost; undefined when it is empty. */
export function keptOf(draft: ReplyFields): ReplyFields | undefined {
  const { blocks, model, stopReason, json } = draft;
  return isWritten(draft) ? { blocks, model, stopReason, json } : undefined;
}

/** Nothing to send yet: one text without a word in it. */
export function isEmptyReply({ blocks, json }: ReplyFields): boolean {
  return json === undefined && blocks.every(({ type, text }) => type === 'text' && text.trim() === '');
}

/** The request as it goes to a model: what a person changed is in it. */
export function changedParams(params: JsonObject, changed: JsonObject): JsonObject {
  const all = { ...params, ...changed };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}
