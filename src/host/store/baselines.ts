import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { CatalogKind } from '#shared/catalog-kind.ts';
import { DriftMark } from '#shared/drift.ts';
import type { HostError } from '#shared/errors.ts';
import type { ListBaseline } from '../drift/compare-listing.ts';
import { createJsonFile, type JsonFile } from './json-file.ts';
import { serverFileName } from './server-file-name.ts';

const Definition = z.object({ name: z.string(), hash: z.string(), text: z.string().optional() });
const List = z.object({
  madeAt: z.number(),
  acceptedAt: z.number(),
  items: z.array(Definition),
  differs: z.array(
    z.object({
      name: z.string(),
      change: DriftMark.shape.change,
      at: z.number(),
      hash: z.string().optional(),
      text: z.string().optional(),
    }),
  ),
}) satisfies z.ZodType<ListBaseline>;
const Era = z.enum(['legacy', 'modern']);
const File = z.object({
  format: z.literal(1),
  /** The era its lists were last read in. */
  era: Era.optional(),
  eras: z.partialRecord(Era, z.partialRecord(CatalogKind, List)),
});
export type Baseline = z.infer<typeof File>;

/** What was accepted of each server's definitions, a file for each server. */
export interface BaselineStore {
  read(serverId: string): Promise<Baseline>;
  /** Reads again under the lock, changes, writes. */
  update(serverId: string, change: (value: Baseline) => Baseline): Promise<Baseline>;
  /** Removes the file of a server that is no longer in the list. */
  forget(serverId: string): Promise<void>;
}

export function createBaselineStore(dataDir: string, onProblem: (problem: HostError) => void): BaselineStore {
  const dir = join(dataDir, 'state', 'baselines');
  const pathOf = (serverId: string) => join(dir, `${serverFileName(serverId)}.json`);
  const files = new Map<string, JsonFile<Baseline>>();
  const fileOf = (serverId: string): JsonFile<Baseline> => {
    const known = files.get(serverId);
    if (known) return known;
    const empty = (): Baseline => ({ format: 1, eras: {} });
    const fresh = createJsonFile<Baseline>({ path: pathOf(serverId), schema: File, empty, onProblem });
    files.set(serverId, fresh);
    return fresh;
  };
  return {
    read: (serverId) => fileOf(serverId).read(),
    update: (serverId, change) => fileOf(serverId).update(change),
    forget: async (serverId) => {
      files.delete(serverId);
      const path = pathOf(serverId);
      await rm(path, { force: true });
    },
  };
}
