import type { Feature } from './feature.ts';

/** Suggestions of the server for prompt and template arguments. */
export const completion: Feature = {
  name: 'completion',
  attach: (kernel) => ({
    'completion.complete': ({ ref, argument, context }, operation) => {
      const params = { ref, argument, ...(context ? { context: { arguments: context } } : {}) };
      return kernel.run({ method: 'completion/complete', params }, { operation });
    },
  }),
};
