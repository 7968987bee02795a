import { join } from 'node:path';
import { z } from 'zod';
import { Settings } from '#shared/config.ts';
import type { HostError } from '#shared/errors.ts';
import { createJsonFile } from './json-file.ts';

export interface SettingsStore {
  get(): Promise<Settings>;
  /** Changes only the given members; gives the whole. */
  save(patch: { [K in keyof Settings]?: Settings[K] | undefined }): Promise<Settings>;
  watch(fn: (settings: Settings) => void): () => void;
}

const File = z.looseObject({ format: z.literal(1).default(1), ...Settings.shape });

export function createSettingsStore(dataDir: string, onProblem: (problem: HostError) => void): SettingsStore {
  const file = createJsonFile({
    path: join(dataDir, 'settings.json'),
    schema: File,
    empty: () => File.parse({}),
    onProblem,
  });
  return {
    get: async () => Settings.parse(await file.read()),
    save: async (patch) => {
      const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
      return Settings.parse(await file.update((value) => File.parse({ ...value, ...given })));
    },
    watch: (fn) => file.watch((value) => fn(Settings.parse(value))),
  };
}
