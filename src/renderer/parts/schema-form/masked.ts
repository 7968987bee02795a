import { isObject, type JsonObject } from '#shared/json.ts';
import { isSecretArgument } from '#shared/secret-names.ts';
import { fieldSpec } from './field-spec.ts';
import { pathAt, pointerOf, type ValuePath, withValueAt } from './value-path.ts';

/** Whether a field's text is hidden: by its format, or because its name is that of a secret. */
export function isMasked(name: string, schema: JsonObject): boolean {
  return schema.format === 'password' || (schema.type === 'string' && isSecretArgument(name));
}

/** Nesting that is looked through for secrets. */
const MAX_DEPTH = 16;

/** The schemas a property may have: of the object itself and of each form it can take. */
function propertiesOf(schema: unknown, root: unknown, value?: unknown): [name: string, schema: unknown][] {
  const { schema: known, branches } = fieldSpec(schema, root, { value });
  const forms = [known, ...branches.map((branch) => fieldSpec(branch.schema, root, { value }).schema)];
  return forms.flatMap(({ properties }) => (isObject(properties) ? Object.entries(properties) : []));
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** Where masked fields are filled in the value, as JSON pointers. */
function secretPlaces(schema: unknown, value: unknown, root: unknown, path: ValuePath = []): string[] {
  if (typeof value !== 'object' || value === null || path.length > MAX_DEPTH) return [];
  const isPassword = (of: unknown) => fieldSpec(of, root).schema.format === 'password';
  if (Array.isArray(value)) {
    const { items, places } = fieldSpec(schema, root);
    return value.flatMap((one, at) => {
      const here = [...path, at];
      const of = places[at] ?? items;
      if (typeof one === 'object') return secretPlaces(of, one, root, here);
      return isFilled(one) && isPassword(of) ? [pointerOf(here)] : [];
    });
  }
  const known = propertiesOf(schema, root, value);
  return Object.entries(value).flatMap(([name, one]) => {
    const here = [...path, name];
    const schemas = known.flatMap(([of, property]) => (of === name ? [property] : []));
    if (typeof one === 'object') return [undefined, ...schemas].flatMap((of) => secretPlaces(of, one, root, here));
    return isFilled(one) && (isSecretArgument(name) || schemas.some(isPassword)) ? [pointerOf(here)] : [];
  });
}

/** Whether a masked field is filled anywhere in the value; such a value is not kept over a restart. */
export function hasSecret(schema: unknown, value: unknown): boolean {
  return secretPlaces(schema, value, schema).length > 0;
}

/** The value with what masked fields hold replaced by `<name>`, and how many there were. */
export function hideSecrets(schema: unknown, value: unknown): { value: unknown; hidden: number } {
  const pointers = new Set(secretPlaces(schema, value, schema));
  let rest = value;
  for (const pointer of pointers) {
    const path = pathAt(value, pointer);
    rest = withValueAt(rest, path, `<${path.findLast((part) => typeof part === 'string') ?? 'secret'}>`);
  }
  return { value: rest, hidden: pointers.size };
}

/** Whether a JSON text that cannot be read yet names a masked field. */
export function mayHoldSecret(schema: unknown, text: string): boolean {
  const masked = propertiesOf(schema, schema).flatMap(([name, property]) =>
    isMasked(name, fieldSpec(property, schema).schema) ? [name] : [],
  );
  return [...text.matchAll(/"([^"\\]*)"\s*:/g)].some(
    ([, name = '']) => isSecretArgument(name) || masked.includes(name),
  );
}
