import { z } from 'zod';
import { call, stream } from './rpc.ts';

/** The name a person gave a provider; rules and profiles refer to it. */
const ProviderName = z.string().trim().min(1, 'Give the provider a name.').max(64, 'A name has at most 64 characters.');

/** A provider of models that speaks the OpenAI chat completions format. Its key is never part of it. */
export const ModelProvider = z.object({
  name: z.string(),
  /** Address that `/chat/completions` and `/models` are added to, without a slash at its end. */
  baseUrl: z.string(),
  /** The model that is taken where nothing else says which. */
  model: z.string().optional(),
  /** Whether a key is in the secret store. */
  key: z.boolean(),
  /** Name and port of the computer that requests go to. */
  host: z.string(),
  /** It runs on this computer: nothing leaves it. */
  local: z.boolean(),
  /** What to know before something is sent there, a sentence. */
  warning: z.string().optional(),
});
export type ModelProvider = z.infer<typeof ModelProvider>;

/** A provider to be kept. `was`: its name until now; absent for a new one. */
export const ProviderDraft = z.object({
  was: z.string().optional(),
  name: ProviderName,
  baseUrl: z.string().max(2048),
  model: z.string().trim().max(256).optional(),
  /** Absent: the kept key stays; null: it is removed. */
  key: z.string().min(1).max(10_000).nullable().optional(),
});
export type ProviderDraft = z.infer<typeof ProviderDraft>;

/** Why a provider gave nothing: what happened, why, and what to do, a sentence or two each. */
export const ProviderProblem = z.object({
  kind: z.enum(['unreachable', 'key', 'model', 'limit', 'timeout', 'broken', 'input', 'server', 'setup']),
  what: z.string(),
  why: z.string(),
  todo: z.string(),
  /** What the provider itself said: untrusted text, at most 500 characters, without the key. */
  said: z.string().optional(),
});
export type ProviderProblem = z.infer<typeof ProviderProblem>;

/** A model's reply as the result of `sampling/createMessage`. */
export const ProviderReply = z.object({
  result: z.record(z.string(), z.unknown()),
  /** Tokens as the provider counted them. */
  usage: z.object({ input: z.number(), output: z.number() }).optional(),
  /** What was not sent as it stood in the request, sentences. */
  notes: z.array(z.string()),
});
export type ProviderReply = z.infer<typeof ProviderReply>;

/** What to ask, of whom. Without a model, the hints of the request choose, then the provider's own one. */
export const ProviderOrder = z.object({
  provider: z.string(),
  model: z.string().max(256).optional(),
  /** Params of `sampling/createMessage`, as they are to be sent. */
  params: z.record(z.string(), z.unknown()),
});
export type ProviderOrder = z.infer<typeof ProviderOrder>;

/** Text as it comes, then how it ended. */
export const AskEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('done'), reply: ProviderReply }),
  z.object({ kind: z.literal('failed'), problem: ProviderProblem }),
]);
export type AskEvent = z.infer<typeof AskEvent>;

/** Result of a test of a provider: its models, or why there are none. */
export const ProviderTest = z.union([
  z.object({ ok: z.literal(true), ms: z.number(), models: z.number(), hasModel: z.boolean().optional() }),
  z.object({ ok: z.literal(false), problem: ProviderProblem }),
]);
export type ProviderTest = z.infer<typeof ProviderTest>;

const Named = z.object({ name: z.string() });

/** The calls of the contract about model providers. */
export const providerCalls = {
  'provider.list': call(z.object({}), z.object({ providers: z.array(ModelProvider) })),
  /** Throws BAD_INPUT for an address that cannot be one, CONFLICT for a name that is taken. */
  'provider.save': call(ProviderDraft, ModelProvider),
  /** Removes the provider and its key. */
  'provider.remove': call(Named, z.void()),
  /** Asks for the list of models, which every provider answers without cost. */
  'provider.test': call(Named, ProviderTest),
  /** Ids of the models, sorted. Throws HostError with a ProviderProblem as its data. */
  'provider.models': call(Named, z.object({ models: z.array(z.string()) })),
  /** Asks a model. Closing the stream ends the request; nothing comes after `done` or `failed`. */
  'provider.ask': stream('state', ProviderOrder, AskEvent),
} as const;
