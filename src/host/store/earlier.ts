import { join } from 'node:path';
import { z } from 'zod';
import { EarlierRun, SavedExample } from '#shared/earlier.ts';
import type { HostError } from '#shared/errors.ts';
import { createServerFiles, type ServerFiles } from './server-files.ts';

/** One tool or prompt of a server; runs and examples newest first. */
const ToolEntry = z.object({
  tool: z.string(),
  /** Absent for a tool. */
  of: z.literal('prompt').optional(),
  runs: z.array(EarlierRun),
  examples: z.array(SavedExample),
});
export type ToolEntry = z.infer<typeof ToolEntry>;
/** Which entry: a tool and a prompt may have one name. */
export type EntryKey = Pick<ToolEntry, 'tool' | 'of'>;

/** A list, not an object by name: a tool may be called `__proto__`. The tool that was run last comes first. */
const File = z.object({ format: z.literal(1), tools: z.array(ToolEntry) });
export type EarlierFile = z.infer<typeof File>;

/** Earlier arguments and saved examples, a file for each server. */
export type EarlierStore = ServerFiles<EarlierFile>;

export function createEarlierStore(dataDir: string, onProblem: (problem: HostError) => void): EarlierStore {
  const empty = (): EarlierFile => ({ format: 1, tools: [] });
  return createServerFiles({ dir: join(dataDir, 'state', 'arguments'), schema: File, empty, onProblem });
}
