import { z } from 'zod';

/** The lists a server offers. */
export const CatalogKind = z.enum(['tools', 'resources', 'templates', 'prompts']);
export type CatalogKind = z.infer<typeof CatalogKind>;

/** The verb that reads each list. */
export const LIST_VERBS = {
  tools: 'tools.list',
  resources: 'resources.list',
  templates: 'resources.templates',
  prompts: 'prompts.list',
} as const;

/** Key of the items in the MCP result of each list. */
export const LIST_KEYS = {
  tools: 'tools',
  resources: 'resources',
  templates: 'resourceTemplates',
  prompts: 'prompts',
} as const;
