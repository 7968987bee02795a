import { isObject, type JsonObject } from '#shared/json.ts';

/** Characters of JSON that are mirrored to every page with each change; more stays in the log alone. */
const MOST_CHARS = 256 * 1024;

interface Measure {
  depth: number;
  members: number;
  chars: number;
}

/** Tried one after the other until the copy is small enough; the last one always is. */
const MEASURES: readonly Measure[] = [
  { depth: 4, members: 100, chars: 1000 },
  { depth: 2, members: 100, chars: 500 },
  { depth: 1, members: 100, chars: 500 },
];

export interface Bounded {
  value: JsonObject;
  /** Characters of the whole as JSON, when `value` is a shortened copy. */
  cutFrom?: number;
}

/** What a server sent, as large as every page can hold it: members keep their names and kinds, texts their beginning. */
export function bounded(value: JsonObject): Bounded {
  const size = JSON.stringify(value).length;
  if (size <= MOST_CHARS) return { value };
  for (const measure of MEASURES) {
    const copy = shortObject(value, measure);
    if (JSON.stringify(copy).length <= MOST_CHARS) return { value: copy, cutFrom: size };
  }
  return { value: {}, cutFrom: size };
}

function shortObject(value: JsonObject, { depth, members, chars }: Measure): JsonObject {
  const kept = Object.entries(value).slice(0, members);
  return Object.fromEntries(
    kept.map(([key, item]) => [key.slice(0, chars), shorter(item, { depth: depth - 1, members, chars })]),
  );
}

function shorter(value: unknown, measure: Measure): unknown {
  const { depth, members, chars } = measure;
  if (typeof value === 'string') return value.slice(0, chars);
  if (Array.isArray(value)) {
    const next = { ...measure, depth: depth - 1 };
    return depth <= 0 ? [] : value.slice(0, members).map((item) => shorter(item, next));
  }
  if (!isObject(value)) return value;
  return depth <= 0 ? {} : shortObject(value, measure);
}
