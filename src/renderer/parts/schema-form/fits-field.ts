import { ExactNumber, isJsonObject } from '#shared/exact-json.ts';
import { isObject, type JsonObject } from '#shared/json.ts';
import { sameJson } from '#shared/same-json.ts';
import { type Branch, type FieldSpec, onlyValue } from './field-spec.ts';
import { isOfType, matches } from './matches.ts';
import { readNumber } from './number-text.ts';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Text that the number field holds because it is no number; a number in quotes would look like one. */
const isMistyped = (value: unknown) =>
  typeof value === 'string' && (value === '' || readNumber(value).problem !== undefined);

/** Whether the control of a field can show a value without changing it; undefined is an empty field. */
export function fitsField(spec: FieldSpec, value: unknown): boolean {
  if (value === undefined || (value === null && spec.nullable)) return true;
  switch (spec.kind) {
    case 'text':
      return typeof value === 'string';
    case 'file':
      return typeof value === 'string' && BASE64.test(value);
    case 'number':
      return typeof value === 'number' || value instanceof ExactNumber || isMistyped(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'choice':
      return spec.choices.some((choice) => sameJson(choice.value, value));
    case 'choices':
      return isListOfChoices(spec, value);
    case 'list':
    case 'tuple':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'union':
    case 'json':
      return true;
  }
}

/** A value that comes twice cannot be shown by buttons that are on or off. */
function isListOfChoices({ choices }: FieldSpec, value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const known = value.every((item) => choices.some((choice) => sameJson(choice.value, item)));
  return known && !value.some((item, at) => value.slice(0, at).some((other) => sameJson(other, item)));
}

/** How much of a value speaks for a branch that it does not fit yet: -1 for what speaks against it. */
function score(schema: JsonObject, value: unknown, root: unknown): number {
  if (schema.type !== undefined && !isOfType(schema.type, value)) return -1;
  if (schema.const !== undefined && !sameJson(schema.const, value)) return -1;
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => sameJson(one, value))) return -1;
  if (!isObject(schema.properties) || !isJsonObject(value)) return 0;
  let points = 0;
  for (const [name, property] of Object.entries(schema.properties)) {
    if (!Object.hasOwn(value, name)) continue;
    const fixed = onlyValue(property, root);
    if (fixed.length > 0 && !sameJson(fixed[0], value[name])) return -1;
    points += fixed.length === 0 ? 1 : 10;
  }
  return points;
}

const FITS = { yes: 10_000, unknown: 5_000, no: 0 } as const;

/** The branch of a union that a value belongs to; undefined for no value and for one that fits nowhere. */
export function matchingBranch(branches: readonly Branch[], value: unknown, root: unknown): number | undefined {
  if (value === undefined) return undefined;
  const points = branches.map(({ schema, test }) => {
    const own = score(schema, value, root);
    return own < 0 ? own : own + FITS[matches(test, value, root)];
  });
  const best = Math.max(...points);
  return best < 0 ? undefined : points.indexOf(best);
}
