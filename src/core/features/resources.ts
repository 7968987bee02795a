import type { Feature } from './feature.ts';

/** Listing and reading resources and their templates. Watching them is the work of `subscriptions`. */
export const resources: Feature = {
  name: 'resources',
  attach(kernel, { catalogs }) {
    const common = { capability: 'resources', changed: 'notifications/resources/list_changed' };
    catalogs.define({ ...common, kind: 'resources', method: 'resources/list', key: 'resources', idKey: 'uri' });
    catalogs.define({
      ...common,
      kind: 'templates',
      method: 'resources/templates/list',
      key: 'resourceTemplates',
      idKey: 'uriTemplate',
    });
    return {
      'resources.list': ({ pages }, operation) => catalogs.read('resources', operation, pages),
      'resources.templates': ({ pages }, operation) => catalogs.read('templates', operation, pages),
      'resources.read': ({ uri, meta, timeoutMs, trace }, operation) =>
        kernel.run(
          { method: 'resources/read', params: { uri, ...(meta ? { _meta: meta } : {}) } },
          { operation, timeoutMs, trace },
        ),
    };
  },
};
