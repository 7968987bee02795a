import { stdio, text, tool } from '../lib.mjs';

const page = (p) => Number(p.cursor ?? 0);
stdio({
  name: 'endless',
  caps: { tools: {}, resources: {} },
  calls: { t0: () => text('t0') },
  on: {
    'tools/list': (p) => ({
      tools: Array.from({ length: 20 }, (_, i) => tool(`t${page(p) * 20 + i}`)),
      nextCursor: String(page(p) + 1),
    }),
    'resources/list': (p) => ({
      resources: [{ uri: `demo://${page(p)}`, name: `r${page(p)}` }],
      nextCursor: String(page(p) + 1),
    }),
  },
});
