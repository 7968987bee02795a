import { stdio, text, tool } from '../lib.mjs';

const P = {
  name: { type: 'string', title: 'Name', minLength: 2, maxLength: 20 },
  mail: { type: 'string', format: 'email', default: 'a@example.test' },
  when: { type: 'string', format: 'date' },
  at: { type: 'string', format: 'date-time' },
  site: { type: 'string', format: 'uri' },
  n: { type: 'integer', minimum: 1, maximum: 9, default: 3 },
  x: { type: 'number', default: 0.5 },
  yes: { type: 'boolean', default: true },
  no: { type: 'boolean', default: false },
  zero: { type: 'integer', default: 0 },
  plain: { type: 'string', enum: ['s', 'm', 'l'], default: 'm' },
  named: { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'] },
  titled: {
    type: 'string',
    oneOf: [
      { const: '#f00', title: 'Red' },
      { const: '#0f0', title: 'Green' },
    ],
  },
  multi: { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] }, minItems: 1, maxItems: 2, default: ['a'] },
  multiTitled: {
    type: 'array',
    items: {
      anyOf: [
        { const: '1', title: 'One' },
        { const: '2', title: 'Two' },
      ],
    },
  },
};
const bad = (c) =>
  Object.entries(c).flatMap(([k, v]) => {
    const p = P[k];
    if (!p) return [`unknown field ${k}`];
    const allowed = p.enum ?? p.oneOf?.map((o) => o.const),
      items = p.items?.enum ?? p.items?.anyOf?.map((o) => o.const);
    if (v === null || v === '') return [`${k} is ${JSON.stringify(v)}, leave it out`];
    if (p.type === 'array')
      return Array.isArray(v) && v.every((i) => items.includes(i)) ? [] : [`${k} ${JSON.stringify(v)}`];
    if (p.type === 'integer' ? !Number.isInteger(v) : typeof v !== p.type)
      return [`${k} is a ${typeof v}: ${JSON.stringify(v)}`];
    return [
      ...(allowed && !allowed.includes(v) ? [`${k} not a choice: ${v}`] : []),
      ...(p.minimum > v || p.maximum < v ? [`${k} out of range`] : []),
      ...(p.minLength > v.length ? [`${k} too short`] : []),
    ];
  });
const s = stdio({
  name: 'form',
  tools: [tool('form')],
  calls: {
    form: async () => {
      const { result: r, error: e } = await s.ask('elicitation/create', {
        mode: 'form',
        message: 'Please fill this in',
        requestedSchema: { type: 'object', properties: P, required: ['name'] },
      });
      if (e) return text(`error ${e.code}`);
      if (r.action !== 'accept') return text(`${r.action}${r.content ? ' WITH CONTENT' : ''}`);
      const m = [...(r.content?.name ? [] : ['name missing']), ...bad(r.content ?? {})];
      return text(m.length ? `wrong: ${m.join('; ')}` : `ok (${Object.keys(r.content).length} fields)`);
    },
  },
});
