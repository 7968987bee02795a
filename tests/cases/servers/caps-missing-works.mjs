import { stdio, text, tool } from '../lib.mjs';

stdio({
  name: 'undeclared',
  caps: { ping: true, logging: true, 'x-vendor': { a: 1 } },
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
  on: {
    'resources/list': () => ({ resources: [{ uri: 'demo://one', name: 'one' }] }),
    'resources/read': () => ({ contents: [{ uri: 'demo://one', text: 'first' }] }),
    'prompts/list': () => ({ prompts: [{ name: 'p' }] }),
  },
});
