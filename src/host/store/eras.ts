import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { Agreement } from '#core/ports.ts';
import type { ServerConfig } from '#shared/config.ts';
import type { HostError } from '#shared/errors.ts';
import { createJsonFile } from './json-file.ts';

/** Which era a server spoke last, so that the next start asks in the right one first. Forgotten when its endpoint changes. */
export interface EraStore {
  get(config: ServerConfig): Promise<Agreement | undefined>;
  set(config: ServerConfig, agreement: Agreement): Promise<void>;
  forget(serverId: string): Promise<void>;
}

const Learned = z.object({ era: z.enum(['legacy', 'modern']), version: z.string(), endpoint: z.string() });
const File = z.object({ format: z.literal(1), eras: z.record(z.string(), Learned) });

export function createEraStore(dataDir: string, onProblem: (problem: HostError) => void): EraStore {
  const file = createJsonFile<z.infer<typeof File>>({
    path: join(dataDir, 'state', 'eras.json'),
    schema: File,
    empty: () => ({ format: 1, eras: {} }),
    onProblem,
  });
  return {
    get: async (config) => {
      const learned = new Map(Object.entries((await file.read()).eras)).get(config.id);
      if (learned?.endpoint !== fingerprint(config)) return undefined;
      return { era: learned.era, version: learned.version };
    },
    set: async (config, { era, version }) => {
      const learned = { era, version, endpoint: fingerprint(config) };
      await file.update((value) => ({ ...value, eras: { ...value.eras, [config.id]: learned } }));
    },
    forget: async (serverId) => {
      await file.update((value) => {
        const left = Object.entries(value.eras).filter(([id]) => id !== serverId);
        return { ...value, eras: Object.fromEntries(left) };
      });
    },
  };
}

/** Tells one endpoint of a server from another. */
export function fingerprint(config: ServerConfig): string {
  return createHash('sha256').update(JSON.stringify(config.endpoint)).digest('hex').slice(0, 16);
}
