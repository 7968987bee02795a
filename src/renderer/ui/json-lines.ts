import { isJsonObject } from '#shared/exact-json.ts';
import { writtenMembers } from '#shared/written-json.ts';
import { type JsonPath, jsonPathId } from './json-path.ts';
import { escapeJson, wrapColumns } from './json-text.ts';

export interface JsonLine {
  readonly kind: 'open' | 'closed' | 'end' | 'leaf' | 'text' | 'more';
  readonly id: string;
  readonly path: JsonPath;
  readonly depth: number;
  /** The value on this line; for `end` and `more` the container's. */
  readonly value: unknown;
  /** Already cut and escaped: a string's visible part, or a continuation line. */
  readonly text?: string;
  readonly comma: boolean;
  /** Place among its siblings, from 1. */
  readonly position: number;
  readonly siblings: number;
  /** Set when the line folds and unfolds; false for lines without a caret. */
  readonly foldable: boolean;
  /** The name of this member comes more than once in its object. */
  readonly twice?: boolean;
  /** For `more`: how many children or characters are not shown. */
  readonly left?: number;
}

export interface JsonFolds {
  /** Containers up to this depth are open; the root has depth 0. */
  readonly openDepth: number;
  /** What the user folded or unfolded, by path id. */
  readonly open: ReadonlyMap<string, boolean>;
  /** Open at the start however deep they lie, by path id. */
  readonly opened?: ReadonlySet<string> | undefined;
  /** Opened on top of that, to show search hits. */
  readonly forced: ReadonlySet<string>;
  /** Extra pages of children or text asked for, by path id. */
  readonly pages: ReadonlyMap<string, number>;
  /** Cells per line for long strings. */
  readonly columns: number;
}

/** Longer strings fold. */
export const STRING_FOLD = 160;
const CHILD_PAGE = 500;
const TEXT_PAGE = 10_000;
const MIN_COLUMNS = 20;

interface Place {
  readonly path: JsonPath;
  readonly id: string;
  /** What the ids of everything inside end with. */
  readonly mark: string;
  readonly comma: boolean;
  readonly position: number;
  readonly siblings: number;
  readonly twice?: boolean;
}

/** A member of a container. Of those with one name the last one is at the path; `mark` tells the ids of the others apart. */
interface Child {
  readonly key: string | number;
  readonly value: unknown;
  readonly mark: string;
  readonly twice: boolean;
}

/** Members of an object or items of a list, as far as they are shown, in the order of the text. */
function childrenOf(value: object, shown: number): Child[] {
  const members = Array.isArray(value) ? undefined : writtenMembers(value);
  if (!members) {
    const keys = Array.isArray(value) ? Array.from({ length: shown }, (_, index) => index) : Object.keys(value);
    return keys.slice(0, shown).map((key) => ({ key, value: Reflect.get(value, key), mark: '', twice: false }));
  }
  const last = new Map(members.map(([name], index) => [name, index]));
  const often = new Set(members.filter(([name], index) => last.get(name) !== index).map(([name]) => name));
  return members.slice(0, shown).map(([key, one], index) => ({
    key,
    value: one,
    mark: last.get(key) === index ? '' : ` #${index}`,
    twice: often.has(key),
  }));
}

/** How many members or items a value has, those whose name comes again too; 0 for a single value. */
export function childCount(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return isJsonObject(value) ? (writtenMembers(value) ?? Object.keys(value)).length : 0;
}

function isOpen(id: string, depth: number, folds: JsonFolds): boolean {
  return folds.forced.has(id) || (folds.open.get(id) ?? (depth < folds.openDepth || (folds.opened?.has(id) ?? false)));
}

function stringLines(out: JsonLine[], value: string, place: Place, folds: JsonFolds): void {
  const { id, mark: _, ...rest } = place;
  const depth = place.path.length;
  const foldable = value.length > STRING_FOLD;
  const base = { id, depth, value, ...rest };
  const open = foldable && (folds.open.get(id) ?? false);
  if (!open) {
    out.push({ kind: foldable ? 'closed' : 'leaf', ...base, text: escapeJson(value.slice(0, STRING_FOLD)), foldable });
    return;
  }
  out.push({ kind: 'open', ...base, text: '', foldable });
  const shown = TEXT_PAGE * (1 + (folds.pages.get(id) ?? 0));
  const columns = Math.max(MIN_COLUMNS, folds.columns - 2 * (depth + 1));
  const pieces = wrapColumns(escapeJson(value.slice(0, shown)), columns);
  for (const [index, text] of pieces.entries()) {
    out.push({ kind: 'text', ...base, id: `${id} ${index}`, depth: depth + 1, text, comma: false, foldable: false });
  }
  if (value.length > shown) moreLine(out, base, value.length - shown);
}

function moreLine(out: JsonLine[], base: Omit<Place, 'mark'> & { readonly value: unknown }, left: number): void {
  const depth = base.path.length + 1;
  out.push({ kind: 'more', ...base, depth, comma: false, foldable: false, left });
}

function valueLines(out: JsonLine[], value: unknown, place: Place, folds: JsonFolds): void {
  if (typeof value === 'string') {
    stringLines(out, value, place, folds);
    return;
  }
  const { id, mark, ...rest } = place;
  const depth = place.path.length;
  const base = { id, depth, value, ...rest };
  const count = childCount(value);
  if (count === 0) {
    out.push({ kind: 'leaf', ...base, foldable: false });
    return;
  }
  if (!isOpen(id, depth, folds)) {
    out.push({ kind: 'closed', ...base, foldable: true });
    return;
  }
  out.push({ kind: 'open', ...base, foldable: true });
  const shown = Math.min(count, CHILD_PAGE * (1 + (folds.pages.get(id) ?? 0)));
  for (const [index, child] of childrenOf(value as object, shown).entries()) {
    const path = [...place.path, child.key];
    const inner = mark + child.mark;
    const position = { comma: index < count - 1, position: index + 1, siblings: count };
    const twice = child.twice ? { twice: true } : {};
    valueLines(out, child.value, { path, id: jsonPathId(path) + inner, mark: inner, ...position, ...twice }, folds);
  }
  if (shown < count) moreLine(out, base, count - shown);
  out.push({ kind: 'end', ...base, id: `${id} end`, foldable: false });
}

/**
 * The visible lines of a JSON value. Work and memory follow what is open, not the size of the value: closed containers
 * cost one line, long ones open in pages. Depth of recursion is the depth the user opened.
 */
export function jsonLines(value: unknown, folds: JsonFolds): JsonLine[] {
  const lines: JsonLine[] = [];
  valueLines(lines, value, { path: [], id: jsonPathId([]), mark: '', comma: false, position: 1, siblings: 1 }, folds);
  return lines;
}
