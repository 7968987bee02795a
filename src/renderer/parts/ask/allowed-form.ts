import { arrayAt, isObject, type JsonObject, objectAt } from '#shared/json.ts';
import { oneLine } from './ask-words.ts';

const FORMATS: readonly unknown[] = ['email', 'uri', 'date', 'date-time'];
const COMMON = ['type', 'title', 'description', 'default'];
const KEYS: Readonly<Record<string, readonly string[]>> = {
  string: [...COMMON, 'minLength', 'maxLength', 'format', 'enum', 'enumNames', 'oneOf'],
  number: [...COMMON, 'minimum', 'maximum'],
  integer: [...COMMON, 'minimum', 'maximum'],
  boolean: COMMON,
  array: [...COMMON, 'items', 'minItems', 'maxItems'],
};
const ROOT_KEYS = ['$schema', 'type', 'properties', 'required'];
/** Remarks that are told. */
const MOST = 8;

const isTitled = (one: unknown) => isObject(one) && typeof one.const === 'string';
const isListOf = (list: unknown, test: (one: unknown) => boolean) =>
  list === undefined || (Array.isArray(list) && list.every(test));

function ofChoices(schema: JsonObject): string | undefined {
  if (!isListOf(schema.enum, (one) => typeof one === 'string')) return 'has choices that are no texts';
  return isListOf(schema.oneOf, isTitled) ? undefined : 'has choices without a const';
}

function ofItems(items: unknown): string | undefined {
  const known = isObject(items) && (Array.isArray(items.enum) || Array.isArray(items.anyOf));
  if (!known) return 'is a list of anything but choices';
  return isListOf(items.anyOf, isTitled) ? ofChoices(items) : 'has choices without a const';
}

/** Why one property is none of the flat kinds that a form may have (ELIC-06, ELIC-07); undefined when it is one. */
function ofProperty(schema: unknown): string | undefined {
  if (!isObject(schema)) return 'has no schema';
  const keys = typeof schema.type === 'string' && Object.hasOwn(KEYS, schema.type) ? KEYS[schema.type] : undefined;
  if (!keys) return schema.type === 'object' ? 'is an object' : 'has no plain type';
  const other = Object.keys(schema).find((key) => !keys.includes(key));
  if (other !== undefined) return `uses ${oneLine(other, 40)}`;
  if (schema.format !== undefined && !FORMATS.includes(schema.format))
    return `has the format ${oneLine(String(schema.format), 40)}`;
  return schema.type === 'array' ? ofItems(schema.items) : ofChoices(schema);
}

/** What of a requested schema the protocol does not allow in a form, in words. */
export function notAllowed(schema: unknown): string[] {
  if (schema === undefined) return [];
  const root = isObject(schema) ? schema : {};
  const remarks: string[] = [];
  if (root.type !== 'object') remarks.push('The form is no object.');
  const other = Object.keys(root).filter((key) => !ROOT_KEYS.includes(key));
  if (other.length > 0) remarks.push(`The form uses ${other.map((key) => oneLine(key, 40)).join(', ')}.`);
  const properties = objectAt(root, 'properties') ?? {};
  for (const [name, one] of Object.entries(properties)) {
    const why = ofProperty(one);
    if (why !== undefined) remarks.push(`${oneLine(name, 60)} ${why}.`);
    if (remarks.length > MOST) break;
  }
  const unknown = arrayAt(root, 'required').find(
    (name) => typeof name !== 'string' || !Object.hasOwn(properties, name),
  );
  if (unknown !== undefined) remarks.push(`${oneLine(String(unknown), 60)} is required but no field.`);
  return remarks.slice(0, MOST);
}
