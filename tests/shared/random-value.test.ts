import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { type Random, randomObject } from '#shared/random-value.ts';

/** The same numbers for the same seed (mulberry32). */
function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const ajv = new Ajv2020({ strict: false });
// The types say a namespace, the module gives the function.
(addFormats as unknown as (to: Ajv2020) => void)(ajv);

const form = (properties: Record<string, unknown>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

test.each<[string, Record<string, unknown>]>([
  ['text', { type: 'string' }],
  ['text of a length', { type: 'string', minLength: 12, maxLength: 13 }],
  ['an empty text', { type: 'string', maxLength: 0 }],
  ['one letter', { type: 'string', minLength: 1, maxLength: 1 }],
  ['e-mail', { type: 'string', format: 'email' }],
  ['address', { type: 'string', format: 'uri' }],
  ['date', { type: 'string', format: 'date' }],
  ['date and time', { type: 'string', format: 'date-time' }],
  ['uuid', { type: 'string', format: 'uuid' }],
  ['number', { type: 'number' }],
  ['number between', { type: 'number', minimum: 0.5, maximum: 0.75 }],
  ['number beyond limits', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }],
  ['one number', { type: 'number', minimum: 2.71, maximum: 2.71 }],
  ['multiple', { type: 'number', minimum: 1, maximum: 2, multipleOf: 0.25 }],
  ['whole number', { type: 'integer', minimum: -3, maximum: -1 }],
  ['whole number beyond', { type: 'integer', exclusiveMinimum: 4, maximum: 5 }],
  ['only a maximum', { type: 'integer', maximum: -5000 }],
  ['yes or no', { type: 'boolean' }],
  ['choice', { type: 'string', enum: ['a', 'b', 'c'] }],
  [
    'choice with titles',
    {
      type: 'string',
      oneOf: [
        { const: 'a', title: 'A' },
        { const: 'b', title: 'B' },
      ],
    },
  ],
  ['choice with names of old', { type: 'string', enum: ['a', 'b'], enumNames: ['A', 'B'] }],
  [
    'several choices',
    {
      type: 'array',
      minItems: 2,
      maxItems: 3,
      uniqueItems: true,
      items: { type: 'string', enum: ['a', 'b', 'c', 'd'] },
    },
  ],
  [
    'several choices with titles',
    { type: 'array', minItems: 1, uniqueItems: true, items: { anyOf: [{ const: 'a' }, { const: 'b' }] } },
  ],
])('ELIC-06 ELIC-07 made-up values are valid: %s', (_what, property) => {
  const schema = form({ field: property });
  const valid = ajv.compile(schema);
  for (let seed = 1; seed <= 300; seed += 1) {
    const made = randomObject(schema, seeded(seed));
    if (!('value' in made)) throw new Error(made.why);
    if (!valid(made.value)) throw new Error(`${JSON.stringify(made.value)}: ${ajv.errorsText(valid.errors)}`);
  }
});

test.each<[string, Record<string, unknown>, string]>([
  ['a pattern', { type: 'string', pattern: '^x+$' }, 'it has a pattern'],
  ['a nested object', { type: 'object', properties: {} }, 'it is not one of the flat types'],
  ['no room', { type: 'integer', minimum: 2, maximum: 1 }, 'its limits leave no number'],
  ['no choices', { type: 'string', enum: [] }, 'it has a list of choices without choices'],
  ['an unknown format', { type: 'string', format: 'iban' }, 'the format iban is not known'],
  ['a format with a name of the language', { type: 'string', format: 'constructor' }, 'the format constructor is not'],
])('what cannot be made up is told, and left out where it is optional: %s', (_what, property, why) => {
  const made = randomObject(form({ odd: property }), seeded(1));
  expect('why' in made && made.why).toContain(`the field odd: ${why}`);
  expect(randomObject({ type: 'object', properties: { odd: property } }, () => 0.9)).toEqual({ value: {} });
});

test('values differ from time to time, and no schema is an empty form', () => {
  const schema = form({ name: { type: 'string', minLength: 20 } });
  const made = new Set(Array.from({ length: 20 }, (_, at) => JSON.stringify(randomObject(schema, seeded(at)))));
  expect(made.size).toBeGreaterThan(10);
  expect(randomObject(undefined, seeded(1))).toEqual({ value: {} });
});
