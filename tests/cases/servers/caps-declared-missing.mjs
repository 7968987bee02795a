import { stdio, text, tool } from '../lib.mjs';

stdio({
  name: 'overclaims',
  caps: {
    tools: {},
    prompts: { listChanged: true },
    resources: { subscribe: true },
    logging: {},
    completions: {},
    tasks: { list: {} },
  },
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
});
