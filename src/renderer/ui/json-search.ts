import { type JsonPath, jsonPathId } from './json-path.ts';

/** More hits than this are not listed; nobody steps through them one by one. */
const MAX_HITS = 1000;
/** Hits nested deeper are left out: nothing could show them. */
const MAX_DEPTH = 200;

export interface JsonHits {
  /** Path ids in document order. */
  readonly ids: readonly string[];
  /** Containers that must be open to see them. */
  readonly parents: ReadonlySet<string>;
}

export const NO_HITS: JsonHits = { ids: [], parents: new Set() };

/** Keys and single values that contain `query`, ignoring case; walks without recursion, so depth does not matter. */
export function searchJson(root: unknown, query: string): JsonHits {
  const needle = query.toLowerCase();
  if (needle === '') return NO_HITS;
  const ids: string[] = [];
  const parents = new Set<string>();
  const stack: { readonly value: unknown; readonly path: JsonPath }[] = [{ value: root, path: [] }];
  for (let item = stack.pop(); item !== undefined && ids.length < MAX_HITS; item = stack.pop()) {
    const { value, path } = item;
    const key = path.at(-1);
    const single = typeof value !== 'object' || value === null;
    const inKey = typeof key === 'string' && key.toLowerCase().includes(needle);
    if (inKey || (single && String(value).toLowerCase().includes(needle))) {
      ids.push(jsonPathId(path));
      for (let length = 0; length < path.length; length += 1) parents.add(jsonPathId(path.slice(0, length)));
    }
    if (single || path.length >= MAX_DEPTH) continue;
    const children = Array.isArray(value)
      ? value.map((child: unknown, index) => ({ value: child, path: [...path, index] }))
      : Object.entries(value).map(([name, child]) => ({ value: child as unknown, path: [...path, name] }));
    for (const child of children.reverse()) stack.push(child);
  }
  return { ids, parents };
}
