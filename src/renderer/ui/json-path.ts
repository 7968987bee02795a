/** Keys and indexes from the root to a value. */
export type JsonPath = readonly (string | number)[];

/** JSONPath as people paste it: `$.orders[0]["odd key"]`. */
export function formatJsonPath(path: JsonPath): string {
  let text = '$';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += /^[A-Za-z_$][\w$]*$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
  }
  return text;
}

/** A key for maps; two paths have the same id exactly when they are equal. */
export function jsonPathId(path: JsonPath): string {
  return JSON.stringify(path);
}

/** The value at a path; undefined when the path leads nowhere. */
export function jsonAt(root: unknown, path: JsonPath): unknown {
  let value: unknown = root;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}
