import type { Feature } from './feature.ts';

/** Sends text as it is, valid or not. A text that is one request is followed to its answer. */
export const raw: Feature = {
  name: 'raw',
  attach: (kernel) => ({
    'raw.send': ({ text }, operation) => kernel.raw(text, operation),
  }),
};
