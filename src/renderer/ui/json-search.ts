import { ExactNumber } from '#shared/exact-json.ts';
import { jsonPathId } from './json-path.ts';

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

/** A container that is being walked through; `keys` of a list are its indexes and need no list of their own. */
interface Frame {
  readonly value: object;
  readonly keys: readonly string[] | undefined;
  next: number;
}

const isSingle = (value: unknown) => typeof value !== 'object' || value === null || value instanceof ExactNumber;

function frameOf(value: object): Frame {
  return { value, keys: Array.isArray(value) ? undefined : Object.keys(value), next: 0 };
}

/** Keys and single values that contain `query`, ignoring case; walks without recursion, so depth does not matter. */
export function searchJson(root: unknown, query: string): JsonHits {
  const needle = query.toLowerCase();
  if (needle === '') return NO_HITS;
  const ids: string[] = [];
  const parents = new Set<string>();
  // Of the value at hand; one array for the whole walk, since a value of 1 MB has a hundred thousand places.
  const path: (string | number)[] = [];
  const visit = (value: unknown, key: string | number | undefined): void => {
    const single = isSingle(value);
    const inKey = typeof key === 'string' && key.toLowerCase().includes(needle);
    if (
      !inKey &&
      !(single && (value instanceof ExactNumber ? value.text : String(value)).toLowerCase().includes(needle))
    )
      return;
    ids.push(jsonPathId(path));
    for (let length = 0; length < path.length; length += 1) parents.add(jsonPathId(path.slice(0, length)));
  };
  visit(root, undefined);
  const frames = isSingle(root) ? [] : [frameOf(root as object)];
  for (let frame = frames.at(-1); frame !== undefined && ids.length < MAX_HITS; frame = frames.at(-1)) {
    const { value, keys, next } = frame;
    const key = keys ? keys[next] : next < (value as readonly unknown[]).length ? next : undefined;
    if (key === undefined) {
      frames.pop();
      path.pop();
      continue;
    }
    frame.next += 1;
    const child: unknown = Reflect.get(value, key);
    path.push(key);
    visit(child, key);
    if (!isSingle(child) && path.length < MAX_DEPTH) frames.push(frameOf(child as object));
    else path.pop();
  }
  return { ids, parents };
}
