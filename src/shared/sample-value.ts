import { arrayAt, isFiniteNumber, isObject, type JsonObject, objectAt, textAt } from './json.ts';
import { partKey } from './json-pointer.ts';

/** How deep a sample goes; schemas may refer to themselves. */
const DEEPEST = 12;
const MOST_ITEMS = 100;
const MOST_CHARACTERS = 10_000;
/** Values of one sample: parts that hold each other several times have no end that could be waited for. */
const MOST_VALUES = 10_000;
/** Characters that count as much as a value. */
const PER_VALUE = 100;

const BY_FORMAT: Record<string, string> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  email: 'someone@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
  ipv4: '127.0.0.1',
  ipv6: '::1',
  hostname: 'example.com',
};

interface Sampler {
  root: unknown;
  depth: number;
  /** Values that may still be made up, of all depths. */
  left: { values: number };
}

/** A place inside the same document, `#/$defs/name`; anything else counts as no rule at all. */
function resolve(schema: unknown, root: unknown): unknown {
  const ref = textAt(schema, '$ref');
  if (ref === undefined || !ref.startsWith('#')) return schema;
  let found: unknown = root;
  for (const part of ref.slice(1).split('/').filter(Boolean)) {
    const key = partKey(part);
    found = Array.isArray(found) ? found[Number(key)] : isObject(found) ? found[key] : undefined;
  }
  return found;
}

function sampleText(schema: JsonObject): string {
  const format = textAt(schema, 'format') ?? '';
  const known = Object.hasOwn(BY_FORMAT, format) ? BY_FORMAT[format] : undefined;
  if (known !== undefined) return known;
  const least = isFiniteNumber(schema.minLength) ? Math.min(schema.minLength, MOST_CHARACTERS) : 0;
  const most = isFiniteNumber(schema.maxLength) ? schema.maxLength : Number.POSITIVE_INFINITY;
  return 'sample'.padEnd(least, 'x').slice(0, Math.max(0, most));
}

function sampleNumber(schema: JsonObject, whole: boolean): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const low = isFiniteNumber(exclusiveMinimum) ? exclusiveMinimum + (whole ? 1 : 0.5) : minimum;
  const high = isFiniteNumber(exclusiveMaximum) ? exclusiveMaximum - (whole ? 1 : 0.5) : maximum;
  let value = 1;
  if (isFiniteNumber(low) && value < low) value = whole ? Math.ceil(low) : low;
  if (isFiniteNumber(high) && value > high) value = whole ? Math.floor(high) : high;
  if (isFiniteNumber(multipleOf) && multipleOf > 0) value = Math.ceil(value / multipleOf) * multipleOf;
  return value;
}

function typeOf(schema: JsonObject): string {
  const named = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  if (typeof named === 'string') return named;
  if (isObject(schema.properties)) return 'object';
  return schema.items === undefined ? 'string' : 'array';
}

function sampleOf(raw: unknown, sampler: Sampler): unknown {
  const schema = resolve(raw, sampler.root);
  sampler.left.values -= 1;
  if (!isObject(schema) || sampler.depth > DEEPEST || sampler.left.values < 0) return null;
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0];
  const inner = { ...sampler, depth: sampler.depth + 1 };
  const choice = [schema.oneOf, schema.anyOf].find((list) => Array.isArray(list) && list.length > 0);
  if (Array.isArray(choice) && schema.properties === undefined) return sampleOf(choice[0], inner);
  switch (typeOf(schema)) {
    case 'object':
      return objectOf(schema, inner);
    case 'array': {
      const least = isFiniteNumber(schema.minItems) ? Math.min(schema.minItems, MOST_ITEMS) : 0;
      const items: unknown[] = [];
      while (items.length < least && inner.left.values > 0) items.push(sampleOf(schema.items ?? {}, inner));
      return items;
    }
    case 'number':
      return sampleNumber(schema, false);
    case 'integer':
      return sampleNumber(schema, true);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default: {
      const text = sampleText(schema);
      inner.left.values -= text.length / PER_VALUE;
      return text;
    }
  }
}

function objectOf(schema: JsonObject, sampler: Sampler): JsonObject {
  const required = new Set(arrayAt(schema, 'required'));
  const pairs: [string, unknown][] = [];
  for (const [name, property] of Object.entries(objectAt(schema, 'properties') ?? {})) {
    if (sampler.left.values <= 0) break;
    const known = resolve(property, sampler.root);
    const given = isObject(known) && known.default !== undefined;
    if (given || required.has(name)) pairs.push([name, sampleOf(property, sampler)]);
  }
  return Object.fromEntries(pairs);
}

/**
 * An object that fits a schema of a tool or a form as well as can be told: every default, then made-up values for
 * what is required. Nothing is fetched for a `$ref`.
 */
export function sampleObject(schema: unknown): JsonObject {
  const known = resolve(schema, schema);
  return isObject(known) ? objectOf(known, { root: schema, depth: 0, left: { values: MOST_VALUES } }) : {};
}
