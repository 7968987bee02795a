import { z } from 'zod';
import { CatalogKind } from './catalog-kind.ts';

/** A definition that differs from what was accepted of this server. */
export const DriftMark = z.object({
  kind: CatalogKind,
  name: z.string(),
  change: z.enum(['changed', 'added', 'removed']),
  /** Wall clock of the listing that showed it, milliseconds. */
  at: z.number(),
});
export type DriftMark = z.infer<typeof DriftMark>;

export const DriftItem = DriftMark.extend({
  /**
   * The definitions to read, before and now: indented, long texts over several lines, cut after 200,000 characters each.
   * Absent when there is none, when only its fingerprint was kept, or when too much was asked for at once.
   */
  before: z.string().optional(),
  now: z.string().optional(),
  /** What changed, a sentence each, the ones that matter most first: `The description says something else.` */
  words: z.array(z.string()),
});
export type DriftItem = z.infer<typeof DriftItem>;
