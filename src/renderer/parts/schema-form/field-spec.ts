import { isObject, type JsonObject } from '#shared/json.ts';
import { mergeSchemas, resolveSchema } from './resolve-schema.ts';

export type FieldKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'list'
  | 'object'
  | 'union'
  /** Anything the form has no control for: edited as JSON. */
  | 'json';

export interface Choice {
  readonly value: unknown;
  readonly label: string;
}

export interface Branch {
  readonly label: string;
  readonly schema: JsonObject;
}

/** How one place of the value is edited. Children are worked out when they are drawn, so recursion costs nothing. */
export interface FieldSpec {
  readonly kind: FieldKind;
  /** With references followed, `allOf` merged and null taken out. */
  readonly schema: JsonObject;
  readonly nullable: boolean;
  readonly choices: readonly Choice[];
  readonly branches: readonly Branch[];
  /** Type and limits in words, `integer, 1 to 100`. */
  readonly words: string;
}

/** References that lead in circles end here. */
const MAX_NESTING = 4;
/** Words that make a schema say what a value is, not only how it is limited. */
const SHAPE = ['type', 'properties', 'const', 'enum', '$ref', 'items', 'oneOf', 'anyOf', 'allOf'];

const isNull = (schema: JsonObject) =>
  schema.type === 'null' ||
  schema.const === null ||
  (Array.isArray(schema.enum) && schema.enum.every((v) => v === null));

export function labelOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

interface Plain {
  schema: JsonObject;
  nullable: boolean;
  branches: Branch[];
  choices: Choice[];
}

function titleOf(schema: JsonObject, place: number): string {
  if (typeof schema.title === 'string' && schema.title !== '') return schema.title;
  if (schema.const !== undefined) return labelOf(schema.const);
  const properties = isObject(schema.properties) ? Object.values(schema.properties) : [];
  const fixed = properties.find((property) => isObject(property) && property.const !== undefined);
  if (isObject(fixed)) return labelOf(fixed.const);
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
  const branches = types.map((one) => ({ label: one, schema: { ...plain.schema, type: one } }));
  return { ...plain, nullable, branches };
}

function withUnion(plain: Plain, root: unknown, hops: number): Plain {
  const { oneOf, anyOf, ...base } = plain.schema;
  const parts = Array.isArray(oneOf) ? oneOf : anyOf;
  if (!Array.isArray(parts) || hops > MAX_NESTING) return plain;
  if (!parts.some((part) => isObject(part) && SHAPE.some((word) => word in part))) return plain;
  const known = parts.map((part) => resolveSchema(part, root)).filter((part) => part !== undefined);
  const real = known.filter((part) => !isNull(part));
  const nullable = plain.nullable || real.length < known.length;
  const [only] = real;
  if (only && real.length === 1) return plainOf(mergeSchemas(base, only), root, { nullable, hops: hops + 1 });
  if (real.length > 0 && real.every((part) => part.const !== undefined)) {
    const choices = real.map((part, place) => ({ value: part.const, label: titleOf(part, place) }));
    return { schema: base, nullable, branches: [], choices };
  }
  const branches = real.map((part, place) => ({ label: titleOf(part, place), schema: mergeSchemas(base, part) }));
  return { schema: base, nullable, branches, choices: [] };
}

function withEnum(plain: Plain): Plain {
  const values = Array.isArray(plain.schema.enum) ? plain.schema.enum : undefined;
  if (plain.schema.const !== undefined) {
    return { ...plain, branches: [], choices: [{ value: plain.schema.const, label: labelOf(plain.schema.const) }] };
  }
  if (!values) return plain;
  const real = values.filter((value) => value !== null);
  const names = Array.isArray(plain.schema.enumNames) ? plain.schema.enumNames : [];
  const choices = values.map((value, index) => {
    const name: unknown = names[index];
    return { value, label: typeof name === 'string' ? name : labelOf(value) };
  });
  const nullable = plain.nullable || real.length < values.length;
  return { ...plain, nullable, branches: [], choices: choices.filter(({ value }) => value !== null) };
}

function plainOf(schema: JsonObject, root: unknown, so: { nullable: boolean; hops: number }): Plain {
  const nullable = so.nullable || schema.nullable === true;
  return withEnum(withUnion(withTypes({ schema, nullable, branches: [], choices: [] }), root, so.hops));
}

function kindOf({ schema, branches, choices }: Plain, root: unknown, depth: number): FieldKind {
  if (choices.length > 0) return 'choice';
  if (branches.length > 0) return 'union';
  switch (schema.type) {
    case 'string':
      return 'text';
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
      return isObject(schema.properties) && Object.keys(schema.properties).length > 0 ? 'object' : 'json';
    default:
      return 'json';
  }
}

function listKind(schema: JsonObject, root: unknown, depth: number): FieldKind {
  if (!isObject(schema.items) || schema.prefixItems !== undefined || depth > MAX_NESTING) return 'json';
  const item = fieldSpec(schema.items, root, depth + 1);
  if (item.kind === 'choice' && item.choices.length > 0) return 'choices';
  return item.kind === 'json' ? 'json' : 'list';
}

function limitWords(low: unknown, high: unknown): string | undefined {
  if (typeof low === 'number' && typeof high === 'number') return `${low} to ${high}`;
  if (typeof low === 'number') return `${low} or more`;
  return typeof high === 'number' ? `${high} or less` : undefined;
}

function wordsOf(kind: FieldKind, { schema, nullable }: Plain, items: string): string {
  const type = typeof schema.type === 'string' ? schema.type : undefined;
  const words: (string | undefined)[] = [];
  if (kind === 'choice') words.push(schema.const === undefined ? 'enum' : 'fixed value');
  else if (kind === 'choices') words.push('array of enum');
  else if (kind === 'list') words.push(`array of ${items}`);
  else if (kind === 'union') words.push('one of several forms');
  else words.push(type ?? (kind === 'object' ? 'object' : 'any value'));
  if (kind === 'text' && typeof schema.format === 'string') words.push(schema.format.slice(0, 40));
  if (kind === 'number') words.push(limitWords(schema.minimum, schema.maximum));
  if (nullable) words.push('or null');
  return words.filter((word) => word !== undefined).join(', ');
}

const UNKNOWN: FieldSpec = { kind: 'json', schema: {}, nullable: false, choices: [], branches: [], words: 'any value' };

/** Works out how a schema's value is edited; what the form cannot show is edited as JSON. `depth` counts lists in lists. */
export function fieldSpec(schema: unknown, root: unknown, depth = 0): FieldSpec {
  const resolved = resolveSchema(schema, root);
  if (!resolved) return UNKNOWN;
  const plain = plainOf(resolved, root, { nullable: false, hops: 0 });
  const kind = kindOf(plain, root, depth);
  const isNullOnly = plain.schema.type === 'null' && plain.choices.length === 0;
  const isList = kind === 'choices' || kind === 'list';
  const item = isList ? fieldSpec(plain.schema.items, root, depth + 1) : UNKNOWN;
  const choices = kind === 'choices' ? item.choices : plain.choices;
  return {
    kind,
    schema: plain.schema,
    nullable: plain.nullable,
    choices: isNullOnly ? [{ value: null, label: 'null' }] : choices,
    branches: plain.branches,
    words: wordsOf(kind, plain, item.words),
  };
}
