import { textPrint } from '../text-print.ts';
import type { Feature } from './feature.ts';

/** Larger contents are not told apart from each other, bytes: it would hold up everything else. */
const MAX_PRINTED = 4_000_000;

/** Listing and reading resources and their templates. Watching them is the work of `subscriptions`. */
export const resources: Feature = {
  name: 'resources',
  attach(kernel, { catalogs, wishes }) {
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
      'resources.read': async ({ uri, meta, timeoutMs, trace }, operation) => {
        wishes.read(uri);
        const answer = await kernel.run(
          { method: 'resources/read', params: { uri, ...(meta ? { _meta: meta } : {}) } },
          { operation, timeoutMs, trace },
        );
        if (answer.bytes <= MAX_PRINTED) operation.contents(textPrint(JSON.stringify(answer.result.contents) ?? ''));
        return answer;
      },
    };
  },
};
