import { stdio, text, tool } from '../lib.mjs';

const bad = [
  { name: 'string-schema', inputSchema: { type: 'string', description: 'the title' } },
  { name: 'no-schema' },
  { name: 'schema-is-string', inputSchema: 'object' },
  { name: 'schema-is-array', inputSchema: [] },
  {
    name: 'required-in-properties',
    inputSchema: { type: 'object', properties: { coin: { type: 'string' }, required: ['coin'] } },
  },
  { name: 'properties-is-array', inputSchema: { type: 'object', properties: ['a', 'b'] } },
  { name: 'type-typo', inputSchema: { type: 'Object', properties: { a: { type: 'str' } } } },
  { inputSchema: { type: 'object' } },
  { name: 42, inputSchema: { type: 'object' } },
  { name: '', inputSchema: { type: 'object' } },
  null,
  'just-a-string',
  { name: 'array-no-items', inputSchema: { type: 'object', properties: { l: { type: 'array' } } } },
  { name: 'bad-description', description: { en: 'x' }, inputSchema: { type: 'object' } },
];
stdio({
  name: 'mixed',
  tools: [tool('healthy'), ...bad, tool('healthy-2')],
  on: { 'tools/call': (p) => text(`called ${p.name}`) },
});
