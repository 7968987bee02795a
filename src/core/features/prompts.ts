import type { Feature } from './feature.ts';

/** Listing and getting prompts. */
export const prompts: Feature = {
  name: 'prompts',
  attach(kernel, { catalogs }) {
    catalogs.define({
      kind: 'prompts',
      method: 'prompts/list',
      key: 'prompts',
      capability: 'prompts',
      changed: 'notifications/prompts/list_changed',
      idKey: 'name',
    });
    return {
      'prompts.list': ({ pages }, operation) => catalogs.read('prompts', operation, pages),
      'prompts.get': ({ name, args, meta, timeoutMs, trace }, operation) =>
        kernel.run(
          { method: 'prompts/get', params: { name, arguments: args, ...(meta ? { _meta: meta } : {}) } },
          { operation, timeoutMs, trace },
        ),
    };
  },
};
