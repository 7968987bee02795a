import { expect, test } from 'vitest';
import {
  askFields,
  chosenWords,
  limitWords,
  readForm,
  startEntries,
} from '../../../../src/renderer/parts/ask/form-values.ts';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name' },
    amount: { type: 'number', default: 2.5 },
    count: { type: 'integer' },
    notify: { type: 'boolean' },
    agreed: { type: 'boolean', default: true },
    reason: {
      type: 'string',
      oneOf: [
        { const: 'a', title: 'First' },
        { const: 'b', title: 'Second' },
      ],
      default: 'b',
    },
    labels: { type: 'array', items: { type: 'string', enum: ['x', 'y'] }, default: ['y'] },
    api_key: { type: 'string' },
    extra: { type: 'object', properties: { a: { type: 'string' } } },
  },
  required: ['name', 'notify'],
};
const fields = askFields(schema);

test('[ELIC-08] defaults are filled in and sent, empty fields are not', () => {
  expect(readForm(fields, startEntries(fields))).toEqual({
    content: { amount: 2.5, notify: false, agreed: true, reason: 'b', labels: ['y'] },
    problems: [],
  });
});

test.each([
  [{ type: 'string', minLength: 2, maxLength: 9 }, 'ab', 'Ada', '2 to 9 characters'],
  [{ type: 'string', minLength: 1 }, 'ab', 'Ada', 'at least 1 character'],
  [{ type: 'string', format: 'email' }, 'a@b.test', 'c@d.test', 'email'],
  [{ type: 'string', format: 'uri' }, 'a:b', 'c:d', 'uri'],
  [{ type: 'string', format: 'date' }, '2026-01-02', '2026-02-03', 'date'],
  [{ type: 'string', format: 'date-time' }, '2026-01-02T03:04:05Z', '2027-01-02T03:04:05Z', 'date-time'],
  [{ type: 'number', minimum: 0.5, maximum: 9 }, 2.5, '3.25', '0.5 to 9'],
  [{ type: 'integer', minimum: 1 }, 2, '3', 'whole number, at least 1'],
  [{ type: 'boolean' }, true, false, undefined],
])(
  '[ELIC-06] %j has title, description, default and limits, and gives its own type',
  (kind, byDefault, typed, words) => {
    const property = { ...kind, title: 'The title', description: 'What for', default: byDefault };
    const [field] = askFields({ type: 'object', properties: { v: property } });
    if (!field) expect.fail('there is no field');
    expect(field).toMatchObject({ title: 'The title', description: 'What for' });
    expect(limitWords(field)).toBe(words);
    expect(readForm([field], startEntries([field]))).toEqual({ content: { v: byDefault }, problems: [] });
    const value = readForm([field], { v: typed }).content.v;
    expect(String(value)).toBe(String(typed));
    expect(typeof value).toBe(typeof byDefault);
  },
);

const titled = [
  { const: 'r', title: 'Red' },
  { const: 'g', title: 'Green' },
];
test.each([
  ['plain', { type: 'string', enum: ['r', 'g'] }, ['r', 'g'], '1', 'g'],
  ['titled', { type: 'string', oneOf: titled }, ['Red', 'Green'], '1', 'g'],
  ['legacy enumNames', { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'] }, ['Red', 'Green'], '1', 'g'],
  ['several, plain', { type: 'array', items: { type: 'string', enum: ['r', 'g'] } }, ['r', 'g'], ['1'], ['g']],
  ['several, titled', { type: 'array', items: { anyOf: titled } }, ['Red', 'Green'], ['0', '1'], ['r', 'g']],
])('[ELIC-07] a choice, %s', (_name, property, labels, entry, value) => {
  const [field] = askFields({ type: 'object', properties: { v: { ...property, minItems: 1, maxItems: 2 } } });
  if (!field) expect.fail('there is no field');
  expect(field.spec.choices.map(({ label }) => label)).toEqual(labels);
  expect(readForm([field], { v: entry })).toEqual({ content: { v: value }, problems: [] });
  expect(limitWords(field)).toBeUndefined();
  if (!Array.isArray(entry)) return;
  expect(chosenWords(field, [])).toBe('0 of 2 chosen, at least 1');
  expect(chosenWords(field, entry)).toBe(`${entry.length} of 2 chosen`);
});

test('typed text becomes the value of its type', () => {
  const extra = { value: { extra: { a: 'b' } }, texts: {} };
  const entries = { name: 'Ada', amount: '3', count: '4', reason: '0', labels: ['0', '1'], extra };
  expect(readForm(fields, entries).content).toEqual({
    name: 'Ada',
    amount: 3,
    count: 4,
    reason: 'a',
    labels: ['x', 'y'],
    extra: { a: 'b' },
  });
});

test('text that is no number is told and kept', () => {
  const { content, problems } = readForm(fields, { count: '4x' });
  expect(content).toEqual({ count: '4x' });
  expect(problems).toEqual([
    { path: '/count', message: 'This is not a number. It is kept as text.', keyword: 'typed' },
  ]);
});

test('a name such as __proto__ is an own value of the reply', () => {
  const odd = askFields({ type: 'object', properties: JSON.parse('{"__proto__": {"type": "string"}}') });
  const { content } = readForm(odd, Object.fromEntries([['__proto__', 'x']]));
  expect(JSON.stringify(content)).toBe('{"__proto__":"x"}');
});

test('fields that look like a secret are marked', () => {
  expect(fields.filter(({ secret }) => secret).map(({ name }) => name)).toEqual(['api_key']);
  const titled = askFields({
    properties: { p: { type: 'string', title: 'Your password' }, monkey: { type: 'string' } },
  });
  expect(titled.map(({ secret }) => secret)).toEqual([true, false]);
});
