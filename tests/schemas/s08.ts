/** A tool's input schema for a row of the table of DESIGN S08. */
export interface RowSchema {
  readonly name: string;
  /** JSON text: some of it a JavaScript object would not hold. */
  readonly schema: string;
}

const of = (properties: object, more: object = {}) => JSON.stringify({ type: 'object', properties, ...more });
const one = (schema: unknown, more: object = {}) => of({ value: schema }, more);
const form = (kind: string, name: string, type = 'string') => ({
  type: 'object',
  properties: { kind: { const: kind }, [name]: { type } },
  required: ['kind', name],
});
const DRAFT7 = 'http://json-schema.org/draft-07/schema#';
const DRAFT2019 = 'https://json-schema.org/draft/2019-09/schema';
const six = ['one', 'two', 'three', 'four', 'five', 'six'];

export const ROW_SCHEMAS: readonly RowSchema[] = [
  { name: 'string', schema: one({ type: 'string', title: 'A text', description: 'Any text at all.' }) },
  { name: 'string_required', schema: one({ type: 'string', minLength: 1 }, { required: ['value'] }) },
  { name: 'string_default', schema: one({ type: 'string', default: 'Oslo' }) },
  { name: 'string_long', schema: one({ type: 'string', maxLength: 4000 }) },
  { name: 'string_media', schema: one({ type: 'string', contentMediaType: 'text/markdown' }) },
  { name: 'string_pattern', schema: one({ type: 'string', pattern: '^[a-z][0-9]$' }) },
  { name: 'date', schema: one({ type: 'string', format: 'date' }) },
  { name: 'date_time', schema: one({ type: 'string', format: 'date-time' }) },
  { name: 'time', schema: one({ type: 'string', format: 'time' }) },
  { name: 'email', schema: one({ type: 'string', format: 'email' }) },
  { name: 'uri', schema: one({ type: 'string', format: 'uri' }) },
  { name: 'uuid', schema: one({ type: 'string', format: 'uuid' }) },
  { name: 'regex', schema: one({ type: 'string', format: 'regex' }) },
  { name: 'password', schema: of({ login: { type: 'string', format: 'password' }, api_key: { type: 'string' } }) },
  { name: 'base64', schema: one({ type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' }) },
  { name: 'enum_short', schema: one({ enum: ['a', 'b', 'c'] }) },
  { name: 'enum_long', schema: one({ type: 'string', enum: six }) },
  { name: 'enum_mixed', schema: one({ enum: [1, 'one', true, { a: 1 }] }) },
  { name: 'enum_default', schema: one({ type: 'string', enum: six, default: 'two' }) },
  { name: 'const', schema: one({ const: 'fixed' }) },
  {
    name: 'titled',
    schema: one({
      oneOf: [
        { const: 'r', title: 'Red' },
        { const: 'g', title: 'Green' },
      ],
    }),
  },
  { name: 'boolean', schema: one({ type: 'boolean' }) },
  { name: 'boolean_required', schema: one({ type: 'boolean' }, { required: ['value'] }) },
  { name: 'boolean_default', schema: one({ type: 'boolean', default: true }) },
  { name: 'integer', schema: one({ type: 'integer' }) },
  { name: 'integer_range', schema: one({ type: 'integer', minimum: 1, maximum: 100, default: 20 }) },
  {
    name: 'integer_big',
    schema: '{"type":"object","properties":{"value":{"type":"integer","maximum":9223372036854775807}}}',
  },
  { name: 'number', schema: one({ type: 'number', exclusiveMinimum: 0, multipleOf: 0.5 }) },
  { name: 'choices', schema: one({ type: 'array', items: { enum: ['paid', 'sent'] }, minItems: 1, maxItems: 2 }) },
  {
    name: 'choices_titled',
    schema: one({ type: 'array', items: { anyOf: [{ const: 1, title: 'One' }, { const: 2 }] } }),
  },
  {
    name: 'choices_many',
    schema: one({ type: 'array', items: { enum: Array.from({ length: 14 }, (_, at) => `pick ${at}`) } }),
  },
  { name: 'list', schema: one({ type: 'array', items: { type: 'string' } }) },
  { name: 'list_numbers', schema: one({ type: 'array', items: { type: 'number' }, maxItems: 3 }) },
  { name: 'list_lists', schema: one({ type: 'array', items: { type: 'array', items: { type: 'integer' } } }) },
  {
    name: 'cards',
    schema: one({
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' }, n: { type: 'integer' } } },
    }),
  },
  {
    name: 'tuple',
    schema: one({ type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false }),
  },
  { name: 'tuple_rest', schema: one({ type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'boolean' } }) },
  { name: 'object', schema: one({ type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } } }) },
  {
    name: 'object_deep',
    schema: one({
      properties: { a: { properties: { b: { properties: { c: { properties: { d: { type: 'string' } } } } } } } },
    }),
  },
  { name: 'free_object', schema: one({ type: 'object' }) },
  { name: 'free_root', schema: '{"type":"object","additionalProperties":true}' },
  { name: 'map', schema: one({ type: 'object', additionalProperties: { type: 'string' } }) },
  { name: 'map_beside', schema: of({ a: { type: 'string' } }, { additionalProperties: { type: 'integer' } }) },
  { name: 'union', schema: one({ oneOf: [form('circle', 'radius'), form('square', 'side')] }) },
  {
    name: 'union_root',
    schema: JSON.stringify({ type: 'object', oneOf: [form('email', 'to'), form('sms', 'phone')] }),
  },
  { name: 'union_types', schema: one({ type: ['string', 'integer', 'boolean'] }) },
  { name: 'union_open_enum', schema: one({ anyOf: [{ enum: ['a', 'b'] }, { type: 'string' }] }) },
  {
    name: 'union_nested',
    schema: one({
      oneOf: [
        form('a', 'x'),
        { properties: { kind: { const: 'b' }, in: { oneOf: [form('c', 'y'), form('d', 'z')] } } },
      ],
    }),
  },
  {
    name: 'discriminator',
    schema: JSON.stringify({
      type: 'object',
      $defs: { cat: form('cat', 'lives', 'integer'), dog: form('dog', 'breed') },
      properties: {
        pet: { discriminator: { propertyName: 'kind' }, oneOf: [{ $ref: '#/$defs/cat' }, { $ref: '#/$defs/dog' }] },
      },
    }),
  },
  {
    name: 'all_of',
    schema: JSON.stringify({
      type: 'object',
      allOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { type: 'integer' } }, required: ['b'] }],
    }),
  },
  {
    name: 'all_of_unions',
    schema: JSON.stringify({
      type: 'object',
      allOf: [{ oneOf: [form('a', 'x'), form('b', 'y')] }, { properties: { z: { type: 'string' } } }],
    }),
  },
  {
    name: 'if_then_else',
    schema:
      '{"type":"object","properties":{"mode":{"enum":["file","url"]}},"if":{"properties":{"mode":{"const":"file"}},"required":["mode"]},"then":{"properties":{"path":{"type":"string"}}},"else":{"properties":{"url":{"type":"string"}}}}',
  },
  {
    name: 'dependent_required',
    schema: of({ card: { type: 'string' }, address: { type: 'string' } }, { dependentRequired: { card: ['address'] } }),
  },
  {
    name: 'dependent_schemas',
    schema: of(
      { card: { type: 'string' } },
      { dependentSchemas: { card: { properties: { cvc: { type: 'string' } } } } },
    ),
  },
  { name: 'ref', schema: one({ $ref: '#/$defs/n' }, { $defs: { n: { type: 'integer' } } }) },
  { name: 'ref_anchor', schema: one({ $ref: '#n' }, { $defs: { n: { $anchor: 'n', type: 'integer' } } }) },
  {
    name: 'ref_cycle',
    schema: one(
      { $ref: '#/$defs/node' },
      { $defs: { node: { type: 'object', properties: { name: { type: 'string' }, next: { $ref: '#/$defs/node' } } } } },
    ),
  },
  { name: 'ref_remote', schema: one({ $ref: 'https://schemas.example/x.json' }) },
  { name: 'not', schema: one({ not: { type: 'string' } }) },
  { name: 'pattern_properties', schema: one({ type: 'object', patternProperties: { '^x-': { type: 'string' } } }) },
  { name: 'unknown_keyword', schema: one({ type: 'string', 'x-widget': 'colour' }) },
  { name: 'no_type', schema: one({ description: 'Anything.' }) },
  { name: 'true_schema', schema: one(true) },
  { name: 'nullable', schema: one({ type: ['string', 'null'] }) },
  { name: 'nullable_any_of', schema: one({ anyOf: [{ type: 'integer' }, { type: 'null' }], default: null }) },
  { name: 'null_only', schema: one({ type: 'null' }) },
  { name: 'header', schema: of({ region: { type: 'string', 'x-mcp-header': 'Region' } }) },
  {
    name: 'draft7_dependencies',
    schema: of({ a: { type: 'string' }, b: { type: 'string' } }, { $schema: DRAFT7, dependencies: { a: ['b'] } }),
  },
  {
    name: 'draft7_tuple',
    schema: one({ type: 'array', items: [{ type: 'string' }, { type: 'integer' }] }, { $schema: DRAFT7 }),
  },
  {
    name: 'draft7_definitions',
    schema: one({ $ref: '#/definitions/a' }, { $schema: DRAFT7, definitions: { a: { enum: ['x', 'y'] } } }),
  },
  {
    name: 'draft2019_recursive',
    schema: one({ type: 'array', items: { $recursiveRef: '#' } }, { $schema: DRAFT2019 }),
  },
  { name: 'nothing', schema: '{"type":"object"}' },
];
