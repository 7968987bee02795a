import { z } from 'zod';
import { OperationFault, OperationStatus } from './entities.ts';
import { call } from './rpc.ts';

/** Arguments of an earlier run of a tool or prompt. Secrets are not in them. */
export const EarlierRun = z.object({
  id: z.string(),
  /** Wall clock, milliseconds: when it was started. */
  at: z.number(),
  status: OperationStatus,
  toolError: z.boolean().optional(),
  /** Why it failed. */
  fault: OperationFault.shape.kind.optional(),
  /** JSON text of an object, to the digit. */
  text: z.string(),
  /** JSON pointers of values that were left out, because they are secrets. */
  leftOut: z.array(z.string()).optional(),
});
export type EarlierRun = z.infer<typeof EarlierRun>;

/** Arguments that a person kept under a name. Secrets are not in them. */
export const SavedExample = z.object({
  id: z.string(),
  name: z.string().min(1).max(100),
  /** Wall clock, milliseconds. */
  at: z.number(),
  text: z.string(),
  leftOut: z.array(z.string()).optional(),
});
export type SavedExample = z.infer<typeof SavedExample>;

/** What a tool or prompt was called with before, both newest first. */
export const EarlierArguments = z.object({ runs: z.array(EarlierRun), examples: z.array(SavedExample) });
export type EarlierArguments = z.infer<typeof EarlierArguments>;

/** A tool or prompt of a server by its name; a tool unless told otherwise. */
const Of = z.object({ serverId: z.string(), of: z.enum(['tool', 'prompt']).optional(), tool: z.string() });

/** The calls of the contract about them. */
export const earlierCalls = {
  /** What it was called with before, and the examples that were saved of it. */
  'earlier.list': call(Of, EarlierArguments),
  /** Keeps arguments under a name, without the secrets in them. Throws BAD_INPUT where they are too large. */
  'earlier.save': call(
    Of.extend({ name: SavedExample.shape.name, text: z.string() }),
    z.object({ id: z.string(), leftOut: z.array(z.string()) }),
  ),
  /** Forgets a run or an example; without an id all its earlier runs. */
  'earlier.remove': call(Of.extend({ id: z.string().optional() }), z.void()),
} as const;
