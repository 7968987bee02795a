import { z } from 'zod';
import { ProviderOrder, ProviderProblem, ProviderReply } from './providers.ts';
import { call, stream } from './rpc.ts';

/** A prompt that is tried with a model: what a page needs to find it again (DESIGN S12). */
export const Trial = z.object({
  id: z.string(),
  sessionId: z.string(),
  serverId: z.string(),
  /** Name of the prompt, and the operation that fetched its messages. */
  prompt: z.string(),
  operationId: z.string(),
  provider: z.string(),
  model: z.string().optional(),
  /** The model may ask for tools of the server; each call is approved first (DESIGN S27). */
  withTools: z.boolean(),
  /** `limit`: it was asked as often as it may be, and still wanted to run tools. */
  status: z.enum(['asking', 'calling', 'done', 'stopped', 'failed', 'limit']),
  /** Requests that were sent to the model. */
  rounds: z.number(),
  /** Wall clock, milliseconds. */
  startedAt: z.number(),
  endedAt: z.number().optional(),
  /** Why it was stopped where no person did, sentences. */
  because: z.string().optional(),
});
export type Trial = z.infer<typeof Trial>;

/** Requests of one trial: a model that always wants one more tool comes to an end. */
export const MOST_ROUNDS = 10;

/** Whether nothing more comes of it. */
export function isTrialOver({ status }: Pick<Trial, 'status'>): boolean {
  return status !== 'asking' && status !== 'calling';
}

/** A tool that the model wants, by its place: which reply of the trial, and which of that reply's tool uses, from 0. */
export const TrialCall = z.object({
  reply: z.number(),
  use: z.number(),
  state: z.enum(['asking', 'running', 'done', 'failed', 'denied', 'refused']),
  /** The question whether it may run. */
  pendingId: z.string().optional(),
  operationId: z.string().optional(),
  /** What went back to the model: its beginning, untrusted text. */
  text: z.string().optional(),
});
export type TrialCall = z.infer<typeof TrialCall>;

/** What happens in a trial. Of a call the newest event counts. */
export const TrialEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  /** The whole reply that the text before was a part of. */
  z.object({ kind: z.literal('reply'), reply: ProviderReply }),
  z.object({ kind: z.literal('call'), call: TrialCall }),
  z.object({ kind: z.literal('end'), problem: ProviderProblem.optional() }),
]);
export type TrialEvent = z.infer<typeof TrialEvent>;

export const TrialOrder = ProviderOrder.extend({
  sessionId: z.string(),
  prompt: z.string().max(1000),
  operationId: z.string(),
  withTools: z.boolean(),
});
export type TrialOrder = z.infer<typeof TrialOrder>;

const Ref = z.object({ trialId: z.string() });

/** The calls of the contract about trials. They belong to the host: a page may come and go. */
export const trialCalls = {
  /** Begins to ask. Throws NOT_FOUND without the session, REFUSED where the model is to get tools and the server is gone, or their list was not read. */
  'trial.start': call(TrialOrder, Ref),
  /** Ends the request and a call that runs; what came so far stays. */
  'trial.stop': call(Ref, z.void()),
  /** Everything from its beginning, then what comes. Throws NOT_FOUND. */
  'trial.follow': stream('state', Ref, TrialEvent),
} as const;
