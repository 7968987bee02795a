import { stdio } from '../lib.mjs';

const schemas = {
  'only-properties': { properties: { a: { type: 'string' } } },
  empty: {},
  true: { type: 'object', properties: { any: true, none: false } },
  untyped: {
    type: 'object',
    properties: {
      x: {},
      y: { description: 'no type' },
      z: { title: 'Z', default: { a: 1 } },
      items: { items: { type: 'string' } },
      props: { properties: { q: { type: 'string' } } },
    },
  },
  'no-params': { type: 'object' },
  'closed-empty': { type: 'object', properties: {}, additionalProperties: false },
  'free-form': { type: 'object', additionalProperties: { type: 'number' } },
  'pattern-props': { type: 'object', patternProperties: { '^x-': { type: 'string' } } },
  'prefix-items': {
    type: 'object',
    properties: { pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false } },
  },
};
stdio({
  name: 'untyped',
  tools: Object.entries(schemas).map(([name, inputSchema]) => ({ name, inputSchema })),
  on: {
    'tools/call': (p) => ({
      content: [{ type: 'text', text: `${p.name} ${JSON.stringify(p.arguments ?? null)}` }],
      structuredContent: { got: p.arguments ?? null },
    }),
  },
});
