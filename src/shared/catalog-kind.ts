import { z } from 'zod';

/** The lists a server offers. */
export const CatalogKind = z.enum(['tools', 'resources', 'templates', 'prompts']);
export type CatalogKind = z.infer<typeof CatalogKind>;
