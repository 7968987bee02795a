import { isObject, type JsonObject } from '#shared/json.ts';
import type { FieldKind } from './field-kind.ts';
import { fieldWords } from './field-words.ts';
import { liveSchema } from './live-schema.ts';
import { mergeSchemas, type Resolved, unionWord } from './merge-schemas.ts';
import { resolveSchema } from './resolve-schema.ts';

export interface Choice {
  readonly value: unknown;
  readonly label: string;
}

export interface Branch {
  readonly label: string;
  /** With what holds beside the union. */
  readonly schema: Resolved;
  /** The form alone, as the server wrote it: what a value of it has to fit. */
  readonly test: unknown;
}

/** How one place of the value is edited. Children are worked out when they are drawn, so recursion costs nothing. */
export interface FieldSpec {
  readonly kind: FieldKind;
  /** With references followed, `allOf` merged, conditions decided and null taken out. */
  readonly schema: Resolved;
  readonly nullable: boolean;
  readonly choices: readonly Choice[];
  readonly branches: readonly Branch[];
  /** Schema of the values under keys that are not named; undefined: such keys are only in JSON. */
  readonly extra: unknown;
  /** Schemas of the first entries of a tuple. */
  readonly places: readonly unknown[];
  /** Schema of the entries of a list, of a tuple those after its places; undefined: there are none. */
  readonly items: unknown;
  /** Type and limits in words, `integer, 1 to 100`. */
  readonly words: string;
}

/** References that lead in circles end here. */
const MAX_NESTING = 4;
const MAX_PLACES = 50;

const isNull = (schema: JsonObject) =>
  schema.type === 'null' ||
  schema.const === null ||
  (Array.isArray(schema.enum) && schema.enum.length > 0 && schema.enum.every((v) => v === null));

export function labelOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Digits of such a number were lost on the way here, so sending it would send another one. */
export const isUnsafe = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);

interface Plain {
  schema: Resolved;
  nullable: boolean;
  branches: Branch[];
  choices: Choice[];
}

/** The only value that a schema allows, in a list of its own; empty when there are more. */
export function onlyValue(schema: unknown, root: unknown): readonly unknown[] {
  const known = resolveSchema(schema, root);
  if (known?.const !== undefined) return [known.const];
  return Array.isArray(known?.enum) && known.enum.length === 1 ? known.enum : [];
}

function titleOf(schema: JsonObject, place: number, root: unknown, discriminator?: unknown): string {
  const properties = isObject(schema.properties) ? schema.properties : {};
  if (typeof discriminator === 'string' && Object.hasOwn(properties, discriminator)) {
    const [fixed] = onlyValue(properties[discriminator], root);
    if (fixed !== undefined) return labelOf(fixed);
  }
  if (typeof schema.title === 'string' && schema.title !== '') return schema.title;
  if (schema.const !== undefined) return labelOf(schema.const);
  const [fixed] = Object.values(properties).flatMap((property) => onlyValue(property, root));
  if (fixed !== undefined) return labelOf(fixed);
  if (typeof schema.type === 'string' && schema.type !== 'object') return schema.type;
  return `Form ${place + 1}`;
}

function withTypes(plain: Plain): Plain {
  const { type } = plain.schema;
  if (!Array.isArray(type)) return plain;
  const types = type.filter((one) => typeof one === 'string' && one !== 'null');
  const nullable = plain.nullable || types.length < type.length;
  if (types.length === 1) return { ...plain, nullable, schema: { ...plain.schema, type: types[0] } };
  if (types.length === 0)
    return type.includes('null') ? { ...plain, schema: { ...plain.schema, type: 'null' } } : plain;
  const branches = types.map((one) => ({ label: one, schema: { ...plain.schema, type: one }, test: { type: one } }));
  return { ...plain, nullable, branches };
}

function withUnion(plain: Plain, root: unknown, hops: number): Plain {
  const word = unionWord(plain.schema);
  if (!word || hops > MAX_NESTING) return plain;
  const { [word]: parts, discriminator, ...base } = plain.schema;
  if (!Array.isArray(parts)) return plain;
  const property = isObject(discriminator) ? discriminator.propertyName : undefined;
  const known = parts.flatMap((test: unknown) => {
    const part = resolveSchema(test, root);
    return part ? [{ part, test }] : [];
  });
  const real = known.filter(({ part }) => !isNull(part));
  const nullable = plain.nullable || real.length < known.length;
  const [only] = real;
  if (only && real.length === 1) return plainOf(mergeSchemas(base, only.part), root, { nullable, hops: hops + 1 });
  if (real.length > 0 && real.every(({ part }) => part.const !== undefined && !isUnsafe(part.const))) {
    const choices = real.map(({ part }, place) => ({ value: part.const, label: titleOf(part, place, root) }));
    return { schema: base, nullable, branches: [], choices };
  }
  const branches = real.map(({ part, test }, place) => {
    return { label: titleOf(part, place, root, property), schema: mergeSchemas(base, part), test };
  });
  return { schema: base, nullable, branches, choices: [] };
}

function withEnum(plain: Plain): Plain {
  const values: unknown[] | undefined = Array.isArray(plain.schema.enum) ? plain.schema.enum : undefined;
  const { const: fixed } = plain.schema;
  if (fixed !== undefined) {
    return isUnsafe(fixed) ? plain : { ...plain, branches: [], choices: [{ value: fixed, label: labelOf(fixed) }] };
  }
  if (!values || values.some(isUnsafe)) return plain;
  const real = values.filter((value) => value !== null);
  const names = Array.isArray(plain.schema.enumNames) ? plain.schema.enumNames : [];
  const choices = values.map((value, index) => {
    const name: unknown = names[index];
    return { value, label: typeof name === 'string' ? name : labelOf(value) };
  });
  const nullable = plain.nullable || real.length < values.length;
  return { ...plain, nullable, branches: [], choices: choices.filter(({ value }) => value !== null) };
}

function plainOf(schema: Resolved, root: unknown, so: { nullable: boolean; hops: number }): Plain {
  const nullable = so.nullable || schema.nullable === true;
  return withEnum(withUnion(withTypes({ schema, nullable, branches: [], choices: [] }), root, so.hops));
}

/** Schema of the values under keys that the schema does not name, where it lets them be anything or says what. */
function extraOf({ type, additionalProperties: extra, unevaluatedProperties: late }: JsonObject): unknown {
  if (type !== undefined && type !== 'object') return undefined;
  const given = extra ?? late;
  return given === true ? {} : isObject(given) ? given : undefined;
}

function objectKind(schema: Resolved): FieldKind {
  if (isObject(schema.properties) && Object.keys(schema.properties).length > 0) return 'object';
  const extra = extraOf(schema);
  // Of a free object nothing is known: it is quicker written as a whole.
  return isObject(extra) && Object.keys(extra).length > 0 ? 'object' : 'json';
}

function kindOf({ schema, branches, choices }: Plain, root: unknown, depth: number): FieldKind {
  if (choices.length > 0) return 'choice';
  if (branches.length > 0) return 'union';
  switch (schema.type) {
    case 'string':
      return schema.contentEncoding === 'base64' || schema.format === 'byte' ? 'file' : 'text';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'choice';
    case 'array':
      return listKind(schema, root, depth);
    case 'object':
    case undefined:
      return objectKind(schema);
    default:
      return 'json';
  }
}

/** The first entries of a list, where each has a schema of its own: `prefixItems`, or `items` before 2020-12. */
function placesOf({ prefixItems, items }: JsonObject): unknown[] {
  const given = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  return given.slice(0, MAX_PLACES);
}

/** Schema of the entries after those places; undefined: none may follow, or nothing is known of them. */
function itemsOf({ items, additionalItems }: JsonObject): unknown {
  const rest = Array.isArray(items) ? additionalItems : items;
  return isObject(rest) ? rest : undefined;
}

function listKind(schema: Resolved, root: unknown, depth: number): FieldKind {
  if (depth > MAX_NESTING) return 'json';
  if (placesOf(schema).length > 0) return 'tuple';
  const items = itemsOf(schema);
  if (items === undefined) return 'json';
  const item = fieldSpec(items, root, { depth: depth + 1 });
  if (item.kind === 'choice' && item.choices.length > 0 && !item.nullable) return 'choices';
  return item.kind === 'json' ? 'json' : 'list';
}

const UNKNOWN: FieldSpec = {
  kind: 'json',
  schema: {},
  nullable: false,
  choices: [],
  branches: [],
  extra: undefined,
  places: [],
  items: undefined,
  words: 'any value',
};

export interface FieldSpecOptions {
  /** Lists in lists so far. */
  readonly depth?: number;
  /** What conditions are decided by; absent as for an empty object. */
  readonly value?: unknown;
}

/** Works out how a schema's value is edited; what the form cannot show is edited as JSON. */
export function fieldSpec(schema: unknown, root: unknown, { depth = 0, value }: FieldSpecOptions = {}): FieldSpec {
  const resolved = resolveSchema(schema, root);
  if (!resolved) return UNKNOWN;
  const plain = plainOf(liveSchema(resolved, value, root), root, { nullable: false, hops: 0 });
  const kind = kindOf(plain, root, depth);
  const isNullOnly = plain.schema.type === 'null' && plain.choices.length === 0;
  const items = itemsOf(plain.schema);
  const isList = kind === 'choices' || kind === 'list';
  const item = isList ? fieldSpec(items, root, { depth: depth + 1 }) : UNKNOWN;
  const choices = kind === 'choices' ? item.choices : plain.choices;
  return {
    kind,
    schema: plain.schema,
    nullable: plain.nullable,
    choices: isNullOnly ? [{ value: null, label: 'null' }] : choices,
    branches: plain.branches,
    extra: extraOf(plain.schema),
    places: kind === 'tuple' ? placesOf(plain.schema) : [],
    items,
    words: fieldWords(kind, plain.schema, { nullable: plain.nullable, items: item.words }),
  };
}
