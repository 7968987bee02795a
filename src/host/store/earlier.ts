import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { EarlierRun, SavedExample } from '#shared/earlier.ts';
import type { HostError } from '#shared/errors.ts';
import { createJsonFile, type JsonFile } from './json-file.ts';
import { serverFileName } from './server-file-name.ts';

/** One tool of a server; runs and examples newest first. */
const ToolEntry = z.object({ tool: z.string(), runs: z.array(EarlierRun), examples: z.array(SavedExample) });
export type ToolEntry = z.infer<typeof ToolEntry>;

/** A list, not an object by name: a tool may be called `__proto__`. The tool that was run last comes first. */
const File = z.object({ format: z.literal(1), tools: z.array(ToolEntry) });
export type EarlierFile = z.infer<typeof File>;

/** Earlier arguments and saved examples, a file for each server. */
export interface EarlierStore {
  read(serverId: string): Promise<EarlierFile>;
  /** Reads again under the lock, changes, writes. Throws IO. */
  update(serverId: string, change: (value: EarlierFile) => EarlierFile): Promise<EarlierFile>;
  /** Removes the file of a server that is no longer in the list. */
  forget(serverId: string): Promise<void>;
}

export function createEarlierStore(dataDir: string, onProblem: (problem: HostError) => void): EarlierStore {
  const dir = join(dataDir, 'state', 'arguments');
  const pathOf = (serverId: string) => join(dir, `${serverFileName(serverId)}.json`);
  const files = new Map<string, JsonFile<EarlierFile>>();
  const fileOf = (serverId: string): JsonFile<EarlierFile> => {
    const known = files.get(serverId);
    if (known) return known;
    const empty = (): EarlierFile => ({ format: 1, tools: [] });
    const fresh = createJsonFile<EarlierFile>({ path: pathOf(serverId), schema: File, empty, onProblem });
    files.set(serverId, fresh);
    return fresh;
  };
  return {
    read: (serverId) => fileOf(serverId).read(),
    update: (serverId, change) => fileOf(serverId).update(change),
    forget: async (serverId) => {
      files.delete(serverId);
      await rm(pathOf(serverId), { force: true });
    },
  };
}
