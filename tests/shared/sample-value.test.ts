import { describe, expect, it } from 'vitest';
import { createSchemaChecker } from '#host/check-schema.ts';
import { sampleObject } from '#shared/sample-value.ts';

const check = createSchemaChecker();
const object = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  ...more,
});

describe('sampleObject', () => {
  it.each([
    [
      'plain types',
      object({ a: { type: 'string' }, b: { type: 'number' }, c: { type: 'boolean' }, d: { type: 'null' } }),
    ],
    ['limits', object({ a: { type: 'string', minLength: 9 }, b: { type: 'integer', minimum: 5, multipleOf: 4 } })],
    [
      'short text and small numbers',
      object({ a: { type: 'string', maxLength: 2 }, b: { type: 'number', maximum: -3 } }),
    ],
    [
      'open limits',
      object({ a: { type: 'integer', exclusiveMinimum: 7 }, b: { type: 'number', exclusiveMaximum: 0 } }),
    ],
    ['choices', object({ a: { enum: ['x', 'y'] }, b: { const: 4 }, c: { oneOf: [{ const: 'k', title: 'K' }] } })],
    ['formats', object({ a: { type: 'string', format: 'email' }, b: { type: 'string', format: 'date-time' } })],
    ['lists', object({ a: { type: 'array', items: { type: 'integer' }, minItems: 2 }, b: { type: 'array' } })],
    ['types with null', object({ a: { type: ['string', 'null'] } })],
    [
      'places in the same document',
      object({ a: { $ref: '#/$defs/one' } }, { $defs: { one: object({ n: { type: 'integer' } }) } }),
    ],
  ])('%s fit their schema', (_what, schema) => {
    expect(check(schema, sampleObject(schema))).toEqual({ checked: true, problems: [] });
  });

  it('takes a format with a name of the language for one that it does not know', () => {
    expect(sampleObject(object({ a: { type: 'string', format: 'constructor' } }))).toEqual({ a: 'sample' });
  });

  it('leaves out what is optional and has no default', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string', default: 'd' } } };
    expect(sampleObject(schema)).toEqual({ b: 'd' });
  });

  it('ends on a schema that refers to itself, and on anything that is no schema', () => {
    const self = object({ next: { $ref: '#' } });
    expect(JSON.stringify(sampleObject(self)).length).toBeLessThan(1000);
    const names = Array.from({ length: 20 }, (_, at) => `p${at}`);
    const wide = object(Object.fromEntries(names.map((name) => [name, { $ref: '#' }])));
    expect(JSON.stringify(sampleObject(wide)).length).toBeLessThan(1_000_000);
    const lists = object({ a: { type: 'array', minItems: 100, items: { $ref: '#/properties/a' } } });
    expect(JSON.stringify(sampleObject(lists)).length).toBeLessThan(1_000_000);
    expect(sampleObject(undefined)).toEqual({});
    expect(sampleObject({ $ref: 'https://example.com/schema' })).toEqual({});
  });
});
