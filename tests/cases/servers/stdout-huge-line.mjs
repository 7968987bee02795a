import { stdio, text, tool } from '../lib.mjs';

stdio({
  name: 'huge',
  tools: [tool('big', { mb: { type: 'integer', default: 12 } }), tool('hello')],
  calls: { hello: () => text('hello'), big: (a) => text('0123456789abcdef'.repeat(65536 * Math.min(a.mb ?? 12, 64))) },
});
