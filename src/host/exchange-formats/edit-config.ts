import { stringify as stringifyToml } from 'smol-toml';
import { isMap, isSeq, parseDocument } from 'yaml';
import { CLIENT_TITLES } from '#shared/client-titles.ts';
import { isObject, type JsonObject, objectAt, textAt } from '#shared/json.ts';
import { wordsOf } from './client-words.ts';
import { type Exported, inputsOf, textOf, withoutName } from './export-text.ts';
import { appendTo, removeFrom, setIn } from './json-edit.ts';
import { mergeEntry } from './merge-entry.ts';
import { parseConfig } from './parse-document.ts';
import { type TomlTable, tomlTables } from './toml-blocks.ts';

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
    // The newer place of opencode has no word for it: a server there is on unless it is switched off.
    const wordless = client === 'opencode' && path.length === 2 && !(isObject(existing) && 'enabled' in existing);
    const { enabled: _, ...newer } = entry;
    return { key: written.key, entry: wordless ? newer : entry, existing };
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

function editJson(text: string, changes: Change[], { path, value, exported }: Editing): string {
  let after = text;
  for (const { key, entry, existing } of changes) {
    if (!isObject(existing)) {
      after = setIn(after, [...path, key], entry);
      continue;
    }
    for (const name of Object.keys(existing))
      if (!(name in entry) && name !== 'name') after = removeFrom(after, [...path, key, name]);
    for (const [name, to] of Object.entries(entry))
      if (!sameJson(existing[name], to)) after = setIn(after, [...path, key, name], to);
  }
  const beside = path.length === 2 ? path.slice(0, 1) : [];
  const holder = beside[0] === undefined ? value : objectAt(value, beside[0]);
  const known = holder?.inputs;
  const asked = inputsOf(exported.entries);
  if (!Array.isArray(known)) return asked.length > 0 ? setIn(after, [...beside, 'inputs'], asked) : after;
  for (const input of asked) {
    if (!known.some((one) => textAt(one, 'id') === input.id)) after = appendTo(after, [...beside, 'inputs'], input);
  }
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
  if (changes.every(({ entry, existing }) => isObject(existing) && sameJson(withoutName(existing), entry))) return text;
  const changed = document.toString({ lineWidth: 0, flowCollectionPadding: !/[[{][^\s\]}]/.test(text) });
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
    const [block0, ...others] = joined(after, tables);
    for (const table of others.reverse()) after = withoutBlock(after, table);
    after = after.slice(0, first.start) + block + after.slice(block0?.end ?? first.end);
  }
  return after;
}

/** Tables with nothing but blank lines between them are one block. */
function joined(text: string, tables: readonly Block[]): Block[] {
  const blocks: Block[] = [];
  for (const { start, end } of tables) {
    const last = blocks.at(-1);
    if (last && text.slice(last.end, start).trim() === '') last.end = end;
    else blocks.push({ start, end });
  }
  return blocks;
}

/** Removes a block with the blank lines before it. */
function withoutBlock(text: string, { start, end }: Block): string {
  const before = text.slice(0, start).replace(/(?:\r?\n[ \t]*)+$/, text.includes('\r\n') ? '\r\n' : '\n');
  return before + text.slice(end);
}

type Block = Pick<TomlTable, 'start' | 'end'>;

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
