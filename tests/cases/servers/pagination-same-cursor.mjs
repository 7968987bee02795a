import { stdio, text, tool } from '../lib.mjs';

stdio({
  name: 'stuck-cursor',
  caps: { tools: {}, prompts: {}, resources: {} },
  calls: { a: () => text('a') },
  on: {
    'tools/list': () => ({ tools: [tool('a'), tool('b')], nextCursor: '8' }),
    'prompts/list': () => ({ prompts: [{ name: 'p' }], nextCursor: 'x' }),
    'resources/list': (p) => ({
      resources: [{ uri: 'demo://1', name: 'one' }],
      nextCursor: p.cursor === 'one' ? 'two' : 'one',
    }), // cycles one -> two -> one
  },
});
