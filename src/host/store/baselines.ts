import { join } from 'node:path';
import { z } from 'zod';
import { CatalogKind } from '#shared/catalog-kind.ts';
import { DriftMark } from '#shared/drift.ts';
import type { HostError } from '#shared/errors.ts';
import type { ListBaseline } from '../drift/compare-listing.ts';
import { createServerFiles, type ServerFiles } from './server-files.ts';

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
export type BaselineStore = ServerFiles<Baseline>;

export function createBaselineStore(dataDir: string, onProblem: (problem: HostError) => void): BaselineStore {
  const empty = (): Baseline => ({ format: 1, eras: {} });
  return createServerFiles({ dir: join(dataDir, 'state', 'baselines'), schema: File, empty, onProblem });
}
