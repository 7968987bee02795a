import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';

/** A legal schema of what forms find hard: a union, recursion, tuples, conditions, free keys and hostile names. */
export const ODD_SCHEMA: Record<string, unknown> = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    target: {
      description: 'Either a file or an address',
      oneOf: [
        {
          type: 'object',
          properties: { kind: { const: 'file' }, path: { type: 'string' } },
          required: ['kind', 'path'],
        },
        {
          type: 'object',
          properties: { kind: { const: 'web' }, url: { type: 'string', format: 'uri' } },
          required: ['kind', 'url'],
        },
      ],
    },
    tree: { $ref: '#/$defs/node' },
    point: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false },
    maybe: { type: ['string', 'null'], default: null },
    labels: { type: 'object', patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false },
    anything: true,
    'a name with spaces': { type: 'string' },
    'dots.and/slashes~': { type: 'boolean' },
    constructor: { type: 'string', description: 'Named like a member of every object' },
  },
  required: ['target'],
  if: { required: ['point'] },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
  then: { required: ['maybe'] },
  $defs: {
    node: {
      type: 'object',
      properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
      required: ['name'],
    },
  },
};

/** Offers a JSON Schema as it stands and takes any arguments. */
export function uncheckedSchema(schema: Record<string, unknown>): StandardSchemaWithJSON<unknown, unknown> {
  return {
    '~standard': {
      version: 1,
      vendor: 'wirebench-demo',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  };
}
