import { parseWritten } from '#shared/exact-json.ts';
import { hasEscapes } from '../../ansi-segments.ts';
import { tablesIn, type ValueTable } from '../value-tables.ts';
import { type CsvForm, csvForm } from './csv.ts';

export type TextView = 'tree' | 'table' | 'markdown' | 'colours' | 'text';

/** What a text can be shown as. */
export interface TextViews {
  readonly json: { readonly value: unknown } | undefined;
  /** Lists of objects in the JSON. */
  readonly tables: readonly ValueTable[];
  readonly csv: CsvForm | undefined;
  /** Those that are offered, the one shown at first in front. */
  readonly offered: readonly TextView[];
}

/** Above this no tree is offered: reading it would hold up the page. */
const MAX_TREE = 1_500_000;
/** Above this no table is offered. */
const MAX_CSV = 20_000_000;
/** Characters looked at for signs of Markdown and of terminal colours. */
const LOOKED_AT = 20_000;
/** Headings, fences, rules of a table, links, bold, two items of a list in a row. */
const MARKDOWN =
  /^#{1,6} \S|^(?:```|~~~)|^ {0,3}\|?[ :]*-{3,}[ :]*\|[-|: ]*$|\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)|\*\*[^*\s][^*\n]{0,200}\*\*|^ {0,3}(?:[-*+]|\d+\.) \S[^\n]*\n {0,3}(?:[-*+]|\d+\.) \S/m;
const DELIMITERS: Readonly<Record<string, string>> = { 'text/csv': ',', 'text/tab-separated-values': '\t' };

/** The value of a text that is a JSON object or list; plain words and numbers stay text. */
export function jsonIn(text: string): { value: unknown } | undefined {
  if (text.length > MAX_TREE || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return { value: parseWritten(text) };
  } catch {
    return undefined;
  }
}

/** Finds what a text can be shown as. A type that says so shows it that way at once; what is only guessed is offered. */
export function textViews(text: string, mime?: string): TextViews {
  const type = mime?.toLowerCase().split(';')[0]?.trim() ?? '';
  const json = jsonIn(text);
  if (json) {
    const tables = tablesIn(json.value);
    return { json, tables, csv: undefined, offered: tables.length > 0 ? ['tree', 'table', 'text'] : ['tree', 'text'] };
  }
  const plain = type === '' || type === 'text/plain';
  const delimiter = Object.hasOwn(DELIMITERS, type) ? DELIMITERS[type] : undefined;
  const start = text.slice(0, LOOKED_AT);
  const csv = (plain || delimiter !== undefined) && text.length <= MAX_CSV ? csvForm(text, delimiter) : undefined;
  const markdown = type === 'text/markdown' || (plain && !csv && MARKDOWN.test(start));
  const offered: TextView[] = [];
  if (hasEscapes(start)) offered.push('colours');
  if (csv && delimiter !== undefined) offered.push('table');
  if (type === 'text/markdown') offered.push('markdown');
  offered.push('text');
  if (csv && delimiter === undefined) offered.push('table');
  if (markdown && type !== 'text/markdown') offered.push('markdown');
  return { json: undefined, tables: [], csv, offered };
}
