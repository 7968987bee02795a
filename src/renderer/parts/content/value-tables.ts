import { isJsonObject, nearestNumber, writeJson } from '#shared/exact-json.ts';
import type { JsonObject } from '#shared/json.ts';
import type { JsonPath } from '../../ui/json-path.ts';

/** A list of objects inside a JSON value. */
export interface ValueTable {
  readonly path: JsonPath;
  readonly rows: readonly JsonObject[];
}

const MOST_TABLES = 20;
/** Lists that lie deeper are left to the tree. */
const MAX_DEPTH = 2;
/** Rows whose keys become columns. */
const KEY_ROWS = 1000;

function isTable(value: unknown): value is readonly JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every((row) => isJsonObject(row));
}

/** The lists of objects in a value, outermost first: each can be drawn as a table. */
export function tablesIn(value: unknown): readonly ValueTable[] {
  const found: ValueTable[] = [];
  let level: { readonly value: unknown; readonly path: JsonPath }[] = [{ value, path: [] }];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    for (const { value: one, path } of level) if (isTable(one)) found.push({ path, rows: one });
    level = level.flatMap(({ value: one, path }) =>
      isJsonObject(one) ? Object.entries(one).map(([key, child]) => ({ value: child, path: [...path, key] })) : [],
    );
  }
  return found.slice(0, MOST_TABLES);
}

/** The keys of the rows in the order they first appear, at most `most`, and how many are left out. */
export function columnsOf(rows: readonly JsonObject[], most: number): { columns: readonly string[]; left: number } {
  const keys = new Set<string>();
  for (const row of rows.slice(0, KEY_ROWS)) for (const key of Object.keys(row)) keys.add(key);
  return { columns: [...keys].slice(0, most), left: Math.max(0, keys.size - most) };
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** A number, also one in a text as CSV has it. */
function numberIn(value: unknown): number | undefined {
  return typeof value === 'string' && NUMBER.test(value) ? Number(value) : nearestNumber(value);
}

/** Order of two cells: numbers by size, other values by their text; absent ones last. */
export function compareCells(a: unknown, b: unknown): number {
  const missing = Number(a === undefined || a === null) - Number(b === undefined || b === null);
  if (missing !== 0) return missing;
  const [one, other] = [numberIn(a), numberIn(b)];
  if (one !== undefined && other !== undefined) return one - other;
  const [left, right] = [cellText(a), cellText(b)];
  return left < right ? -1 : Number(left > right);
}

/** A cell in one line of text. */
export function cellText(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value);
}
