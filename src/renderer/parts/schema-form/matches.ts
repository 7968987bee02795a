import { ExactNumber, isJsonObject, plainJson } from '#shared/exact-json.ts';
import { isObject, type JsonObject } from '#shared/json.ts';
import { sameJson } from '#shared/same-json.ts';
import { findSchema } from './find-schema.ts';

/** `unknown`: a keyword is in the way that only the check in the host can judge, such as a pattern. */
export type Verdict = 'yes' | 'no' | 'unknown';

interface Walk {
  readonly root: unknown;
  steps: number;
}

/** Parts of a schema looked at for one answer. */
const MAX_STEPS = 2000;
const MAX_DEPTH = 32;
/** Keywords that a value may fail and that are not looked at here: patterns can be made to take for ever. */
const NOT_JUDGED = ['pattern', 'format', 'contains', 'propertyNames', 'unevaluatedProperties', 'unevaluatedItems'];

const isNumber = (value: unknown) => typeof value === 'number' || value instanceof ExactNumber;

function isInteger(value: unknown): boolean {
  return value instanceof ExactNumber ? /^-?\d+$/.test(value.text) : Number.isInteger(value);
}

const TYPE_TESTS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: isNumber,
  integer: isInteger,
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  object: isJsonObject,
  null: (value) => value === null,
};

export function isOfType(type: unknown, value: unknown): boolean {
  return [type]
    .flat()
    .some((one) => typeof one === 'string' && Object.hasOwn(TYPE_TESTS, one) && TYPE_TESTS[one]?.(value));
}

function all(verdicts: Iterable<Verdict>): Verdict {
  let verdict: Verdict = 'yes';
  for (const one of verdicts) {
    if (one === 'no') return 'no';
    if (one === 'unknown') verdict = 'unknown';
  }
  return verdict;
}

const of = (right: boolean): Verdict => (right ? 'yes' : 'no');
const opposite = (verdict: Verdict): Verdict => (verdict === 'yes' ? 'no' : verdict === 'no' ? 'yes' : 'unknown');

function* limits(schema: JsonObject, value: unknown): Generator<Verdict> {
  const within = (size: number, low: unknown, high: unknown) =>
    of(!(typeof low === 'number' && size < low) && !(typeof high === 'number' && size > high));
  if (isNumber(value)) {
    const size = Number(plainJson(value));
    yield within(size, schema.minimum, schema.maximum);
    if (typeof schema.exclusiveMinimum === 'number') yield of(size > schema.exclusiveMinimum);
    if (typeof schema.exclusiveMaximum === 'number') yield of(size < schema.exclusiveMaximum);
    if (schema.multipleOf !== undefined) yield 'unknown';
  }
  if (typeof value === 'string') yield within([...value].length, schema.minLength, schema.maxLength);
  if (Array.isArray(value)) {
    yield within(value.length, schema.minItems, schema.maxItems);
    if (schema.uniqueItems === true)
      yield of(!value.some((one, at) => value.slice(0, at).some((o) => sameJson(o, one))));
  }
  if (isJsonObject(value)) yield within(Object.keys(value).length, schema.minProperties, schema.maxProperties);
}

function* members(schema: JsonObject, value: JsonObject, walk: Walk, depth: number): Generator<Verdict> {
  const { properties, required, additionalProperties, patternProperties } = schema;
  const known = isObject(properties) ? properties : {};
  if (Array.isArray(required))
    yield of(required.every((name) => typeof name === 'string' && Object.hasOwn(value, name)));
  for (const [name, item] of Object.entries(value)) {
    if (Object.hasOwn(known, name)) yield judge(known[name], item, walk, depth);
    else if (isObject(patternProperties)) yield 'unknown';
    else if (additionalProperties !== undefined) yield judge(additionalProperties, item, walk, depth);
  }
}

function* entries(schema: JsonObject, value: readonly unknown[], walk: Walk, depth: number): Generator<Verdict> {
  const places = Array.isArray(schema.prefixItems)
    ? schema.prefixItems
    : Array.isArray(schema.items)
      ? schema.items
      : [];
  const rest = Array.isArray(schema.items) ? schema.additionalItems : schema.items;
  for (const [at, item] of value.entries())
    yield judge(at < places.length ? places[at] : (rest ?? true), item, walk, depth);
}

function oneOf(verdicts: readonly Verdict[]): Verdict {
  const right = verdicts.filter((verdict) => verdict === 'yes').length;
  if (right > 1) return 'no';
  return verdicts.includes('unknown') ? 'unknown' : of(right === 1);
}

function anyOf(verdicts: readonly Verdict[]): Verdict {
  return verdicts.includes('yes') ? 'yes' : verdicts.includes('unknown') ? 'unknown' : 'no';
}

function* joined(schema: JsonObject, value: unknown, walk: Walk, depth: number): Generator<Verdict> {
  const each = (parts: unknown) => (Array.isArray(parts) ? parts : []).map((part) => judge(part, value, walk, depth));
  for (const ref of [schema.$ref, schema.$dynamicRef, schema.$recursiveRef]) {
    if (typeof ref === 'string') yield judge(findSchema(ref, walk.root), value, walk, depth);
  }
  yield all(each(schema.allOf));
  if (Array.isArray(schema.anyOf)) yield anyOf(each(schema.anyOf));
  if (Array.isArray(schema.oneOf)) yield oneOf(each(schema.oneOf));
  if (schema.not !== undefined) yield opposite(judge(schema.not, value, walk, depth));
  if (schema.if !== undefined) {
    const test = judge(schema.if, value, walk, depth);
    if (test === 'unknown') yield 'unknown';
    else yield judge((test === 'yes' ? schema.then : schema.else) ?? true, value, walk, depth);
  }
  if (!isJsonObject(value)) return;
  for (const needs of [schema.dependentRequired, schema.dependentSchemas, schema.dependencies]) {
    for (const [name, need] of Object.entries(isObject(needs) ? needs : {})) {
      if (!Object.hasOwn(value, name)) continue;
      yield judge(Array.isArray(need) ? { required: need } : need, value, walk, depth);
    }
  }
}

function* verdicts(schema: JsonObject, value: unknown, walk: Walk, depth: number): Generator<Verdict> {
  if (schema.type !== undefined) yield of(isOfType(schema.type, value));
  if (schema.const !== undefined) yield of(sameJson(schema.const, value));
  if (Array.isArray(schema.enum)) yield of(schema.enum.some((one) => sameJson(one, value)));
  yield* limits(schema, value);
  if (isJsonObject(value)) yield* members(schema, value, walk, depth);
  if (Array.isArray(value)) yield* entries(schema, value, walk, depth);
  yield* joined(schema, value, walk, depth);
  if (NOT_JUDGED.some((word) => schema[word] !== undefined)) yield 'unknown';
}

function judge(schema: unknown, value: unknown, walk: Walk, depth: number): Verdict {
  if (typeof schema === 'boolean') return of(schema);
  walk.steps += 1;
  if (!isObject(schema) || depth > MAX_DEPTH || walk.steps > MAX_STEPS) return 'unknown';
  return all(verdicts(schema, value, walk, depth + 1));
}

/**
 * Whether a value fits a schema, as far as that decides what a form shows: which of several forms a value has, which
 * condition holds. It is no validation and finds no problems; that is the host's `schema.check`.
 */
export function matches(schema: unknown, value: unknown, root: unknown): Verdict {
  return judge(schema, value, { root, steps: 0 }, 0);
}
