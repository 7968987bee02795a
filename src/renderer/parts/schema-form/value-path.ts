import { isJsonObject } from '#shared/exact-json.ts';
import { pointerKeys, pointerPart } from '#shared/json-pointer.ts';

/** Keys and indexes from the whole value to a part of it. */
export type ValuePath = readonly (string | number)[];

/** The JSON pointer of a place, as schema problems name it. */
export function pointerOf(path: ValuePath): string {
  return path.map(pointerPart).join('');
}

/** The value at a place; undefined when there is none. */
export function valueAt(root: unknown, path: ValuePath): unknown {
  let value = root;
  for (const part of path) {
    if (!(isJsonObject(value) || Array.isArray(value)) || !Object.hasOwn(value, part)) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}

/** The keys and indexes that a JSON pointer names in a value. */
export function pathAt(root: unknown, pointer: string): ValuePath {
  const path: (string | number)[] = [];
  for (const key of pointerKeys(pointer)) path.push(Array.isArray(valueAt(root, path)) ? Number(key) : key);
  return path;
}

/** The value that a JSON pointer names. */
export function valueAtPointer(root: unknown, pointer: string): unknown {
  return valueAt(root, pathAt(root, pointer));
}

function withKey(object: object, key: string, next: unknown): object {
  const entries = Object.entries(object);
  const at = entries.findIndex(([name]) => name === key);
  if (next === undefined) return Object.fromEntries(entries.filter(([name]) => name !== key));
  // `fromEntries` also makes an own property of a name such as __proto__, which an assignment would not.
  if (at < 0) return Object.fromEntries([...entries, [key, next]]);
  return Object.fromEntries(entries.map((entry, index) => (index === at ? [key, next] : entry)));
}

/** A copy with another value at a place; undefined takes it away. Missing objects and lists on the way are made. */
export function withValueAt(root: unknown, path: ValuePath, next: unknown): unknown {
  const [part, ...rest] = path;
  if (part === undefined) return next;
  if (typeof part === 'number') {
    const list = Array.isArray(root) ? [...root] : [];
    const item = withValueAt(list[part], rest, next);
    if (item === undefined) list.splice(part, 1);
    else list[part] = item;
    return list;
  }
  const object = isJsonObject(root) ? root : {};
  const inner = Object.hasOwn(object, part) ? object[part] : undefined;
  return withKey(object, part, withValueAt(inner, rest, next));
}
