import { isObject, type JsonObject } from '#shared/json.ts';

/** A part of a schema that holds only for some values: `if`, or one of the dependent keywords. */
export interface Condition {
  readonly test: unknown;
  /** What holds where the test does. */
  readonly yes?: unknown;
  /** What holds elsewhere. */
  readonly no?: unknown;
}

/** Where a resolved schema keeps its conditions: no name that a server could write. */
export const CONDITIONS = Symbol('conditions');

/** A schema with references followed and `allOf` merged. */
export type Resolved = JsonObject & { readonly [CONDITIONS]?: readonly Condition[] };

/** Words that make a schema say what a value is, not only how it is limited. */
const SHAPE = ['type', 'properties', 'const', 'enum', '$ref', 'items', 'prefixItems', 'oneOf', 'anyOf', 'allOf'];
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

export function conditionsOf(schema: Resolved): readonly Condition[] {
  return schema[CONDITIONS] ?? [];
}

/** Whether the parts of a union are forms of a value; lists of required names, for one, only limit it. */
export function isShapeUnion(parts: unknown): parts is unknown[] {
  return Array.isArray(parts) && parts.some((part) => isObject(part) && SHAPE.some((word) => word in part));
}

/** The keyword by which a schema is one of several forms. */
export function unionWord(schema: JsonObject): 'oneOf' | 'anyOf' | undefined {
  return isShapeUnion(schema.oneOf) ? 'oneOf' : isShapeUnion(schema.anyOf) ? 'anyOf' : undefined;
}

const bothOf = (a: unknown, b: unknown): unknown => (a === true ? b : b === true ? a : { allOf: [a, b] });

function bothTypes(a: unknown, b: unknown): unknown {
  const [left, right] = [[a].flat(), [b].flat()];
  const takes = (types: unknown[], type: unknown) =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  const shared = [...right.filter((type) => takes(left, type)), ...left.filter((type) => takes(right, type))];
  const types = [...new Set(shared)];
  return types.length === 0 ? b : types.length === 1 ? types[0] : types;
}

function sameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function mergedProperties(a: JsonObject, b: JsonObject): JsonObject {
  const entries = Object.entries(b).map(([name, schema]): [string, unknown] => [
    name,
    Object.hasOwn(a, name) ? bothOf(a[name], schema) : schema,
  ]);
  return Object.fromEntries([...Object.entries(a).filter(([name]) => !Object.hasOwn(b, name)), ...entries]);
}

/** In the order of the first schema, then what only the second has. */
function inOrder(merged: JsonObject, first: JsonObject): JsonObject {
  const names = [...Object.keys(first), ...Object.keys(merged).filter((name) => !Object.hasOwn(first, name))];
  return Object.fromEntries(names.map((name) => [name, merged[name]]));
}

/** Two unions that both hold: each form of the first, and inside it the choice of the second. */
function mergedUnions(a: JsonObject, b: JsonObject, merged: JsonObject): void {
  const [first, second] = [unionWord(a), unionWord(b)];
  if (!first || !second) return;
  delete merged[second];
  const forms = Array.isArray(a[first]) ? a[first] : [];
  merged[first] = forms.map((form: unknown) => ({ allOf: [form, { [second]: b[second] }], ...titleIn(form) }));
}

const titleIn = (form: unknown) => (isObject(form) && typeof form.title === 'string' ? { title: form.title } : {});

/** Joins two schemas that both hold: what one says is limited by the other. For words and texts the second counts. */
export function mergeSchemas(a: Resolved, b: Resolved): Resolved {
  const merged: JsonObject = { ...a, ...b };
  if (isObject(a.properties) && isObject(b.properties))
    merged.properties = inOrder(mergedProperties(a.properties, b.properties), a.properties);
  if (Array.isArray(a.required) && Array.isArray(b.required))
    merged.required = [...new Set<unknown>([...a.required, ...b.required])];
  if (a.type !== undefined && b.type !== undefined) merged.type = bothTypes(a.type, b.type);
  if (isObject(a.items) && isObject(b.items)) merged.items = bothOf(a.items, b.items);
  if (Array.isArray(a.enum) && Array.isArray(b.enum)) {
    const others: unknown[] = b.enum;
    const shared = a.enum.filter((one: unknown) => others.some((other) => sameValue(one, other)));
    if (shared.length > 0) merged.enum = shared;
  }
  for (const word of LOWER) {
    if (typeof a[word] === 'number' && typeof b[word] === 'number') merged[word] = Math.max(a[word], b[word]);
  }
  for (const word of UPPER) {
    if (typeof a[word] === 'number' && typeof b[word] === 'number') merged[word] = Math.min(a[word], b[word]);
  }
  mergedUnions(a, b, merged);
  const conditions = [...conditionsOf(a), ...conditionsOf(b)];
  return conditions.length > 0 ? { ...merged, [CONDITIONS]: conditions } : merged;
}
