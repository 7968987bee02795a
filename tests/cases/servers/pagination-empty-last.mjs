import { stdio, text, tool } from '../lib.mjs';

stdio({
  name: 'empty-last',
  calls: { a: () => text('a') },
  on: {
    'tools/list': (p) =>
      p.cursor === 'p2' ? { tools: [tool('c')], nextCursor: '' } : { tools: [tool('a'), tool('b')], nextCursor: 'p2' },
  },
});
