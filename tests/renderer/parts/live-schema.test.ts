import { expect, test } from 'vitest';
import { fieldSpec } from '../../../src/renderer/parts/schema-form/field-spec.ts';
import { matchingBranch } from '../../../src/renderer/parts/schema-form/fits-field.ts';
import { matches } from '../../../src/renderer/parts/schema-form/matches.ts';

/** Written as text: an object with the key `then` looks like a promise. */
const conditional: unknown = JSON.parse(`{
  "type": "object",
  "properties": { "mode": { "enum": ["file", "url"] }, "last": {} },
  "if": { "properties": { "mode": { "const": "file" } }, "required": ["mode"] },
  "then": { "properties": { "path": { "type": "string" } }, "required": ["path"] },
  "else": { "properties": { "url": { "type": "string" } } }
}`);
const namesFor = (schema: unknown, value: unknown) => {
  const { properties, required } = fieldSpec(schema, schema, { value }).schema;
  return { names: Object.keys(properties ?? {}), required: required ?? [] };
};

test('fields of a condition stand under the field that brings them', () => {
  expect(namesFor(conditional, { mode: 'file' })).toEqual({ names: ['mode', 'path', 'last'], required: ['path'] });
  expect(namesFor(conditional, { mode: 'url' })).toEqual({ names: ['mode', 'url', 'last'], required: [] });
  expect(namesFor(conditional, undefined).names).toEqual(['mode', 'url', 'last']);
});

test('several conditions, one inside the other, and those of allOf are all decided', () => {
  const on = (name: string, then: unknown) => ({ if: { required: [name] }, ...Object.fromEntries([['then', then]]) });
  const schema = {
    properties: { a: {} },
    allOf: [
      on('a', { properties: { b: {} }, ...on('b', { properties: { c: {} } }) }),
      on('x', { properties: { y: {} } }),
    ],
  };
  expect(namesFor(schema, {}).names).toEqual(['a']);
  expect(namesFor(schema, { a: 1 }).names).toEqual(['a', 'b']);
  expect(namesFor(schema, { a: 1, b: 1, x: 1 }).names).toEqual(['a', 'c', 'b', 'y'].toSorted());
});

test.each(['dependentRequired', 'dependencies'])('%s makes a field required while the other is given', (word) => {
  const schema = { properties: { card: {}, address: {} }, [word]: { card: ['address'] } };
  expect(namesFor(schema, {}).required).toEqual([]);
  expect(namesFor(schema, { card: '1' }).required).toEqual(['address']);
});

test('dependentSchemas bring fields while the other is given', () => {
  const schema = { properties: { card: {} }, dependentSchemas: { card: { properties: { address: {} } } } };
  expect(namesFor(schema, {}).names).toEqual(['card']);
  expect(namesFor(schema, { card: '1' }).names).toEqual(['card', 'address']);
});

test('a condition that only the host can judge shows the fields of both ways and requires none', () => {
  const schema: unknown = JSON.parse(`{
    "properties": { "zip": { "type": "string" } },
    "if": { "properties": { "zip": { "pattern": "^9" } } },
    "then": { "properties": { "a": {} }, "required": ["a"] },
    "else": { "properties": { "b": {} } }
  }`);
  expect(namesFor(schema, { zip: '90' }).names.toSorted()).toEqual(['a', 'b', 'zip']);
  expect(namesFor(schema, { zip: '90' }).required).toEqual([]);
});

const verdicts: [schema: unknown, value: unknown, verdict: string][] = [
  [{ type: 'integer' }, 1.5, 'no'],
  [{ type: ['string', 'null'] }, null, 'yes'],
  [{ const: { a: [1] } }, { a: [1] }, 'yes'],
  [{ enum: ['a'] }, 'b', 'no'],
  [{ minimum: 1, exclusiveMaximum: 3 }, 3, 'no'],
  [{ minLength: 2 }, '🎉', 'no'],
  [{ required: ['toString'] }, {}, 'no'],
  [{ properties: { a: { type: 'string' } }, additionalProperties: false }, { b: 1 }, 'no'],
  [{ prefixItems: [{ type: 'string' }], items: { type: 'integer' } }, ['a', 1], 'yes'],
  [{ items: [{ type: 'string' }], additionalItems: false }, ['a', 1], 'no'],
  [{ uniqueItems: true }, [1, 1], 'no'],
  [{ not: { type: 'string' } }, 'a', 'no'],
  [{ anyOf: [{ type: 'string' }, { minimum: 3 }] }, 4, 'yes'],
  [{ oneOf: [{ type: 'number' }, { minimum: 3 }] }, 4, 'no'],
  [{ $ref: '#/$defs/a' }, 'a', 'no'],
  [{ pattern: '(a+)+$' }, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa!', 'unknown'],
  [false, 1, 'no'],
  [{ $ref: '#' }, 1, 'unknown'],
];
test.each(verdicts)('%j against %j: %s', (schema, value, verdict) => {
  const root = typeof schema === 'object' ? { ...schema, $defs: { a: { type: 'integer' } } } : schema;
  expect(matches(schema, value, root)).toBe(verdict);
});

test('a value is given to the form it fits, also where forms share their names', () => {
  const of = (type: string) => ({ type: 'object', properties: { v: { type } }, required: ['v'] });
  const { branches } = fieldSpec({ oneOf: [of('string'), of('integer'), of('boolean')] }, {});
  expect([{ v: 'a' }, { v: 1 }, { v: true }].map((value) => matchingBranch(branches, value, {}))).toEqual([0, 1, 2]);
});

test('the discriminator names a form, through references and lists of one', () => {
  const root = {
    $defs: {
      Cat: { properties: { pet: { enum: ['cat'] } } },
      Dog: { title: 'A dog', properties: { pet: { $ref: '#/$defs/dog' } } },
      dog: { const: 'dog' },
    },
    oneOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }],
    discriminator: { propertyName: 'pet' },
  };
  expect(fieldSpec(root, root).branches.map(({ label }) => label)).toEqual(['cat', 'dog']);
});

test('two unions at one place are both offered', () => {
  const form = (name: string) => ({ properties: { [name]: { type: 'string' } }, required: [name] });
  const schema = { allOf: [{ oneOf: [form('a'), form('b')] }, { oneOf: [form('c'), form('d')] }] };
  const outer = fieldSpec(schema, schema);
  expect(outer.kind).toBe('union');
  const inner = fieldSpec(outer.branches[1]?.schema, schema);
  expect(inner.branches.map(({ schema: { properties } }) => Object.keys(properties ?? {}))).toEqual([
    ['b', 'c'],
    ['b', 'd'],
  ]);
});

test('a schema that doubles with each reference ends', () => {
  const steps = Array.from({ length: 40 }, (_, at) => [
    `s${at}`,
    { allOf: [1, 2].map(() => ({ $ref: `#/$defs/s${at + 1}` })) },
  ]);
  const root = { $defs: { ...Object.fromEntries(steps), s40: { type: 'string' } }, $ref: '#/$defs/s0' };
  expect(fieldSpec(root, root).kind).toBe('json');
});

test.each([
  ['an anchor', { $ref: '#here' }],
  ['a dynamic anchor', { $dynamicRef: '#there' }],
  ['an id of its own', { $ref: 'part.json' }],
  ['a draft-07 id', { $ref: '#old' }],
])('a reference by %s is followed', (_name, schema) => {
  const $defs = {
    a: { $anchor: 'here', type: 'boolean' },
    b: { $dynamicAnchor: 'there', type: 'boolean' },
    c: { $id: 'https://schemas.example/part.json', type: 'boolean' },
    d: { $id: '#old', type: 'boolean' },
  };
  expect(fieldSpec(schema, { $id: 'https://schemas.example/root.json', $defs }).kind).toBe('boolean');
});

test('a constant whose digits were lost on the way is not offered', () => {
  const big: unknown = JSON.parse('{"type":"integer","const":9007199254740993}');
  expect(fieldSpec(big, big).kind).toBe('number');
});
