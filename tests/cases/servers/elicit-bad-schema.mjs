import { stdio, text, tool } from '../lib.mjs';

const o = (properties, x) => ({ type: 'object', properties, ...x }),
  S = {
    nested: o({
      address: o({ street: { type: 'string' }, geo: o({ lat: { type: 'number' } }) }),
      list: { type: 'array', items: o({ k: { type: 'string' } }) },
    }),
    ref: o({ a: { $ref: '#/$defs/a' } }, { $defs: { a: { type: 'string', enum: ['x', 'y'] } } }),
    'no-type': { properties: { a: { description: 'anything' }, b: true } },
    empty: o({}),
    absent: undefined,
    'array-root': { type: 'array', items: { type: 'string' } },
    'unknown-required': o({ a: { type: 'string' } }, { required: ['a', 'ghost'] }),
    markup: o({
      '<img src=x onerror=alert(1)>': {
        type: 'string',
        title: '<b>bold</b>',
        description: '[link](javascript:alert(1))',
        default: '</textarea><script>1</script>',
      },
    }),
    huge: o(
      Object.fromEntries(
        Array.from({ length: 500 }, (_, i) => [`field_${i}`, { type: 'string', description: 'x'.repeat(300) }]),
      ),
    ),
  };
const s = stdio({
  name: 'bad-forms',
  tools: Object.keys(S).map((n) => tool(n)),
  calls: Object.fromEntries(
    Object.entries(S).map(([n, requestedSchema]) => [
      n,
      async () => {
        const r = await s.ask('elicitation/create', {
          message: n === 'markup' ? '<h1>Hello</h1> **bold** \u202Eevil' : `Form ${n}`,
          requestedSchema,
        });
        return text(JSON.stringify(r.result ?? { error: r.error?.code }));
      },
    ]),
  ),
});
