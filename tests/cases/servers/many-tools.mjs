import { stdio, text } from '../lib.mjs';

const t = (i) => ({
  name: `group-${i % 40}/tool-${i}`,
  title: `Tool number ${i}`,
  description: `Does thing ${i}. ${'Lorem ipsum dolor sit amet. '.repeat(40)}`,
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: 5 }, (_, k) => [`p${k}`, { type: 'string', description: `parameter ${k} of ${i}` }]),
    ),
  },
});
stdio({
  name: 'many',
  on: {
    'tools/list': (p) => {
      const at = Number(p.cursor ?? 0);
      return {
        tools: Array.from({ length: 100 }, (_, k) => t(at + k)),
        ...(at + 100 < 2000 && { nextCursor: String(at + 100) }),
      };
    },
    'tools/call': (p) => text(p.name),
  },
});
