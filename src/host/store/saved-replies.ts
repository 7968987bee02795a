import { join } from 'node:path';
import { z } from 'zod';
import { PendingKind } from '#shared/entities.ts';
import type { HostError } from '#shared/errors.ts';
import { SavedReply } from '#shared/saved-replies.ts';
import { createServerFiles, type ServerFiles } from './server-files.ts';

const KeptReply = SavedReply.extend({
  tool: z.string().optional(),
  kind: PendingKind,
  /** SHA-256 of the canonical JSON of the schema, hexadecimal; absent where the ask had none. */
  schemaHash: z.string().optional(),
});
export type KeptReply = z.infer<typeof KeptReply>;

const File = z.object({ format: z.literal(1), replies: z.array(KeptReply) });
export type SavedRepliesFile = z.infer<typeof File>;

/** Replies that were kept under a name, a file for each server, newest first. */
export type SavedReplyStore = ServerFiles<SavedRepliesFile>;

export function createSavedReplyStore(dataDir: string, onProblem: (problem: HostError) => void): SavedReplyStore {
  const empty = (): SavedRepliesFile => ({ format: 1, replies: [] });
  return createServerFiles({ dir: join(dataDir, 'state', 'replies'), schema: File, empty, onProblem });
}
