import { stdio, text, tool } from '../lib.mjs';

stdio({
  name: 'silent-probe',
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
  onMessage: (m) => (m.method === 'server/discover' && m.params?._meta ? true : undefined),
});
