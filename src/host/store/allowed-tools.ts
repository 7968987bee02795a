import { join } from 'node:path';
import { z } from 'zod';
import { AllowedTool } from '#shared/approvals.ts';
import type { HostError } from '#shared/errors.ts';
import { createJsonFile, type JsonFile } from './json-file.ts';

const File = z.object({ format: z.literal(1), tools: z.array(AllowedTool) });
export type AllowedFile = z.infer<typeof File>;

/** Tools that models may run without a question. Other hosts of the data folder use the same file. */
export type AllowedStore = JsonFile<AllowedFile>;

export function createAllowedStore(dataDir: string, onProblem: (problem: HostError) => void): AllowedStore {
  const empty = (): AllowedFile => ({ format: 1, tools: [] });
  return createJsonFile({ path: join(dataDir, 'allowed-tools.json'), schema: File, empty, onProblem });
}
