import { applyEdits, type FormattingOptions, modify } from 'jsonc-parser';
import { stringify as stringifyToml } from 'smol-toml';
import { isMap, isSeq, parseDocument } from 'yaml';
import { isObject, type JsonObject, objectAt, textAt } from '#shared/json.ts';
import { CLIENT_TITLES } from './client-places.ts';
import { wordsOf } from './client-words.ts';
import { type Exported, inputsOf, textOf, withoutName } from './export-text.ts';
import { mergeEntry } from './merge-entry.ts';
import { parseConfig } from './parse-document.ts';
import { tomlTables } from './toml-blocks.ts';

/** The file after the change, or a sentence why it is not changed. */
export type Edited = { after: string; notes: string[] } | { problem: string };

/** One entry as it will stand in the file. */
interface Change {
  key: string;
  entry: JsonObject;
  /** What stands there now. */
  existing: unknown;
}

/**
 * Puts servers into the text of a client's file; `text` is undefined when there is no file yet. Everything else in it
 * stays: other keys and servers, and comments and layout as far as the format allows. Pure, never throws.
 */
export function editConfig(text: string | undefined, exported: Exported, fileName = ''): Edited {
  const { client, entries } = exported;
  if (entries.length === 0) return { problem: exported.notes.join(' ') || 'There is nothing to write.' };
  if (text === undefined || text.replace(/^\ufeff/, '').trim() === '') return { after: textOf(exported), notes: [] };
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const clean = text.slice(mark.length);
  const { format } = wordsOf(client);
  const parsed = parseConfig(clean, format);
  if ('kind' in parsed) return { problem: `${parsed.title}. ${parsed.detail} Nothing was changed.` };
  const value = parsed.value ?? {};
  // A piece of a config is read, but it is no whole file.
  if (!isObject(value) || (format === 'json' && clean.trimStart().startsWith('"')))
    return { problem: `This is no config of ${CLIENT_TITLES[client]}. Nothing was changed.` };
  const path = placeIn(value, exported, fileName);
  const list = path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
  if (list !== undefined && list !== null && !isObject(list) && !(Array.isArray(list) && format === 'yaml'))
    return { problem: `“${path.join('.')}” is no list of servers there. Nothing was changed.` };
  const changes = entries.map((written): Change => {
    const existing = entryOf(list, written.key);
    const entry = isObject(existing) ? mergeEntry(client, withoutName(existing), written) : written.entry;
    return { key: written.key, entry, existing };
  });
  const after = { json: editJson, toml: editToml, yaml: editYaml }[format](clean, changes, { path, value, exported });
  const wrong = checked({ format, path, value, changes }, after);
  return wrong === undefined ? { after: mark + after, notes: [] } : { problem: wrong };
}

interface Editing {
  /** Where the list is. */
  path: string[];
  value: JsonObject;
  exported: Exported;
}

/** Where a file keeps its servers now, or will keep them. */
function placeIn(value: JsonObject, { client }: Exported, fileName: string): string[] {
  const { place } = wordsOf(client);
  if (client === 'opencode' && isObject(objectAt(value, 'mcp')?.servers)) return ['mcp', 'servers'];
  if (client !== 'vscode' || isObject(value.servers)) return [place];
  if (isObject(value['mcp.servers'])) return ['mcp.servers'];
  return isObject(value.mcp) || fileName === 'settings.json' ? ['mcp', 'servers'] : [place];
}

function entryOf(list: unknown, key: string): unknown {
  if (Array.isArray(list)) return list.find((item) => textAt(item, 'name') === key);
  return isObject(list) && Object.hasOwn(list, key) ? list[key] : undefined;
}

function formattingOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  const tabs = indent.startsWith('\t');
  return {
    insertSpaces: !tabs,
    tabSize: tabs ? 4 : Math.min(indent.length, 8),
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

function editJson(text: string, changes: Change[], { path, value, exported }: Editing): string {
  const formattingOptions = formattingOf(text);
  let after = text;
  const set = (at: (string | number)[], to: unknown, isArrayInsertion = false) => {
    after = applyEdits(after, modify(after, at, to, { formattingOptions, isArrayInsertion }));
  };
  for (const { key, entry, existing } of changes) {
    if (!isObject(existing)) {
      set([...path, key], entry);
      continue;
    }
    for (const name of Object.keys(existing))
      if (!(name in entry) && name !== 'name') set([...path, key, name], undefined);
    for (const [name, to] of Object.entries(entry)) if (!sameJson(existing[name], to)) set([...path, key, name], to);
  }
  const inputs = inputsOf(exported.entries);
  const beside = path.length === 2 ? [path[0] ?? ''] : [];
  const known = beside.length === 0 ? value.inputs : objectAt(value, beside[0] ?? '')?.inputs;
  const missing = inputs.filter(
    (input) => !(Array.isArray(known) && known.some((one) => textAt(one, 'id') === input.id)),
  );
  if (!Array.isArray(known)) {
    if (missing.length > 0) set([...beside, 'inputs'], missing);
  } else for (const [at, input] of missing.entries()) set([...beside, 'inputs', known.length + at], input, true);
  return after;
}

function editYaml(text: string, changes: Change[], { path }: Editing): string {
  const document = parseDocument(text, { logLevel: 'silent' });
  const [place = ''] = path;
  const list = document.get(place);
  for (const { key, entry, existing } of changes) {
    if (isObject(existing)) {
      const at = isSeq(list) ? list.items.findIndex((item) => isMap(item) && item.get('name') === key) : key;
      for (const name of Object.keys(existing))
        if (!(name in entry) && name !== 'name') document.deleteIn([place, at, name]);
      for (const [name, to] of Object.entries(entry))
        if (!sameJson(existing[name], to)) document.setIn([place, at, name], document.createNode(to));
    } else if (isMap(list)) document.setIn([place, key], document.createNode(entry));
    else if (isSeq(document.get(place))) document.addIn([place], document.createNode({ name: key, ...entry }));
    else document.set(place, document.createNode([{ name: key, ...entry }]));
  }
  const changed = document.toString({ lineWidth: 0 });
  return text.includes('\r\n') ? changed.replace(/\r?\n/g, '\r\n') : changed;
}

/** Only the tables of these servers are written anew; every other character stays. */
function editToml(text: string, changes: Change[], { path }: Editing): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const [place = ''] = path;
  let after = text;
  for (const { key, entry, existing } of changes) {
    if (sameJson(existing, entry)) continue;
    const block = `${stringifyToml({ [place]: { [key]: entry } }).trim()}\n`.replaceAll('\n', eol);
    const tables = tomlTables(after).filter((table) => table.path[0] === place && table.path[1] === key);
    const [first] = tables;
    if (!first) {
      const end = after.trimEnd();
      after = `${end}${end === '' ? '' : eol + eol}${block}`;
      continue;
    }
    for (const table of tables.slice(1).reverse()) after = withoutBlock(after, table.start, table.end);
    after = after.slice(0, first.start) + block + after.slice(first.end);
  }
  return after;
}

/** Removes a table with the blank lines behind it. */
function withoutBlock(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(end).replace(/^(?:[ \t]*\r?\n)+/, '');
}

interface Expected {
  format: 'json' | 'toml' | 'yaml';
  path: string[];
  value: JsonObject;
  changes: Change[];
}

/** A sentence when the changed text does not say exactly what it should: then nothing is written. */
function checked({ format, path, value, changes }: Expected, after: string): string | undefined {
  const refusal = 'These servers are written there in a way this app does not change. Copy the text instead.';
  const parsed = parseConfig(after, format);
  if ('kind' in parsed || !isObject(parsed.value)) return refusal;
  const listIn = (from: unknown) =>
    path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), from);
  const written = listIn(parsed.value);
  for (const { key, entry } of changes) {
    const found = entryOf(written, key);
    if (!isObject(found) || !sameJson(withoutName(found), entry)) return refusal;
  }
  const keys = changes.map(({ key }) => key);
  const others = (from: JsonObject) => {
    const list = listIn(from);
    const rest = Array.isArray(list)
      ? list.filter((item) => !keys.includes(textAt(item, 'name') ?? ''))
      : Object.entries(isObject(list) ? list : {}).filter(([key]) => !keys.includes(key));
    const [top = ''] = path;
    const { [top]: _, inputs: __, ...outside } = from;
    return [rest, outside];
  };
  return sameJson(others(value), others(parsed.value)) ? undefined : refusal;
}

function sameJson(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = Object.entries(a);
  const right = new Map(Object.entries(b));
  return left.length === right.size && left.every(([key, value]) => right.has(key) && sameJson(value, right.get(key)));
}
