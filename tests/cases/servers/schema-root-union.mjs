import { stdio } from '../lib.mjs';

const obj = (properties, required = Object.keys(properties)) => ({ type: 'object', properties, required });
const echo = (a) => ({ content: [{ type: 'text', text: JSON.stringify(a) }], structuredContent: { got: a } });
// As text, because an object literal with a "then" key looks like a promise to tools and people.
const conditional = JSON.parse(`{
  "type": "object",
  "properties": { "mode": { "enum": ["file", "url"] } },
  "required": ["mode"],
  "if": { "properties": { "mode": { "const": "file" } } },
  "then": ${JSON.stringify(obj({ path: { type: 'string' } }))},
  "else": ${JSON.stringify(obj({ url: { type: 'string' } }))}
}`);
stdio({
  name: 'unions',
  calls: { notify: echo, numeric: echo, merged: echo, cond: echo },
  tools: [
    {
      name: 'notify',
      inputSchema: {
        type: 'object',
        anyOf: [
          obj({ kind: { type: 'string', const: 'email' }, address: { type: 'string', format: 'email' } }),
          obj(
            {
              kind: { type: 'string', const: 'sms' },
              phone: { type: 'string' },
              country: { type: 'string', default: 'DE' },
            },
            ['kind', 'phone'],
          ),
        ],
      },
    },
    {
      name: 'numeric',
      inputSchema: {
        type: 'object',
        oneOf: [
          obj({ kind: { const: 1 }, a: { type: 'string' } }),
          obj({ kind: { const: 2 }, b: { type: 'boolean' } }),
        ],
      },
    },
    {
      name: 'merged',
      inputSchema: {
        type: 'object',
        allOf: [obj({ id: { type: 'integer' } }), { $ref: '#/$defs/Paging' }],
        properties: { q: { type: 'string' } },
        $defs: {
          Paging: obj({ page: { type: 'integer', minimum: 1, default: 1 }, size: { type: 'integer' } }, ['page']),
        },
      },
    },
    {
      name: 'cond',
      inputSchema: conditional,
    },
  ],
});
