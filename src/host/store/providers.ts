import { join } from 'node:path';
import { z } from 'zod';
import type { HostError } from '#shared/errors.ts';
import { createJsonFile, type JsonFile } from './json-file.ts';

/** A provider as it is written down: its key is a name in the secret store. */
export const KeptProvider = z.object({
  name: z.string(),
  baseUrl: z.string(),
  model: z.string().optional(),
  key: z.object({ secret: z.string() }).optional(),
});
export type KeptProvider = z.infer<typeof KeptProvider>;

const File = z.object({ format: z.literal(1), providers: z.array(KeptProvider) });
export type ProviderFile = z.infer<typeof File>;

/** Model providers in providers.json of the data folder, in the order they were added. */
export type ProviderStore = JsonFile<ProviderFile>;

export function createProviderStore(dataDir: string, onProblem: (problem: HostError) => void): ProviderStore {
  return createJsonFile<ProviderFile>({
    path: join(dataDir, 'providers.json'),
    schema: File,
    empty: () => ({ format: 1, providers: [] }),
    onProblem,
  });
}
