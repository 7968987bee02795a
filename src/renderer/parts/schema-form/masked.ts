import { isObject, type JsonObject } from '#shared/json.ts';
import { fieldSpec } from './field-spec.ts';

const SECRET_NAME =
  /(?:^|[_.-])(?:password|passwd|passphrase|secret|api[_-]?key|access[_-]?token|auth[_-]?token|private[_-]?key)$/i;

/** Whether a field's text is hidden: by its format, or because its name is that of a secret. */
export function isMasked(name: string, schema: JsonObject): boolean {
  return schema.format === 'password' || (schema.type === 'string' && SECRET_NAME.test(name));
}

/** Whether a masked field at the top of the value is filled; such a value is not kept over a restart. */
export function hasSecret(schema: unknown, value: unknown): boolean {
  const { schema: known } = fieldSpec(schema, schema);
  if (!isObject(known.properties) || !isObject(value)) return false;
  return Object.entries(known.properties).some(
    ([name, property]) =>
      Object.hasOwn(value, name) && value[name] !== '' && isMasked(name, fieldSpec(property, schema).schema),
  );
}
