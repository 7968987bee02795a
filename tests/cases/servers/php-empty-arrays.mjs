import { stdio, text } from '../lib.mjs';

stdio({
  name: 'php',
  caps: { tools: [], logging: [] },
  calls: { noargs: () => text('ok') },
  on: {
    ping: () => [],
    'tools/list': () => ({
      tools: [
        {
          name: 'noargs',
          description: 'No arguments',
          inputSchema: { type: 'object', properties: [], required: [] },
          annotations: [],
          _meta: [],
        },
      ],
    }),
    'logging/setLevel': () => [],
  },
});
