import { stdio } from '../lib.mjs';

const echo = (a) => ({
  content: [{ type: 'text', text: JSON.stringify(a) }],
  structuredContent: { got: a, keys: Object.keys(a) },
});
stdio({
  name: 'nullable',
  calls: { nullable: echo },
  tools: [
    {
      name: 'nullable',
      inputSchema: {
        type: 'object',
        required: ['mode'],
        properties: {
          mode: { anyOf: [{ type: 'string', enum: ['send', 'receive'] }, { type: 'null' }] },
          list: { type: ['string', 'null'] },
          count: { type: ['integer', 'null'], minimum: 0 },
          flag: { oneOf: [{ type: 'boolean' }, { type: 'null' }], default: null },
          openapi: { type: 'string', nullable: true },
          enumNull: { enum: ['a', 'b', null] },
          tags: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }] },
          id: { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
          onlyNull: { type: 'null' },
          when: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }], default: null },
        },
      },
    },
  ],
});
