import { isObject, type JsonObject } from '#shared/json.ts';
import type { Branch, FieldSpec } from './field-spec.ts';

/** Two JSON values that are written alike. */
export function sameJson(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Whether the control of a field can show a value without changing it; undefined is an empty field. */
export function fitsField(spec: FieldSpec, value: unknown): boolean {
  if (value === undefined || (value === null && spec.nullable)) return true;
  switch (spec.kind) {
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number' || typeof value === 'string';
    case 'boolean':
      return typeof value === 'boolean';
    case 'choice':
      return spec.choices.some((choice) => sameJson(choice.value, value));
    case 'choices':
      return Array.isArray(value) && value.every((item) => spec.choices.some((choice) => sameJson(choice.value, item)));
    case 'list':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'union':
    case 'json':
      return true;
  }
}

const TYPE_TESTS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  object: isObject,
  null: (value) => value === null,
};

/** How well a value fits a branch: -1 not at all, else the number of its properties that speak for it. */
function score(schema: JsonObject, value: unknown): number {
  const test = typeof schema.type === 'string' ? TYPE_TESTS[schema.type] : undefined;
  if (test && !test(value)) return -1;
  if (schema.const !== undefined && !sameJson(schema.const, value)) return -1;
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => sameJson(one, value))) return -1;
  if (!isObject(schema.properties) || !isObject(value)) return 0;
  let points = 0;
  for (const [name, property] of Object.entries(schema.properties)) {
    if (!Object.hasOwn(value, name)) continue;
    const fixed = isObject(property) ? property.const : undefined;
    if (fixed !== undefined && !sameJson(fixed, value[name])) return -1;
    points += fixed === undefined ? 1 : 10;
  }
  return points;
}

/** The branch of a union that a value belongs to; undefined for no value and for one that fits nowhere. */
export function matchingBranch(branches: readonly Branch[], value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const points = branches.map(({ schema }) => score(schema, value));
  const best = Math.max(...points);
  return best < 0 ? undefined : points.indexOf(best);
}
