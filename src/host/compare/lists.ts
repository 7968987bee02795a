import type { CatalogKind } from '#shared/catalog-kind.ts';

/** How each list is read: its method, the key of its items, and what an item is found by. */
export const LISTS: Readonly<Record<CatalogKind, { method: string; key: string; idKey: string; title: string }>> = {
  tools: { method: 'tools/list', key: 'tools', idKey: 'name', title: 'Tools' },
  resources: { method: 'resources/list', key: 'resources', idKey: 'uri', title: 'Resources' },
  templates: {
    method: 'resources/templates/list',
    key: 'resourceTemplates',
    idKey: 'uriTemplate',
    title: 'Resource templates',
  },
  prompts: { method: 'prompts/list', key: 'prompts', idKey: 'name', title: 'Prompts' },
};
