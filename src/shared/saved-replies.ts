import { z } from 'zod';
import { PendingKind } from './entities.ts';
import { call } from './rpc.ts';

/** A reply to a server that a person kept under a name. Secrets are not in it. */
export const SavedReply = z.object({
  id: z.string(),
  name: z.string().min(1).max(100),
  /** Wall clock, milliseconds. */
  at: z.number(),
  /** JSON text of an object, to the digit: the content of a form, or a whole result of sampling. */
  text: z.string(),
  /** JSON pointers of values that were left out, because they are secrets. */
  leftOut: z.array(z.string()).optional(),
});
export type SavedReply = z.infer<typeof SavedReply>;

/** What a reply was kept for: it is offered again only where all of this is the same. */
const SavedFor = z.object({
  serverId: z.string(),
  /** The tool whose call asked; absent where none is known. */
  tool: z.string().optional(),
  kind: PendingKind,
  /** The schema that was asked for; it counts as its canonical JSON. Absent for kinds that have none. */
  schema: z.unknown().optional(),
});
export type SavedFor = z.input<typeof SavedFor>;

/** The calls of the contract about them. */
export const savedReplyCalls = {
  /** Replies kept for asks like this one, newest first. */
  'reply.list': call(SavedFor, z.object({ replies: z.array(SavedReply) })),
  /**
   * Keeps a reply under a name, without the secrets in it; one of the same name is replaced. Throws BAD_INPUT where it
   * is no JSON object, or too large.
   */
  'reply.save': call(
    SavedFor.extend({ name: SavedReply.shape.name, text: z.string() }),
    z.object({ id: z.string(), leftOut: z.array(z.string()) }),
  ),
  'reply.remove': call(z.object({ serverId: z.string(), id: z.string() }), z.void()),
} as const;
