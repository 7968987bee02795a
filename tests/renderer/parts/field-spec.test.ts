import { expect, test } from 'vitest';
import { fieldSpec } from '../../../src/renderer/parts/schema-form/field-spec.ts';
import { fitsField, matchingBranch } from '../../../src/renderer/parts/schema-form/fits-field.ts';

const kinds: [schema: unknown, kind: string, words: string][] = [
  [{ type: 'string' }, 'text', 'string'],
  [{ type: 'string', format: 'email' }, 'text', 'string, email'],
  [{ type: 'integer', minimum: 1, maximum: 100 }, 'number', 'integer, 1 to 100'],
  [{ type: 'number', minimum: 0 }, 'number', 'number, 0 or more'],
  [{ type: 'boolean' }, 'boolean', 'boolean'],
  [{ type: ['string', 'null'] }, 'text', 'string, or null'],
  [{ type: 'string', nullable: true }, 'text', 'string, or null'],
  [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'number', 'integer, or null'],
  [{ enum: ['a', 'b', null] }, 'choice', 'enum, or null'],
  [{ const: 'circle' }, 'choice', 'fixed value'],
  [{ oneOf: [{ const: 1, title: 'One' }, { const: 2 }] }, 'choice', 'enum'],
  [{ type: ['string', 'number'] }, 'union', 'one of several forms'],
  [{ oneOf: [{ type: 'string' }, { type: 'object', properties: { a: {} } }] }, 'union', 'one of several forms'],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, 'choices', 'array of enum'],
  [{ type: 'array', items: { type: 'string' } }, 'list', 'array of string'],
  [{ type: 'array' }, 'json', 'array'],
  [{ type: 'array', prefixItems: [{}], items: { type: 'string' } }, 'tuple', 'array, one field for each place'],
  [{ type: 'object', properties: { a: { type: 'string' } } }, 'object', 'object'],
  [{ properties: { a: { type: 'string' } } }, 'object', 'object'],
  [{ type: 'object', anyOf: [{ required: ['a'] }], properties: { a: {} } }, 'object', 'object'],
  [{ type: 'object' }, 'json', 'object'],
  [{}, 'json', 'any value'],
  [true, 'json', 'any value'],
  ['nonsense', 'json', 'any value'],
  [{ $ref: '#/nowhere' }, 'json', 'any value'],
  [{ $ref: 'https://schemas.example/x' }, 'json', 'any value'],
];

test.each(kinds)('[SCHEMA-10] %j becomes a %s field', (schema, kind, words) => {
  expect(fieldSpec(schema, schema)).toMatchObject({ kind, words });
});

test('references are followed and allOf is merged', () => {
  const root = {
    $defs: { base: { properties: { a: { type: 'string' } }, required: ['a'] }, 'x/y': { type: 'boolean' } },
    allOf: [{ $ref: '#/$defs/base' }, { properties: { b: { $ref: '#/$defs/x~1y' } }, required: ['b'] }],
  };
  const spec = fieldSpec(root, root);
  expect(Object.keys(spec.schema.properties ?? {})).toEqual(['a', 'b']);
  expect(spec.schema.required).toEqual(['a', 'b']);
  expect(fieldSpec({ $ref: '#/$defs/x~1y' }, root).kind).toBe('boolean');
});

test('schemas that refer to themselves end', () => {
  const lists = { type: 'array', items: { $ref: '#' } };
  expect(fieldSpec(lists, lists).kind).toBe('json');
  const itself = { $ref: '#' };
  expect(fieldSpec(itself, itself).kind).toBe('json');
  const maybe = { anyOf: [{ $ref: '#' }, { type: 'null' }] };
  expect(fieldSpec(maybe, maybe).nullable).toBe(true);
});

test('a value that a control would change does not fit it', () => {
  const status = fieldSpec({ type: 'array', items: { enum: ['paid', 'shipped'] } }, {});
  expect(fitsField(status, ['paid'])).toBe(true);
  expect(fitsField(status, ['paid', 'sent'])).toBe(false);
  expect(fitsField(fieldSpec({ type: 'string' }, {}), { a: 1 })).toBe(false);
  expect(fitsField(fieldSpec({ type: 'string' }, {}), null)).toBe(false);
  expect(fitsField(fieldSpec({ type: ['string', 'null'] }, {}), null)).toBe(true);
  expect(fitsField(fieldSpec({ type: 'integer' }, {}), '42xyz')).toBe(true);
});

test('the branch of a union is told by its constant, then by its properties', () => {
  const shape = (kind: string, size: string) => ({
    type: 'object',
    properties: { kind: { const: kind }, [size]: { type: 'number' } },
  });
  const { branches } = fieldSpec({ oneOf: [shape('circle', 'radius'), shape('square', 'side')] }, {});
  expect(branches.map(({ label }) => label)).toEqual(['circle', 'square']);
  expect(matchingBranch(branches, { kind: 'square' }, {})).toBe(1);
  expect(matchingBranch(branches, { radius: 2 }, {})).toBe(0);
  expect(matchingBranch(branches, { kind: 'triangle' }, {})).toBeUndefined();
  expect(matchingBranch(branches, undefined, {})).toBeUndefined();
});
