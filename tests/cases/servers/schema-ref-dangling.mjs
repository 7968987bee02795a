import { stdio, text, tool } from '../lib.mjs';

const ok = { ...text('{"id":1}'), structuredContent: { id: 1 } };
stdio({
  name: 'dangling',
  calls: {
    good: () => text('good'),
    'dangling-in': (a) => text(JSON.stringify(a)),
    'dangling-out': () => ok,
    remote: (a) => text(JSON.stringify(a)),
    external: () => ok,
  },
  tools: [
    tool('good'),
    {
      name: 'dangling-in',
      inputSchema: { type: 'object', properties: { a: { $ref: '#/$defs/Missing' }, b: { type: 'string' } } },
    },
    {
      name: 'dangling-out',
      inputSchema: { type: 'object' },
      outputSchema: { type: 'object', properties: { id: { type: 'integer' }, variant: { $ref: '#/$defs/Widget' } } },
    },
    {
      name: 'remote',
      inputSchema: { type: 'object', properties: { p: { $ref: 'http://127.0.0.1:9/schemas/person.json' } } },
    },
    {
      name: 'external',
      inputSchema: { type: 'object' },
      outputSchema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: 'https://example.test/out',
        type: 'object',
        properties: { id: { $ref: 'other.json#/id' } },
      },
    },
  ],
});
