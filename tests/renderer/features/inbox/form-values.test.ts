import { expect, test } from 'vitest';
import { askFields, readForm, startEntries } from '../../../../src/renderer/parts/ask/form-values.ts';

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

test('defaults are filled in and sent, empty fields are not', () => {
  expect(readForm(fields, startEntries(fields))).toEqual({
    content: { amount: 2.5, notify: false, agreed: true, reason: 'b', labels: ['y'] },
    problems: [],
  });
});

test('typed text becomes the value of its type', () => {
  const entries = { name: 'Ada', amount: '3', count: '4', reason: '0', labels: ['0', '1'], extra: '{"a":"b"}' };
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
