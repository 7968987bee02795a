import { RpcError, stdio } from '../lib.mjs';

stdio({
  name: 'optional',
  tools: [
    {
      name: 'fields',
      inputSchema: {
        type: 'object',
        required: ['text'],
        properties: {
          text: { type: 'string', description: 'required, may be empty' },
          note: { type: 'string' },
          price: { type: 'integer' },
          ratio: { type: 'number' },
          flag: { type: 'boolean' },
          tags: { type: 'array', items: { type: 'string' } },
          extra: { type: 'object' },
          page: { type: 'integer', default: 1 },
          sort: { type: ['string', 'null'], default: null },
          zero: { type: 'integer', default: 0 },
          no: { type: 'boolean', default: false },
        },
      },
    },
  ],
  calls: {
    fields: (a) => {
      const wrong = Object.entries(a)
        .filter(
          ([k, v]) =>
            (['price', 'ratio', 'page', 'zero'].includes(k) && typeof v !== 'number') ||
            (['flag', 'no'].includes(k) && typeof v !== 'boolean') ||
            (['note', 'tags', 'extra'].includes(k) && v === null),
        )
        .map(([k, v]) => `${k}=${JSON.stringify(v)}`);
      if (typeof a.text !== 'string') throw new RpcError(-32602, 'text is required (it may be empty)');
      if (wrong.length) throw new RpcError(-32602, `wrong type: ${wrong.join(', ')}`);
      return { content: [{ type: 'text', text: JSON.stringify(a) }], structuredContent: { got: a } };
    },
  },
});
