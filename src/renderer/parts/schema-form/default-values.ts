import { isJsonObject } from '#shared/exact-json.ts';
import { isObject } from '#shared/json.ts';
import { fieldSpec, isUnsafe } from './field-spec.ts';
import { matchingBranch } from './fits-field.ts';
import { pointerOf, type ValuePath, valueAt, withValueAt } from './value-path.ts';

export interface WithDefaults {
  readonly value: unknown;
  /** JSON pointers of what was added. */
  readonly added: readonly string[];
}

const MAX_DEPTH = 5;

function fill(schema: unknown, on: { root: unknown; path: ValuePath; depth: number }, so: WithDefaults): WithDefaults {
  const { root, path, depth } = on;
  const own = valueAt(so.value, path);
  const spec = fieldSpec(schema, root, { value: own });
  if (own === undefined) {
    const { default: given } = spec.schema;
    if (path.length === 0 || given === undefined || isUnsafe(given)) return so;
    return { value: withValueAt(so.value, path, given), added: [...so.added, pointerOf(path)] };
  }
  if (!isJsonObject(own) || depth > MAX_DEPTH) return so;
  if (spec.kind === 'union') {
    const branch = spec.branches[matchingBranch(spec.branches, own, root) ?? 0];
    return branch ? fill(branch.schema, { root, path, depth: depth + 1 }, so) : so;
  }
  const properties = isObject(spec.schema.properties) ? Object.entries(spec.schema.properties) : [];
  return properties.reduce(
    (now, [name, property]) => fill(property, { root, path: [...path, name], depth: depth + 1 }, now),
    so,
  );
}

/** A value with the defaults of what is not given, inside objects that are there. Nothing given is changed. */
export function withDefaults(schema: unknown, value: unknown): WithDefaults {
  return fill(schema, { root: schema, path: [], depth: 0 }, { value, added: [] });
}
