import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createSchemaChecker } from '#host/check-schema.ts';

const check = createSchemaChecker();
const at = (schema: unknown, value: unknown): [string, string][] =>
  check(schema, value).problems.map(({ path, message }) => [path, message]);

const D07 = 'http://json-schema.org/draft-07/schema#';
const D2019 = 'https://json-schema.org/draft/2019-09/schema';
const D2020 = 'https://json-schema.org/draft/2020-12/schema';

describe('checkSchema: dialects', () => {
  test('[SCHEMA-01] without $schema it is 2020-12', () => {
    const schema = { type: 'array', prefixItems: [{ type: 'string' }], items: false, $defs: { x: true } };
    expect(check(schema, ['a'])).toEqual({ checked: true, problems: [] });
    expect(at(schema, [1])).toEqual([['/0', 'Must be text.']]);
    expect(at({ properties: { a: true }, unevaluatedProperties: false }, { a: 1, b: 2 })).toEqual([
      ['/b', 'The schema does not allow this key.'],
    ]);
  });

  test.each([
    [D07, { items: [{ type: 'string' }], additionalItems: false }, ['a', 'b']],
    [
      D07.replace('http:', 'https:').replace('#', ''),
      { items: [{ type: 'string' }], additionalItems: false },
      ['a', 'b'],
    ],
    [D2019, { items: [{ type: 'string' }], unevaluatedItems: false }, ['a', 'b']],
    [D2020, { prefixItems: [{ type: 'string' }], items: false }, ['a', 'b']],
  ])('[SCHEMA-02] %s is checked by its own rules', ($schema, rest, value) => {
    const found = check({ $schema, ...rest }, value);
    expect(found.checked).toBe(true);
    expect(found.problems).toHaveLength(1);
    expect(check({ $schema, ...rest }, ['a']).problems).toEqual([]);
  });

  test.each(['http://json-schema.org/draft-04/schema#', 'https://example.test/mine', 7])(
    '[SCHEMA-02] the dialect %j is not guessed',
    ($schema) => {
      expect(check({ $schema, type: 'string' }, 1)).toEqual({
        checked: false,
        problems: [],
        note: `Not checked: the schema names the dialect “${$schema}”. This app knows 2020-12, 2019-09 and draft-07.`,
      });
    },
  );
});

test.each([D07, D2019, D2020])(
  '[SCHEMA-01] a reference to the root is followed in %s, and no schema knows another',
  ($schema) => {
    const self = (type: string) => ({ $schema, type: 'object', properties: { next: { $ref: '#' }, value: { type } } });
    expect(at(self('number'), { next: { next: { value: 'x' } } })).toEqual([['/next/next/value', 'Must be a number.']]);
    expect(at(self('string'), { next: { next: { value: 'x' } } })).toEqual([]);
    expect(at({ $id: '#', ...self('number') }, { next: { value: 'x' } })).toEqual([
      ['/next/value', 'Must be a number.'],
    ]);
  },
);

test('[SCHEMA-03] the guide and the note of a dialect that is not known name the dialects that are', () => {
  const guide = readFileSync(new URL('../../../docs/guide.md', import.meta.url), 'utf8');
  const { note = '' } = check({ $schema: 'https://example.test/mine' }, 1);
  for (const [name, $schema] of [
    ['2020-12', D2020],
    ['2019-09', D2019],
    ['draft-07', D07],
  ] as const) {
    expect(check({ $schema, type: 'string' }, 1)).toMatchObject({ checked: true, problems: [{ keyword: 'type' }] });
    expect(note).toContain(name);
    expect(guide).toContain(name);
  }
});

test.each([
  [{ type: 'array', items: { type: 'integer' } }, [1, 2], [1, 'x']],
  [{ type: 'string' }, 'text', 7],
  [{ type: 'number' }, 3.5, '3.5'],
  [{ type: 'null' }, null, {}],
  [{ type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] }, { a: 1 }, {}],
])('[SCHEMA-08] [SCHEMA-09] %j takes %j and not %j', (schema, good, bad) => {
  expect(check(schema, good)).toEqual({ checked: true, problems: [] });
  expect(check(schema, bad).problems.length).toBeGreaterThan(0);
});

describe('checkSchema: references', () => {
  test.each([
    ['https://example.test/s.json', 'which this app does not fetch'],
    ['http://127.0.0.1:9/s.json#/a', 'which this app does not fetch'],
    ['#/$defs/none', 'which it does not contain'],
  ])('[SCHEMA-04] [SCHEMA-06] %s is named, not followed', ($ref, words) => {
    const found = check({ properties: { a: { $ref } } }, { a: 1 });
    expect(found).toMatchObject({ checked: false, problems: [], note: expect.stringContaining(words) });
  });

  test('[SCHEMA-07] a schema may point to itself', () => {
    const tree = {
      $defs: { n: { properties: { next: { $ref: '#/$defs/n' }, v: { type: 'number' } } } },
      $ref: '#/$defs/n',
    };
    expect(at(tree, { next: { next: { v: 'x' } } })).toEqual([['/next/next/v', 'Must be a number.']]);
  });

  test('two schemas with the same $id do not disturb each other', () => {
    const id = 'https://example.test/same';
    expect(at({ $id: id, type: 'string' }, 1)).toEqual([['', 'Must be text.']]);
    expect(at({ $id: id, type: 'number' }, 1)).toEqual([]);
    expect(check({ $ref: id }, 1).checked).toBe(false);
  });

  test('a schema cannot take the place of a dialect, and an $id of the wrong type harms nothing', () => {
    expect(check({ $id: D2020, type: 'string' }, 1).problems).toHaveLength(1);
    expect(check({ $id: 7, type: 'string' }, 1).checked).toBe(false);
    expect(check({ type: 'strnig' }, 1).checked).toBe(false);
  });

  test.each([null, 'x', 3, undefined, []])('%j is no schema', (schema) => {
    expect(check(schema, 1)).toMatchObject({ checked: false, note: expect.stringContaining('neither an object') });
  });

  test('a schema that is not valid is not checked, and the next one is', () => {
    expect(check({ type: 'strnig' }, 1)).toMatchObject({ checked: false, note: expect.stringContaining('not valid') });
    expect(check({ pattern: '(' }, 'x').checked).toBe(false);
    expect(at({ type: 'string' }, 1)).toHaveLength(1);
    expect(at(false, 1)).toHaveLength(1);
    expect(at(true, 1)).toEqual([]);
  });

  test('[SCHEMA-07] a value nested too deep is not checked', () => {
    let value: unknown = 1;
    for (let depth = 0; depth < 200_000; depth += 1) value = { n: value };
    const found = check({ $defs: { n: { properties: { n: { $ref: '#/$defs/n' } } } }, $ref: '#/$defs/n' }, value);
    expect(found).toMatchObject({ checked: false, note: 'Not checked: the schema or the value is nested too deep.' });
  });
});

describe('checkSchema: words and places', () => {
  test.each<[unknown, unknown, [string, string][]]>([
    [{ required: ['a/b~'] }, {}, [['/a~1b~0', 'This value is required.']]],
    [{ properties: { a: { required: ['b'] } } }, { a: {} }, [['/a/b', 'This value is required.']]],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }, [['/b', 'This value is required when a is given.']]],
    [
      { additionalProperties: false },
      { a: 1, b: 2 },
      [
        ['/a', 'The schema does not allow this key.'],
        ['/b', 'The schema does not allow this key.'],
      ],
    ],
    [{ type: 'integer' }, 1.5, [['', 'Must be a whole number.']]],
    [{ type: ['string', 'null'] }, 1, [['', 'Must be text or null.']]],
    [{ enum: ['a', 2, null] }, 'b', [['', 'Must be one of "a", 2, null.']]],
    [{ const: 'a' }, 'b', [['', 'Must be "a".']]],
    [{ minimum: 1 }, 0, [['', 'Enter 1 or more.']]],
    [{ maximum: 248.9 }, 300, [['', 'Enter 248.9 or less.']]],
    [{ exclusiveMinimum: 1 }, 1, [['', 'Enter more than 1.']]],
    [{ exclusiveMaximum: 1 }, 1, [['', 'Enter less than 1.']]],
    [{ multipleOf: 5 }, 7, [['', 'Must be a multiple of 5.']]],
    [{ minLength: 1 }, '', [['', 'Enter at least 1 character.']]],
    [{ maxLength: 2 }, '日本語', [['', 'Enter at most 2 characters.']]],
    [{ pattern: '^a+$' }, 'b', [['', 'Must match the pattern ^a+$']]],
    [{ pattern: '^[\\w-.]+$' }, 'a b', [['', 'Must match the pattern ^[\\w-.]+$']]],
    [{ format: 'email' }, 'x', [['', 'Is not a valid email.']]],
    [{ format: 'made-up' }, 'x', []],
    [{ minItems: 2 }, [1], [['', 'Needs at least 2 entries.']]],
    [{ maxItems: 1 }, [1, 2], [['', 'Allows at most 1 entry.']]],
    [{ uniqueItems: true }, [1, 2, 1], [['', 'Entries 1 and 3 are the same.']]],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 1, [['', 'Must be text or null.']]],
    [{ oneOf: [{ const: 'a' }, { const: 'b' }] }, 'c', [['', 'Must be one of "a", "b".']]],
    [{ oneOf: [{ required: ['a'] }, { required: ['b'] }] }, {}, [['', 'Fits none of the forms the schema allows.']]],
    [
      { oneOf: [{ type: 'number' }, { minimum: 1 }] },
      2,
      [['', 'Fits more than one of the forms of which exactly one is allowed.']],
    ],
    [{ not: {} }, 1, [['', 'Has a form that the schema rules out.']]],
    [{ 'x-unknown': 1, nullable: true, type: 'string' }, null, []],
  ])('%j on %j', (schema, value, problems) => {
    expect(at(schema, value)).toEqual(problems);
  });

  test('several problems are given at once, at most 100', () => {
    expect(at({ properties: { a: { type: 'string' } }, required: ['b'] }, { a: 1 })).toHaveLength(2);
    expect(at({ items: { type: 'string' } }, new Array(500).fill(1))).toHaveLength(100);
  });
});

test('properties that every object inherits are not taken for given ones', () => {
  const properties = { constructor: { type: 'string' }, toString: { type: 'string' } };
  expect(check({ type: 'object', properties }, {}).problems).toEqual([]);
  expect(check({ type: 'object', required: ['constructor'] }, {}).problems).toMatchObject([{ path: '/constructor' }]);
});
