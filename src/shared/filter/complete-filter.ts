import { FILTER_KEYS, filterKey } from './filter-keys.ts';
import { type FilterToken, filterTokens } from './filter-tokens.ts';

/** Values seen in the log, offered for the keys of the same name. */
export type KnownValues = Readonly<Partial<Record<'method' | 'name' | 'server', readonly string[]>>>;

export interface FilterSuggestion {
  /** What is put in the place of the typed part. */
  insert: string;
  label: string;
  hint?: string;
}

/** Suggestions for the part from `start` to before `end`. */
export interface FilterCompletion {
  start: number;
  end: number;
  suggestions: FilterSuggestion[];
}

const MOST = 50;

interface Typed {
  start: number;
  end: number;
  key: string | undefined;
  value: string;
}

/** The key that a term without one has from the term before its bar. */
function tiedKey(tokens: readonly FilterToken[], at: number): string | undefined {
  const token = tokens[at];
  if (token?.kind !== 'term') return undefined;
  if (token.key !== undefined) return token.key;
  const bar = tokens[at - 1];
  return bar?.kind === 'or' && bar.tight ? tiedKey(tokens, at - 2) : undefined;
}

/** What is being typed at the caret; undefined within quotes and at signs where nothing can follow. */
function typedAt(text: string, caret: number): Typed | undefined {
  // What follows the caret is no part of the word being typed, unless it goes on without a space.
  const tokens = filterTokens(text);
  const at = tokens.findIndex((token) => token.kind === 'term' && token.start < caret && caret <= token.end);
  const token = tokens[at];
  if (!token) {
    const bar = tokens.findIndex((one) => one.kind === 'or' && one.end === caret);
    const tied = bar > 0 && !/\s/.test(text[caret - 2] ?? ' ') ? tiedKey(tokens, bar - 1) : undefined;
    return { start: caret, end: caret, key: tied, value: '' };
  }
  if (token.quoted) return undefined;
  if (token.value === '-' && token.key === undefined) return { start: caret, end: caret, key: undefined, value: '' };
  const own = token.key !== undefined && caret >= token.valueAt;
  const key = own ? token.key : token.key === undefined ? tiedKey(tokens, at) : undefined;
  const start = own ? token.valueAt : token.start;
  const end = token.key !== undefined && !own ? token.valueAt : token.end;
  return { start, end, key, value: text.slice(start, caret).toLowerCase() };
}

/** Those that begin with what was typed come first, then those that hold it. */
function matching(values: readonly string[], typed: string): string[] {
  const starts = values.filter((value) => value.toLowerCase().startsWith(typed));
  const holds = values.filter((value) => !starts.includes(value) && value.toLowerCase().includes(typed));
  return [...starts, ...holds].slice(0, MOST);
}

/** A value as it has to be written. */
function quotedValue(value: string): string {
  return /[\s|"()]/.test(value) ? `"${value.replace(/["\\]/g, (char) => `\\${char}`)}"` : value;
}

function valuesOf(key: string, known: KnownValues): readonly string[] {
  const found = filterKey(key);
  if (!found) return [];
  if (found.name === 'method' || found.name === 'name' || found.name === 'server') return known[found.name] ?? [];
  return found.values ?? found.examples ?? [];
}

/** Keys, and values of a key, that fit at the caret. */
export function completeFilter(text: string, caret: number, known: KnownValues = {}): FilterCompletion {
  const typed = typedAt(text, caret);
  if (!typed) return { start: caret, end: caret, suggestions: [] };
  const { start, end, key, value } = typed;
  if (key !== undefined) {
    const values = matching(valuesOf(key, known), value).filter((one) => one.toLowerCase() !== value);
    return { start, end, suggestions: values.map((one) => ({ insert: quotedValue(one), label: one })) };
  }
  const keys = FILTER_KEYS.filter(({ name }) => name.startsWith(value));
  return { start, end, suggestions: keys.map(({ name, hint }) => ({ insert: `${name}:`, label: `${name}:`, hint })) };
}
