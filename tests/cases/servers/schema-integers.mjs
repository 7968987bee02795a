import { RpcError, stdio } from '../lib.mjs';

stdio({
  name: 'numbers',
  tools: [
    {
      name: 'numbers',
      inputSchema: {
        type: 'object',
        required: ['n'],
        properties: {
          n: { type: 'integer', minimum: -10, maximum: 1000 },
          f: { type: 'number', exclusiveMinimum: 0 },
          step: { type: 'number', multipleOf: 0.25 },
          even: { type: 'integer', multipleOf: 2, default: 0 },
          pick: { type: 'integer', enum: [1, 2, 3] },
          text: { type: 'string', pattern: '^[0-9]+$', description: 'digits, but a string' },
        },
      },
    },
  ],
  calls: {
    numbers: (a) => {
      if (!Number.isInteger(a.n)) throw new RpcError(-32602, `n must be an integer, got ${JSON.stringify(a.n)}`);
      if (a.text !== undefined && typeof a.text !== 'string')
        throw new RpcError(-32602, `text must be a string, got ${JSON.stringify(a.text)}`);
      return { content: [{ type: 'text', text: JSON.stringify(a) }], structuredContent: { got: a } };
    },
  },
});
