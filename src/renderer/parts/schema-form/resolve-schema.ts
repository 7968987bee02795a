import { isObject, type JsonObject } from '#shared/json.ts';
import { findSchema } from './find-schema.ts';
import { CONDITIONS, type Condition, conditionsOf, mergeSchemas, type Resolved } from './merge-schemas.ts';

const MAX_HOPS = 32;
/** References and parts of `allOf` followed for one place: schemas can be written that double with each step. */
const MAX_STEPS = 500;

interface Walk {
  readonly root: unknown;
  steps: number;
}

function dependencies(given: unknown): Condition[] {
  const entries = isObject(given) ? Object.entries(given) : [];
  return entries.map(([name, needs]) => ({
    test: { required: [name] },
    yes: Array.isArray(needs) ? { required: needs } : needs,
  }));
}

/** The schema with all that holds only for some values in one list. */
function withConditions(schema: Resolved): Resolved {
  const { if: test, then: yes, else: no, dependentRequired, dependentSchemas, dependencies: old, ...rest } = schema;
  const conditions = [...conditionsOf(schema)];
  conditions.push(...[dependentRequired, dependentSchemas, old].flatMap(dependencies));
  if (test !== undefined) {
    conditions.push({ test, ...(yes === undefined ? {} : { yes }), ...(no === undefined ? {} : { no }) });
  }
  return conditions.length === 0 ? rest : { ...rest, [CONDITIONS]: conditions };
}

function follow(schema: unknown, walk: Walk, hops: number): Resolved | undefined {
  walk.steps += 1;
  if (schema === true) return {};
  if (!isObject(schema) || hops > MAX_HOPS || walk.steps > MAX_STEPS) return undefined;
  const { $ref, $dynamicRef, $recursiveRef, allOf, ...rest } = schema;
  let result = withConditions(rest);
  for (const ref of [$ref, $dynamicRef, $recursiveRef]) {
    if (typeof ref !== 'string') continue;
    const found = follow(findSchema(ref, walk.root), walk, hops + 1);
    if (!found) return undefined;
    result = mergeSchemas(found, result);
  }
  if (!Array.isArray(allOf)) return result;
  for (const part of allOf) {
    const found = follow(part, walk, hops + 1);
    if (!found) return undefined;
    // What stands beside `allOf` is said of this very place, so its words win over those of the parts.
    result = { ...mergeSchemas(result, found), ...textOf(result) };
  }
  return result;
}

function textOf({ title, description }: JsonObject): JsonObject {
  return { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) };
}

/**
 * A schema with its references followed and `allOf` merged, one level deep; what holds only for some values is in its
 * conditions. Undefined: a reference leads nowhere, or in circles.
 */
export function resolveSchema(schema: unknown, root: unknown): Resolved | undefined {
  return follow(schema, { root, steps: 0 }, 0);
}
