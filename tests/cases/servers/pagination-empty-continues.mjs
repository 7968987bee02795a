import { stdio, text, tool } from '../lib.mjs';

stdio({
  name: 'empty-continues',
  calls: { first: () => text('1'), second: () => text('2') },
  on: {
    'tools/list': (p) =>
      p.cursor === undefined ? { tools: [tool('first')], nextCursor: '' } : { tools: [tool('second')] },
  },
});
