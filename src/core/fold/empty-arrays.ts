import { arrayAt, isObject, objectAt } from '#shared/json.ts';

/** Keys of the items of every list, and where in an item an object belongs. */
const LISTS = ['tools', 'resources', 'resourceTemplates', 'prompts'];
const OF_ITEM = ['inputSchema', 'outputSchema', 'annotations', 'execution', '_meta'];
const SCHEMAS = ['inputSchema', 'outputSchema'];

function isEmptyArray(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function emptyIn(value: unknown, path: string, keys: readonly string[]): string | undefined {
  if (!isObject(value)) return undefined;
  const found = keys.find((key) => isEmptyArray(value[key]));
  return found === undefined ? undefined : `${path}.${found}`;
}

function inItem(item: unknown, path: string): string | undefined {
  const own = emptyIn(item, path, OF_ITEM);
  if (own !== undefined) return own;
  for (const key of SCHEMAS) {
    const found = isObject(item) ? emptyIn(item[key], `${path}.${key}`, ['properties', '$defs']) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first place in a result where `[]` stands for `{}`, as PHP writes an empty map; undefined when there is none. */
export function emptyArrayIn(result: unknown): string | undefined {
  if (isEmptyArray(result)) return 'result';
  const own = emptyIn(result, 'result', ['_meta', 'capabilities', 'serverInfo']);
  if (own !== undefined) return own;
  const capabilities = objectAt(result, 'capabilities');
  const declared = emptyIn(capabilities, 'result.capabilities', Object.keys(capabilities ?? {}));
  if (declared !== undefined) return declared;
  for (const key of LISTS) {
    for (const [at, item] of arrayAt(result, key).entries()) {
      const found = inItem(item, `result.${key}[${at}]`);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
