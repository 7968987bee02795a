import { isObject, type JsonObject } from '#shared/json.ts';

const MAX_HOPS = 32;

/** Follows a reference inside the same document (`#/$defs/x`); anything else leads nowhere. */
function target(ref: string, root: unknown): unknown {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  let found: unknown = root;
  for (const raw of ref.slice(2).split('/')) {
    const part = decode(raw).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined;
    found = Reflect.get(found, part);
  }
  return found;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Joins two schemas that both hold: properties and required names add up, the second says the rest. */
export function mergeSchemas(a: JsonObject, b: JsonObject): JsonObject {
  const merged: JsonObject = { ...a, ...b };
  if (isObject(a.properties) && isObject(b.properties)) merged.properties = { ...a.properties, ...b.properties };
  if (Array.isArray(a.required) && Array.isArray(b.required)) {
    merged.required = [...new Set<unknown>([...a.required, ...b.required])];
  }
  return merged;
}

/** A schema with its references followed and `allOf` merged, one level deep. Undefined: it points nowhere. */
export function resolveSchema(schema: unknown, root: unknown, hops = 0): JsonObject | undefined {
  if (schema === true) return {};
  if (!isObject(schema) || hops > MAX_HOPS) return undefined;
  const { $ref, allOf, ...rest } = schema;
  let result: JsonObject = rest;
  if (typeof $ref === 'string') {
    const found = resolveSchema(target($ref, root), root, hops + 1);
    if (!found) return undefined;
    result = mergeSchemas(found, result);
  }
  if (!Array.isArray(allOf)) return result;
  for (const part of allOf) {
    const found = resolveSchema(part, root, hops + 1);
    if (!found) return undefined;
    result = mergeSchemas(result, found);
  }
  return result;
}
