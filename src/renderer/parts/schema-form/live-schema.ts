import { isObject } from '#shared/json.ts';
import { matches } from './matches.ts';
import { CONDITIONS, type Condition, conditionsOf, mergeSchemas, type Resolved } from './merge-schemas.ts';
import { resolveSchema } from './resolve-schema.ts';

/** Conditions inside what conditions add are followed this far. */
const MAX_ROUNDS = 8;
const MAX_DEPTH = 8;

/** The properties that a condition looks at. */
function causesOf(test: unknown, depth = 0): string[] {
  if (!isObject(test) || depth > MAX_DEPTH) return [];
  const parts = [test.not, test.allOf, test.anyOf, test.oneOf].flat();
  const names = Array.isArray(test.required) ? test.required.filter((name) => typeof name === 'string') : [];
  const own = isObject(test.properties) ? Object.keys(test.properties) : [];
  return [...own, ...names, ...parts.flatMap((part) => causesOf(part, depth + 1))];
}

/** New properties stand under the one that brought them. */
function placed(before: Resolved, after: Resolved, causes: readonly string[]): Resolved {
  if (!isObject(before.properties) || !isObject(after.properties)) return after;
  const { properties } = after;
  const old = Object.keys(before.properties);
  const added = Object.keys(properties).filter((name) => !old.includes(name));
  const under = old.findLastIndex((name) => causes.includes(name));
  if (added.length === 0 || under < 0) return after;
  const names = [...old.slice(0, under + 1), ...added, ...old.slice(under + 1)];
  return { ...after, properties: Object.fromEntries(names.map((name) => [name, properties[name]])) };
}

/** What a condition brings: what holds for the value, and where nobody can tell, the fields of both ways. */
function partsOf(condition: Condition, value: unknown, root: unknown): Resolved[] {
  const verdict = matches(condition.test, value ?? {}, root);
  const ways = verdict === 'yes' ? [condition.yes] : verdict === 'no' ? [condition.no] : [condition.yes, condition.no];
  const known = ways.flatMap((way): Resolved[] => {
    const part = way === undefined ? undefined : resolveSchema(way, root);
    return part ? [part] : [];
  });
  return verdict === 'unknown'
    ? known.map(({ properties }) => (properties === undefined ? {} : { properties }))
    : known;
}

/** The schema as it holds for a value: `if`, `dependentRequired` and `dependentSchemas` are decided by it. */
export function liveSchema(schema: Resolved, value: unknown, root: unknown): Resolved {
  let live = schema;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { [CONDITIONS]: conditions, ...rest } = live;
    if (!conditions) return live;
    live = rest;
    for (const condition of conditions) {
      const causes = causesOf(condition.test);
      for (const part of partsOf(condition, value, root)) live = placed(live, mergeSchemas(live, part), causes);
    }
  }
  return live;
}

/** Whether fields come and go with the value. */
export function isConditional(schema: unknown, root: unknown): boolean {
  return conditionsOf(resolveSchema(schema, root) ?? {}).length > 0;
}
