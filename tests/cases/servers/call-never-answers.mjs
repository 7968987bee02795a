import { stdio, text, tool } from '../lib.mjs';

stdio({
  name: 'never',
  tools: [tool('never'), tool('hello')],
  calls: { never: () => undefined, hello: () => text('hello') },
});
