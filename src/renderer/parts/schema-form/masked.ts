import { isObject, type JsonObject } from '#shared/json.ts';
import { fieldSpec } from './field-spec.ts';

const SECRET_NAME =
  /(?:^|[_.-])(?:password|passwd|passphrase|secret|api[_-]?key|access[_-]?token|auth[_-]?token|private[_-]?key)$/i;

/** Whether a field's text is hidden: by its format, or because its name is that of a secret. */
export function isMasked(name: string, schema: JsonObject): boolean {
  return schema.format === 'password' || (schema.type === 'string' && SECRET_NAME.test(name));
}

/** Nesting that is looked through for secrets. */
const MAX_DEPTH = 16;

export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

/** The schemas a property may have: of the object itself and of each form it can take. */
function propertiesOf(schema: unknown, root: unknown, value?: unknown): [name: string, schema: unknown][] {
  const { schema: known, branches } = fieldSpec(schema, root, { value });
  const forms = [known, ...branches.map((branch) => fieldSpec(branch.schema, root, { value }).schema)];
  return forms.flatMap(({ properties }) => (isObject(properties) ? Object.entries(properties) : []));
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** Whether a masked field is filled anywhere in the value; such a value is not kept over a restart. */
export function hasSecret(schema: unknown, value: unknown, root: unknown = schema, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) {
    const { items, places } = fieldSpec(schema, root);
    return value.some((one, at) => hasSecret(places[at] ?? items, one, root, depth + 1));
  }
  const known = propertiesOf(schema, root, value);
  return Object.entries(value).some(([name, one]) => {
    const schemas = known.flatMap(([of, property]) => (of === name ? [property] : []));
    if (typeof one === 'object') return [undefined, ...schemas].some((each) => hasSecret(each, one, root, depth + 1));
    if (!isFilled(one)) return false;
    return isSecretName(name) || schemas.some((each) => fieldSpec(each, root).schema.format === 'password');
  });
}

/** Whether a JSON text that cannot be read yet names a masked field. */
export function mayHoldSecret(schema: unknown, text: string): boolean {
  const masked = propertiesOf(schema, schema).flatMap(([name, property]) =>
    isMasked(name, fieldSpec(property, schema).schema) ? [name] : [],
  );
  return [...text.matchAll(/"([^"\\]*)"\s*:/g)].some(([, name = '']) => isSecretName(name) || masked.includes(name));
}
